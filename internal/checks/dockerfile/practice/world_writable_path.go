package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var worldWritablePath = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/world-writable-path",
		Summary:  "Do not make paths writable by everyone",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Security: true,
		Why: "Anyone who gets into the container, as any user, can change a world-writable path: programs, their " +
			"configuration, scripts that root runs later. Give the path to the user that needs it, with chown or " +
			"--chown. A folder with the sticky bit (1777), such as /tmp, is not reported.",
		Bad:  "FROM debian:12\nRUN mkdir /data && chmod 777 /data\n",
		Good: "FROM debian:12\nRUN mkdir /data && chown 1000:1000 /data\n",
	},
	Check: func(p *lint.Pass) {
		const message = "%s makes the path writable by everyone: use chown to give it to the user that needs it"
		for s, outer := range p.All {
			switch ins := lint.Inner(outer); ins.Name {
			case "copy", "add":
				if flag := lint.Flag(ins, "chmod"); flag != nil && writableByAll(flag.Arg) {
					p.ReportWord(ins, flag.Word, fmt.Sprintf(message, flag.Value))
				}
			case "run":
				for _, c := range p.Script(s, outer).Commands {
					if mode, ok := modeOf(c); ok && writableByAll(mode.Value) {
						p.Report(lint.Finding{Message: fmt.Sprintf(message, c.Name+" "+mode.Value), Span: c.Stretch(mode.Start, mode.End)})
					}
				}
			}
		}
	},
}

// modeOf returns the mode that a command sets on files or folders.
func modeOf(c *lint.Command) (lint.Arg, bool) {
	switch c.Name {
	case "chmod":
		for _, a := range c.Args {
			if !a.Static || !strings.HasPrefix(a.Value, "-") {
				return a, a.Static
			}
		}
	case "mkdir", "install":
		for i, a := range c.Args {
			if mode, ok := strings.CutPrefix(a.Value, "--mode="); ok && a.Static {
				a.Value = mode
				return a, true
			}
			if a.Is("-m", "--mode") && i+1 < len(c.Args) {
				return c.Args[i+1], c.Args[i+1].Static
			}
		}
	}
	return lint.Arg{}, false
}

var (
	octalMode    = lazyregexp.New(`^0*([0-7]?)[0-7]{2}([0-7])$`)
	symbolicMode = lazyregexp.New(`^[ugoa]*[oa][ugoa]*[+=][rwxXst]*w[rwxXst]*$`)
)

// writableByAll reports whether a mode of chmod lets others write without the
// sticky bit.
func writableByAll(mode string) bool {
	if match := octalMode().FindStringSubmatch(mode); match != nil {
		sticky := match[1] != "" && (match[1][0]-'0')&1 != 0
		return (match[2][0]-'0')&2 != 0 && !sticky
	}
	for clause := range strings.SplitSeq(mode, ",") {
		if symbolicMode().MatchString(clause) && !strings.Contains(mode, "t") {
			return true
		}
	}
	return false
}
