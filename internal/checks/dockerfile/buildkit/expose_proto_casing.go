package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var exposeProtoCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ExposeProtoCasing",
		Summary:  "Write the protocol in EXPOSE in lower case",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "The image configuration has the protocol in lower case anyway.",
		Bad:      "FROM debian:12\nEXPOSE 80/TCP\n",
		Good:     "FROM debian:12\nEXPOSE 80/tcp\n",
		Fix:      "writes the protocol in lower case, unless it comes from a variable.",
	},
	Check: func(p *lint.Pass) {
		for port := range ports(p) {
			lower := strings.ToLower(port.protocol)
			if port.protocol == lower {
				continue
			}
			f := lint.Finding{Message: fmt.Sprintf("write the protocol of %s in lower case", port.spec), Span: lint.Words(port.ins, port.word)}
			if i := strings.LastIndexByte(port.word.Value, '/') + 1; port.only && i > 0 && strings.HasPrefix(port.word.Value[i:], port.protocol) {
				start := port.word.Start + i
				end := start + len(port.protocol)
				f.Span = port.ins.Text.Span(start, end)
				f.Fixes = []fixedits.Fix{{Title: "Write " + lower, Edits: p.Replace(port.ins, start, end, lower)}}
			}
			p.Report(f)
		}
	},
}
