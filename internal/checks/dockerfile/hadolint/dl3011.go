package hadolint

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3011 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3011",
		Summary:  "Use valid port numbers in EXPOSE, from 0 to 65535",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why:      "No higher port exists, so the build fails.",
		Bad:      "FROM debian:12\nEXPOSE 80800\n",
		Good:     "FROM debian:12\nEXPOSE 8080\n",
	},
	Check: func(p *lint.Pass) {
		for _, outer := range p.All {
			ins := lint.Inner(outer)
			if ins.Name != "expose" {
				continue
			}
			for _, w := range ins.Words {
				ports, _, _ := strings.Cut(strings.Trim(w.Value, `"'`), "/")
				for port := range strings.SplitSeq(ports, "-") {
					if tooHigh(port) {
						p.ReportWord(ins, w, fmt.Sprintf("port %s is not valid: the highest port is 65535", port))
						break
					}
				}
			}
		}
	},
}

// tooHigh reports whether a word is a number above the highest port.
func tooHigh(port string) bool {
	for _, c := range []byte(port) {
		if c < '0' || c > '9' {
			return false
		}
	}
	digits := strings.TrimLeft(port, "0")
	return len(digits) > 5 || len(digits) == 5 && digits > "65535"
}
