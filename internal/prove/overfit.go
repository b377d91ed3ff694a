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
// of the tests that prove the candidate, or of lines that it adds to their
// files, such as a row of a table. A source that knows the inputs of its tests
// is right only for them.
func (p *proof) overfit(c *candidate, all []*broken, from *sources) error {
	known := map[string]string{}       // literals, and a test of each
	files := map[string]map[int]bool{} // their added lines
	added := func(name string) map[int]bool {
		if files[name] == nil {
			files[name] = map[int]bool{}
			for _, line := range c.change.Added(name) {
				files[name][line] = true
			}
		}
		return files[name]
	}
	for _, b := range all {
		for _, t := range b.tests {
			f, err := from.read(t.Path)
			if err != nil {
				return err
			}
			lines := added(t.Path)
			for _, token := range f.Tokens() {
				literal := telling(f, &token)
				if literal != "" && known[literal] == "" && (token.Line >= t.Line && token.Line <= t.Last || lines[token.Line]) {
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
		lines := added(changed.Path)
		f := source.Read(changed.Path, changed.After)
		for _, token := range conditional(f) {
			literal := telling(f, &token)
			if !lines[token.Line] || known[literal] == "" {
				continue
			}
			if left--; left < 0 {
				return nil
			}
			p.note(fmt.Sprintf("candidate %d: %s, line %d: a condition has %s, which %s has too: the source may know the inputs of its tests (overfit)", c.id, changed.Path, token.Line, token.Text(f.Text), known[literal]))
			delete(lines, token.Line) // one note a line
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
// up: in a condition or a case, next to an operator of comparison, or as a key.
func conditional(f *source.File) []source.Token {
	code := f.Code()
	at := func(i int) string {
		if i < 0 || i >= len(code) {
			return ""
		}
		return code[i].Text(f.Text)
	}
	compares := []string{"==", "===", "!=", "!==", "in"}
	var all []source.Token
	end := 0 // of the condition
	for i := range code {
		if slices.Contains([]string{"if", "elif", "switch", "case"}, at(i)) {
			end = max(end, i+condition(f, code[i:]))
		}
		if k := code[i].Kind; k != source.Number && k != source.String {
			continue
		}
		index := at(i-1) == "[" && at(i+1) == "]" && (at(i+2) == "=" || at(i+2) == ":")
		if i < end || index || at(i+1) == ":" || slices.Contains(compares, at(i-1)) || slices.Contains(compares, at(i+1)) {
			all = append(all, code[i])
		}
	}
	return all
}

// maxCondition bounds the tokens of a condition.
const maxCondition = 200

// condition returns the number of tokens up to the end of the condition that
// the first one starts.
func condition(f *source.File, code []source.Token) int {
	ends := []string{":", "else"}
	switch word := code[0].Text(f.Text); {
	case word == "case":
	case f.Language == source.Go:
		ends = []string{"{"}
	case f.Language == source.JavaScript:
		ends = []string{")"}
	}
	code = code[:min(len(code), maxCondition)]
	for i := range code {
		if i > 0 && (code[i].Depth < code[0].Depth || code[i].Depth == code[0].Depth && slices.Contains(ends, code[i].Text(f.Text))) {
			return i
		}
	}
	return len(code)
}
