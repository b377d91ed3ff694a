package report

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// inWords returns the message, the category and the related places of a finding
// as one text, for formats without members for them.
func inWords(d *fixedits.Diagnostic) string {
	return fixedits.WithRelated(d.Labeled(d.Message), d.Related)
}

// words is inWords for findings that are alike.
func (a *alike) words(shown Shown) string {
	return fixedits.WithRelated(a.said, shown.related(a.Related))
}

// relatedLines returns a line for each of the first related places of a finding,
// and one that counts the others.
func relatedLines(places []fixedits.Related, shown Shown) []string {
	var lines []string
	for i, r := range shown.related(places) {
		if i == fixedits.RelatedShown {
			return append(lines, fmt.Sprintf("and %d more", len(places)-i))
		}
		lines = append(lines, r.String())
	}
	return lines
}

// related returns related places with their paths as text shows them.
func (s Shown) related(places []fixedits.Related) []fixedits.Related {
	if s == nil {
		return places
	}
	places = slices.Clone(places)
	for i := range places {
		places[i].Path = s(places[i].Path)
	}
	return places
}
