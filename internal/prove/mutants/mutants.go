// Package mutants makes small wrong changes of a source, so that running its
// tests shows how well they watch the changed lines, and changes that keep its
// behavior, which no test may notice.
//
// Go is read by its parser, Starlark, Python and JavaScript by their tokens.
// Strings, comments, imports, logging and tests are left alone: their mutants
// show nothing about behavior.
package mutants

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A Mutant is a source with one small wrong change.
type Mutant struct {
	ID   string // m1, m2 ... in the order of the lines
	Path string
	Line int    // from 1
	What string // such as: == became !=
	Text []byte // of the whole file
}

// Evidence returns the record of a mutant for the evidence.
func (m *Mutant) Evidence() evidence.Mutant {
	return evidence.Mutant{ID: m.ID, Path: m.Path, Line: m.Line, What: m.What}
}

// A rank orders the kinds of mutants: the most telling first.
type rank int

const (
	negation   rank = iota // of a condition or comparison
	logic                  // and became or
	boundary               // < became <=
	result                 // a value that is returned became zero
	boolean                // true became false
	statement              // a statement was dropped
	arithmetic             // + became -
	number                 // n became n + 1
)

// An edit is a mutant before it is chosen.
type edit struct {
	start, end int // bytes that are replaced
	text       string
	line       int
	rank       rank
	what       string
}

// A Source is a file, and the lines in it that get mutants, from 1.
type Source struct {
	Path  string
	Text  []byte
	Lines []int
}

// Select returns at most most mutants, spread evenly over the sources and over
// the lines of a source. Each source that can have a mutant has one, even if
// there are more sources than most. The same arguments give the same mutants. A
// mutant of Go or Starlark parses; a mutant of another language has the
// brackets of the source. Test files and unknown languages have no mutants.
func Select(most int, sources ...Source) []Mutant {
	if most <= 0 {
		return nil
	}
	most = max(most, len(sources))
	of := make([][]Mutant, len(sources))
	for i, s := range sources {
		of[i] = s.best(most)
	}
	var list []Mutant
	for round := 0; round < most; round++ {
		for _, best := range of {
			if round < len(best) && len(list) < most {
				list = append(list, best[round])
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	for i := range list {
		list[i].ID = fmt.Sprintf("m%d", i+1)
	}
	return list
}

// best returns at most most mutants, the most telling first.
func (s *Source) best(most int) []Mutant {
	language := languageOf(s.Path)
	if len(s.Text) == 0 || len(s.Text) > source.MaxBytes || source.IsTestFile(s.Path) || language == nil {
		return nil
	}
	edits := language.edits(source.Read(s.Path, s.Text))
	changed := map[int]bool{}
	for _, l := range s.Lines {
		changed[l] = true
	}
	edits = slices.DeleteFunc(edits, func(e edit) bool { return !changed[e.line] })
	var list []Mutant
	for _, e := range spread(edits) {
		mutant := slices.Concat(s.Text[:e.start], []byte(e.text), s.Text[e.end:])
		if !language.sound(s.Path, s.Text, mutant) {
			continue
		}
		list = append(list, Mutant{Path: s.Path, Line: e.line, What: e.what, Text: mutant})
		if len(list) == most {
			break
		}
	}
	return list
}

// spread orders edits so that each line has its best one before any has its
// second.
func spread(edits []edit) []edit {
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.rank, b.rank), cmp.Compare(a.start, b.start))
	})
	rounds := make([]int, len(edits))
	for i := 1; i < len(edits); i++ {
		if edits[i].line == edits[i-1].line {
			rounds[i] = rounds[i-1] + 1
		}
	}
	order := make([]int, len(edits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rounds[a], rounds[b]) })
	sorted := make([]edit, 0, len(edits))
	for _, i := range order {
		sorted = append(sorted, edits[i])
	}
	return sorted
}

// A language finds edits, and checks their result.
type language interface {
	edits(f *source.File) []edit
	// sound reports whether a mutant is a source still.
	sound(name string, before, after []byte) bool
}

// languageOf returns the language of a file, or nil.
func languageOf(name string) language {
	if path.Ext(name) == ".bzl" {
		return starlark{words}
	}
	return map[source.Language]language{source.Go: golang{}, source.Starlark: starlark{words}, source.Python: words, source.JavaScript: scripts}[source.LanguageOf(name)]
}

// opposites maps comparisons to their negations; neighbors maps them to the
// ones that move their boundary by one.
var (
	opposites = map[string]string{"==": "!=", "!=": "==", "===": "!==", "!==": "===", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	neighbors = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
	logics    = map[string]string{"&&": "||", "||": "&&", "and": "or", "or": "and"}
	sums      = map[string]string{"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+="}
	truths    = map[string]string{"true": "false", "false": "true", "True": "False", "False": "True"}
)

// replace is an edit that replaces one text by another.
func replace(start int, was, is string, line int, r rank) edit {
	return edit{start, start + len(was), is, line, r, was + " became " + is}
}
