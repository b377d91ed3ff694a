// Package mutants makes small wrong changes of a source, so that running its
// tests shows how well they watch the changed lines.
//
// Go is read by its parser, other languages by their tokens. Strings, comments,
// imports, logging and tests are left alone: a mutant of them tells nothing
// about behavior.
package mutants

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
	"github.com/rules-autofix/rules_autofix/prove/tests"
)

// maxBytes bounds the sources that are read.
const maxBytes = 1 << 20

// A Mutant is a source with one small wrong change.
type Mutant struct {
	ID   string // m1, m2 ... in the order of the lines
	Path string
	Line int    // from 1
	What string // such as: == became !=
	Text []byte // of the whole file
}

// Evidence returns what the evidence says of a mutant.
func (m *Mutant) Evidence() evidence.Mutant {
	return evidence.Mutant{ID: m.ID, Path: m.Path, Line: m.Line, What: m.What}
}

// A rank orders the kinds of mutants: the likeliest to tell something first.
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

// Of returns at most max mutants of the lines of a source, which count from 1.
// The same arguments give the same mutants. The lines share them evenly. A
// mutant of Go or Starlark parses; one of another language has the brackets of
// the source. A test file has none, nor has a language that is not known.
func Of(name string, text []byte, lines []int, max int) []Mutant {
	if max <= 0 || len(text) > maxBytes || tests.IsTestFile(name) {
		return nil
	}
	language := languageOf(name)
	if language == nil {
		return nil
	}
	edits := language.edits(name, text)
	changed := map[int]bool{}
	for _, l := range lines {
		changed[l] = true
	}
	edits = slices.DeleteFunc(edits, func(e edit) bool { return !changed[e.line] })
	var list []Mutant
	for _, e := range spread(edits) {
		mutant := slices.Concat(text[:e.start], []byte(e.text), text[e.end:])
		if !language.sound(name, text, mutant) {
			continue
		}
		list = append(list, Mutant{Path: name, Line: e.line, What: e.what, Text: mutant})
		if len(list) == max {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b Mutant) int { return cmp.Compare(a.Line, b.Line) })
	return numbered(list)
}

// Select returns at most max of the mutants of several files, which share them
// evenly, and gives them new ids.
func Select(max int, files ...[]Mutant) []Mutant {
	var list []Mutant
	for round := 0; len(list) < max; round++ {
		some := false
		for _, f := range files {
			if round < len(f) && len(list) < max {
				list = append(list, f[round])
				some = true
			}
		}
		if !some {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return numbered(list)
}

func numbered(list []Mutant) []Mutant {
	for i := range list {
		list[i].ID = fmt.Sprintf("m%d", i+1)
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

// A language finds edits, and checks what they make.
type language interface {
	edits(name string, text []byte) []edit
	// sound reports whether a mutant is a source still.
	sound(name string, before, after []byte) bool
}

// languageOf returns the language of a file, or nil.
func languageOf(name string) language {
	switch base := path.Base(name); base {
	case "BUILD", "BUILD.bazel":
		return starlark{words}
	}
	switch path.Ext(name) {
	case ".go":
		return golang{}
	case ".bzl":
		return starlark{words}
	case ".py":
		return words
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts":
		return scripts
	case ".java", ".kt":
		return java
	case ".rs":
		return rust
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".cs", ".swift", ".scala":
		return braces
	}
	return nil
}

// opposites are comparisons and what negates them; neighbors what moves their
// boundary by one.
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
