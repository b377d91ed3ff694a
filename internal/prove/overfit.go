package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// maxOverfit bounds the notes about conditions.
const maxOverfit = 5

// overfit notes the conditions in changed lines of sources that have literals
// of the tests that prove the candidate. A source that knows the inputs of its
// tests is right for them alone.
func (p *proof) overfit(c *candidate, all []*broken, from *sources) error {
	known := map[string]string{} // literals, and a test of each
	for _, b := range all {
		for _, t := range b.tests {
			f, err := from.read(t.Path)
			if err != nil {
				return err
			}
			for _, token := range f.Tokens() {
				if literal := telling(f, &token); literal != "" && token.Line >= t.Line && token.Line <= t.Last && known[literal] == "" {
					known[literal] = t.FullName()
				}
			}
		}
	}
	left := maxOverfit
	for i := range c.source.Files {
		changed := &c.source.Files[i]
		if changed.After == nil || policy.KindOf(changed) != evidence.Source {
			continue
		}
		added := map[int]bool{}
		for _, line := range c.change.Added(changed.Path) {
			added[line] = true
		}
		f := source.Read(changed.Path, changed.After)
		for _, token := range conditional(f) {
			literal := telling(f, &token)
			if !added[token.Line] || known[literal] == "" {
				continue
			}
			if left--; left < 0 {
				return nil
			}
			p.note(fmt.Sprintf("candidate %d: %s, line %d: a condition has %s, which %s has too: the source may know the inputs of its tests (overfit)", c.id, changed.Path, token.Line, token.Text(f.Text), known[literal]))
			delete(added, token.Line) // one note a line
		}
	}
	return nil
}

// telling returns the value of a literal that few sources have by chance, or
// "".
func telling(f *source.File, t *source.Token) string {
	word := t.Text(f.Text)
	switch t.Kind {
	case source.Number:
		if len(word) > 1 || word > "2" {
			return word
		}
	case source.String:
		if word = strings.Trim(word, "\"'`"); len(word) > 1 {
			return word
		}
	}
	return ""
}

// conditional returns the literals that a source compares, selects by or looks
// up: next to an operator of comparison, in the line of a case, or as a key.
func conditional(f *source.File) []source.Token {
	code := f.Code()
	at := func(i int) string {
		if i < 0 || i >= len(code) {
			return ""
		}
		return code[i].Text(f.Text)
	}
	compares := []string{"==", "===", "!=", "!==", "case", "in"}
	var all []source.Token
	inCase := 0 // the line
	for i := range code {
		if at(i) == "case" {
			inCase = code[i].Line
		}
		if k := code[i].Kind; k != source.Number && k != source.String {
			continue
		}
		if slices.Contains(compares, at(i-1)) || slices.Contains(compares, at(i+1)) || at(i+1) == ":" || code[i].Line == inCase {
			all = append(all, code[i])
		}
	}
	return all
}
