package objective

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// keepDirectives returns an issue if a change adds, changes or deletes a parser
// directive: `# syntax=` names the program that reads the whole file.
func keepDirectives(c *Change) []Issue {
	plain := func(all []syntax.Directive) []string {
		var texts []string
		for _, d := range all {
			texts = append(texts, d.Name+"="+d.Value)
		}
		return texts
	}
	if slices.Equal(plain(c.before().Directives), plain(c.after().Directives)) {
		return nil
	}
	return []Issue{{Line: 1, Message: "the parser directives at the start of the file changed; keep them as they were"}}
}

// silencer matches comments that turn findings off.
var silencer = lazyregexp.New(`(?i)\b(?:autofix|hadolint)\s+(?:[a-z]+\s+)?(?:ignore|shell)\s*=|#\s*check\s*=|\bshellcheck\s+(?:disable|shell)\s*=|` +
	`\b(?:buildifier|buildozer)\s*:\s*disable|\bnoqa\b|\bnolint\b|\beslint-disable|\bgitleaks:allow\b|\bautofix-ignore\b`)

// noSilencing returns an issue for each added comment that would hide a finding
// instead of resolving it. repeats allows one that is in the base: a command
// that is in two stages has its comments in both.
func noSilencing(c *Change, repeats bool) []Issue {
	had := map[string]int{}
	for _, line := range c.Patch.DeletedLines() {
		for _, match := range silencer().FindAllString(line.Text, -1) {
			had[match]++
		}
	}
	var issues []Issue
	for _, line := range c.Patch.AddedLines() {
		if repeats && strings.Contains("\n"+string(c.Base), "\n"+strings.TrimSuffix(line.Text, "\n")+"\n") {
			continue
		}
		for _, match := range silencer().FindAllString(line.Text, -1) {
			if had[match]--; had[match] < 0 {
				issues = append(issues, Issue{Line: line.Number, Message: "the line turns findings off; resolve them instead"})
				break
			}
		}
	}
	return issues
}
