package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3046 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3046",
		Summary:  "Add -l to useradd with a high UID",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "useradd reserves an entry for every UID up to the new one in the login record files. The files are " +
			"sparse on disk but not in a layer: a user with the UID 1000000000 makes a layer of many gigabytes.",
		Bad:  "FROM debian:12\nRUN useradd -u 123456 app\n",
		Good: "FROM debian:12\nRUN useradd -l -u 123456 app\n",
		Fix:  "adds -l, so that useradd does not write these files. Nobody has logged in during a build, so nothing is lost.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although -l " +
			"only leaves out login records, which are empty.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if c.Name == "useradd" && highUser(c) {
					p.ReportCommand(c, "add -l so that useradd with a high UID does not make the image larger", fixedits.Fix{Title: "Add -l", Edits: c.InsertAfter(c.Word, "-l")})
				}
			}
		}
	},
}

// valued are the letters of useradd's options that take a value.
const valued = "bcdefFgGkKpPRsuZ"

// highUser reports whether a useradd command has a UID of more than five digits
// and no -l.
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
