package practice

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var curlRedirects = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/curl-should-follow-redirects",
		Summary:  "Add -L to curl",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without -L, curl saves the page of a redirect instead of the file, and succeeds. Download servers " +
			"may start to redirect at any time.",
		Bad:  "FROM debian:12\nRUN curl -fsSO https://example.com/app.tar.gz\n",
		Good: "FROM debian:12\nRUN curl -L -fsSO https://example.com/app.tar.gz\n",
		Fix:  "adds -L. It is a suggestion, because the script may inspect the redirect itself.",
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

// curlValued are curl's short options with a value.
const curlValued = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"

// follows reports whether curl follows redirects, or may do so because of
// options in a variable or a configuration file.
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
