package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var exposeInvalidFormat = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ExposeInvalidFormat",
		Summary:  "Do not use an IP address or host port in EXPOSE",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "The address and port of the host are chosen when the container is started. EXPOSE ignores them, and " +
			"future versions of BuildKit will reject them.",
		Bad:  "FROM debian:12\nEXPOSE 127.0.0.1:8080:80\n",
		Good: "FROM debian:12\nEXPOSE 80\n",
		Fix:  "deletes everything before the container port. The exposed port stays the same, but something else may have been intended.",
	},
	Check: func(p *lint.Pass) {
		for port := range ports(p) {
			if strings.Trim(port.host, ":") == "" {
				continue
			}
			f := lint.Finding{
				Message: fmt.Sprintf("%s has an IP address or a host port, which EXPOSE ignores: use only the container port", port.spec),
				Span:    lint.Words(port.ins, port.word),
			}
			before := port.word.Value[:strings.LastIndexByte(port.word.Value, ':')+1]
			if port.only && before != "" && !strings.ContainsAny(before, `'"`) && strings.Count(before, "{") == strings.Count(before, "}") {
				start := port.word.Start
				f.Fixes = []fixedits.Fix{{Title: "Use only the container port", Edits: p.Replace(port.ins, start, start+len(before), "")}}
			}
			p.Report(f)
		}
	},
}
