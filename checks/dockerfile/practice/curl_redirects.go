package practice

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var curlRedirects = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/curl-should-follow-redirects",
		Summary:  "curl follows redirects",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without -L, curl takes a redirect for the answer: it writes a page that says where the file went, and succeeds. Servers of " +
			"downloads redirect from one day to the next.",
		Bad:  "FROM debian:12\nRUN curl -fsSO https://example.com/app.tar.gz\n",
		Good: "FROM debian:12\nRUN curl -L -fsSO https://example.com/app.tar.gz\n",
		Fix:  "adds -L. It is a suggestion, since a redirect may be what the script asks for.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if _, ok := download(c); ok && c.Name == "curl" && !follows(c) {
					p.ReportCommand(c, "add -L so that curl follows redirects", fixedits.Fix{Title: "Add -L", Edits: c.InsertAfter(c.Word, "-L")})
				}
			}
		}
	},
}

// curlValued are the short options of curl that take a value.
const curlValued = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"

// follows reports whether curl follows redirects, or may, as options in a
// variable or a file of them may say so.
func follows(c *lint.Command) bool {
	for _, a := range c.Args {
		if !a.Static {
			if start := a.Start; c.Shell() && c.Script.Source[start] == '$' {
				return true
			}
			continue
		}
		if a.Is("--location", "--location-trusted", "--config") {
			return true
		}
		letters, ok := strings.CutPrefix(a.Value, "-")
		if !ok || strings.HasPrefix(letters, "-") {
			continue
		}
		if i := strings.IndexAny(letters, curlValued); i >= 0 {
			if letters[i] == 'K' {
				return true
			}
			letters = letters[:i]
		}
		if strings.Contains(letters, "L") {
			return true
		}
	}
	return false
}
