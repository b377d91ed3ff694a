package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3046 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3046",
		Summary:  "useradd with a high number has --no-log-init",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "useradd keeps a place for each number up to the user's in the files of last logins. They are mostly holes, but in a layer " +
			"of an image they are not: a user with the number 1000000000 makes one of many gigabytes.",
		Bad:  "FROM debian:12\nRUN useradd -u 123456 app\n",
		Good: "FROM debian:12\nRUN useradd -l -u 123456 app\n",
		Fix:  "adds -l, which keeps useradd from those files. Nobody has logged in yet, so that nothing is lost.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if c.Name == "useradd" && highUser(c) {
					p.ReportCommand(c, "useradd with a high number: add -l", fixedits.Fix{Title: "Add -l", Edits: c.InsertAfter(c.Word, "-l")})
				}
			}
		}
	},
}

// valued are the letters of useradd's options that take a value.
const valued = "bcdefFgGkKpPRsuZ"

// highUser reports whether useradd is told a number of more than five digits, and not -l.
func highUser(c *lint.Command) bool {
	high := false
	for i := 0; i < len(c.Args); i++ {
		arg, next := c.Args[i].Value, ""
		if i+1 < len(c.Args) {
			next = c.Args[i+1].Value
		}
		switch {
		case arg == "--no-log-init":
			return false
		case arg == "--uid":
			high = high || isHigh(next)
			i++
		case strings.HasPrefix(arg, "--uid="):
			high = high || isHigh(strings.TrimPrefix(arg, "--uid="))
		case strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--"):
			at := strings.IndexAny(arg[1:], valued) + 1
			if at == 0 {
				at = len(arg)
			}
			if strings.Contains(arg[:at], "l") {
				return false
			}
			if at == len(arg)-1 { // the value is the next word
				i++
			} else if at < len(arg) {
				next = arg[at+1:]
			}
			high = high || at < len(arg) && arg[at] == 'u' && isHigh(next)
		}
	}
	return high
}

func isHigh(number string) bool {
	number = strings.TrimLeft(number, "0")
	return len(number) > 5 && strings.Trim(number, "0123456789") == ""
}
