package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var exposeInvalidFormat = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ExposeInvalidFormat",
		Summary:  "EXPOSE names ports of the container only",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "An address and a port of the host are for whoever starts the container to choose. EXPOSE takes no notice of them, and BuildKit is " +
			"going to refuse them.",
		Bad:  "FROM debian:12\nEXPOSE 127.0.0.1:8080:80\n",
		Good: "FROM debian:12\nEXPOSE 80\n",
		Fix:  "deletes all before the port of the container. What is exposed stays the same, but maybe something else was meant.",
	},
	Check: func(p *lint.Pass) {
		for port := range ports(p) {
			if strings.Trim(port.host, ":") == "" {
				continue
			}
			f := lint.Finding{
				Message: fmt.Sprintf("%s names an address or a port of the host, which EXPOSE does not use", port.spec),
				Span:    lint.Words(port.ins, port.word),
			}
			before := port.word.Value[:strings.LastIndexByte(port.word.Value, ':')+1]
			if port.only && before != "" && !strings.ContainsAny(before, `'"`) && strings.Count(before, "{") == strings.Count(before, "}") {
				start := port.word.Start
				f.Fixes = []fixedits.Fix{{Title: "Name the port alone", Edits: p.Replace(port.ins, start, start+len(before), "")}}
			}
			p.Report(f)
		}
	},
}
