package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4001 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4001",
		Summary:  "Use either wget or curl in a stage, not both",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetyUnsafe,
		Why:      "Both do the same. A second tool makes the image larger and needs updates.",
		Bad:      "FROM debian:12\nRUN curl -fO https://example.com/a && \\\n    wget -q https://example.com/b\n",
		Good:     "FROM debian:12\nRUN curl -fO https://example.com/a && \\\n    curl -fsSLO https://example.com/b\n",
		Fix: "replaces the second tool with the first, if it is a plain download of one URL. It is unsafe: the two " +
			"differ in redirects, retries and failures, and the package of the second tool stays installed. Other " +
			"downloads are left to an agent, if one is configured. The agent gets the commands of both tools, and " +
			"which of them is the first.",
	},
	Check: func(p *lint.Pass) {
		found := secondTools(p)
		handOver := handOverDownloads(p, found)
		for _, d := range found {
			fixes := d.fixes
			if fixes == nil {
				fixes = handOver
			}
			p.ReportCommand(d.command, fmt.Sprintf("use %s here too: the stage already uses it for downloads", d.first.command.Name), fixes...)
		}
	},
}

// translation returns the fix that uses the other program for a download, or no
// fix.
func translation(p *lint.Pass, c *lint.Command, other string) []fixedits.Fix {
	if !c.Shell() || len(c.Args) == 0 {
		return nil
	}
	read, write := readCurl, download.wget
	if other == "curl" {
		read, write = readWget, download.curl
	}
	d, ok := read(c)
	if !ok {
		return nil
	}
	edits := p.Rewrite(c.Span(), write(d))
	if edits == nil {
		return nil
	}
	return []fixedits.Fix{{Title: "Use " + other, Edits: edits}}
}
