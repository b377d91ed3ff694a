package shell

import (
	"bytes"
	"path"
	"strings"

	"mvdan.cc/sh/v3/fileutil"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// dialectOf returns the dialect of a script, and whether the file is one that we format. Head is the file's first
// bytes, perhaps none.
//
// It is what shfmt takes it for, with one difference: shfmt takes a file with
// the suffix .sh for Bash whatever its #! line says, if it doesn't know that
// line. Here it takes a line with a shell of that family; other lines say that
// the file is something else (Python, a template), which would only give a
// syntax error.
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

// named returns the dialect of a shell's name, if it is one that we format.
func named(shell string) (syntax.LangVariant, bool) {
	var dialect syntax.LangVariant
	if dialect.Set(shell) != nil || dialect == syntax.LangZsh {
		return syntax.LangAuto, false
	}
	return dialect, true
}

// shebang returns the shell of a #! line, which is all that a regular expression is to see of a script.
func shebang(head []byte) string {
	line, _, _ := bytes.Cut(head, newline)
	switch string(line) { // which nearly all scripts begin with, and each is asked several times
	case "#!/bin/sh", "#!/usr/bin/env sh":
		return "sh"
	case "#!/bin/bash", "#!/usr/bin/env bash":
		return "bash"
	}
	return fileutil.Shebang(line)
}

// bashLike has the shells that are worth a try as Bash, where shfmt does not know the path of one in a #! line.
var bashLike = map[string]bool{"sh": true, "bash": true, "dash": true, "ash": true}

// interpreter returns the base name of the program that a #! line runs, by env or not.
func interpreter(head []byte) string {
	line, _, _ := bytes.Cut(head[len("#!"):], []byte("\n"))
	for _, word := range strings.Fields(string(line)) {
		if base := path.Base(word); base != "env" && !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			return base
		}
	}
	return ""
}

// The #! lines of the shells that we format, and of those that are worth a try
// as Bash, as regular expressions.
const (
	ofShell    = `#![ \t]*/(usr/)?bin/(env[ \t]+)?(sh|dash|bash|mksh|bats)(\s|$)`
	ofBashLike = `#![ \t]*(([^\s=-][^\s=]*/)?env[ \t]+|-\S*[ \t]+|\S+=\S*[ \t]+)*([^\s=-][^\s=]*/|/)?(sh|bash|dash|ash)(\s|$)`
)

// names are the files of dialectOf.
var names = []*formatting.Names{
	formatting.NewNames("*.bash", "*.mksh", "*.bats").Without(formatting.Hidden),
	formatting.NewNames("*.sh").Without(formatting.Hidden).WithHead(`^(` + ofShell + `|` + ofBashLike + `|[^#]|#[^!]|#?$)`),
	formatting.NewNames("*").Without("*.*").WithHead(`^` + ofShell),
}
