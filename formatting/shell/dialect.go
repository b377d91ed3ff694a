package shell

import (
	"bytes"
	"path"
	"strings"

	"mvdan.cc/sh/v3/fileutil"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// dialectOf returns the dialect of a script, and whether the file is a
// supported script. Head is the first bytes of the file, if they are available.
//
// The dialect is shfmt's, with one difference. Shfmt treats a .sh file with an
// unknown #! line as Bash. Here the #! line must name a Bourne-like shell,
// since any other line means that the file is something else (Python, a
// template), which would only cause a syntax error.
func dialectOf(name string, head []byte) (syntax.LangVariant, bool) {
	base := path.Base(name)
	if strings.HasPrefix(base, ".") {
		return syntax.LangAuto, false
	}
	switch suffix := path.Ext(base); suffix {
	case ".bash", ".mksh", ".bats":
		return named(suffix[1:])
	case "":
		return named(shebang(head))
	case ".sh":
		if shell := shebang(head); shell != "" {
			return named(shell)
		}
		return syntax.LangBash, !bytes.HasPrefix(head, []byte("#!")) || bashLike[interpreter(head)]
	}
	return syntax.LangAuto, false
}

// named returns the dialect of a shell's name, if it is supported.
func named(shell string) (syntax.LangVariant, bool) {
	var dialect syntax.LangVariant
	if dialect.Set(shell) != nil || dialect == syntax.LangZsh {
		return syntax.LangAuto, false
	}
	return dialect, true
}

// shebang returns the shell of a #! line. It passes only that line to the
// regular expression.
func shebang(head []byte) string {
	line, _, _ := bytes.Cut(head, newline)
	switch string(line) { // nearly all scripts begin with one of these, and each is checked several times
	case "#!/bin/sh", "#!/usr/bin/env sh":
		return "sh"
	case "#!/bin/bash", "#!/usr/bin/env bash":
		return "bash"
	}
	return fileutil.Shebang(line)
}

// bashLike lists the shells whose scripts are parsed as Bash if shfmt does not
// recognize the path in their #! line.
var bashLike = map[string]bool{"sh": true, "bash": true, "dash": true, "ash": true}

// interpreter returns the base name of the program that a #! line runs,
// directly or through env.
func interpreter(head []byte) string {
	line, _, _ := bytes.Cut(head[len("#!"):], []byte("\n"))
	for _, word := range strings.Fields(string(line)) {
		if base := path.Base(word); base != "env" && !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			return base
		}
	}
	return ""
}

// The #! lines of the supported shells, and of those whose scripts are parsed
// as Bash, as regular expressions.
const (
	ofShell    = `#![ \t]*/(usr/)?bin/(env[ \t]+)?(sh|dash|bash|mksh|bats)(\s|$)`
	ofBashLike = `#![ \t]*(([^\s=-][^\s=]*/)?env[ \t]+|-\S*[ \t]+|\S+=\S*[ \t]+)*([^\s=-][^\s=]*/|/)?(sh|bash|dash|ash)(\s|$)`
)

// names match the files of dialectOf.
var names = []*formatting.Names{
	formatting.NewNames("*.bash", "*.mksh", "*.bats").Without(formatting.Hidden),
	formatting.NewNames("*.sh").Without(formatting.Hidden).WithHead(`^(` + ofShell + `|` + ofBashLike + `|[^#]|#[^!]|#?$)`),
	formatting.NewNames("*").Without("*.*").WithHead(`^` + ofShell),
}
