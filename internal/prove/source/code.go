package source

import (
	"bytes"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// obeyed matches comments that a compiler, a runner or a checker obeys, and
// comments that continue in the next line.
var obeyed = lazyregexp.New(`(?i)^(//|/\*|#)[^\w+@]{0,4}(go:|line\b|export\b|extern\b|\+build|.*-\*-|.*coding[:=]|vim?:|type:|pragma|noqa|pylint|mypy|pyright|ruff|nosec|fmt:|isort|yapf|@(ts-|jsx|flow|jest|vitest)|eslint|biome|oxlint|prettier|istanbul|c8\b|v8\b|webpack|vite\b|__(pure|no_side)|source(mapping)?url|nolint|lint:|buildifier|autofix)|^#!|\\$`)

// SameCode reports whether two texts of a source differ only in blank lines and
// in comments that no tool obeys. In doubt, and in unknown languages, they
// differ: a here-document of a shell may have text that looks like a comment,
// and so may the text of an element.
func SameCode(name string, a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	was, is := Read(name, a), Read(name, b)
	ext := path.Ext(name)
	switch {
	case was.Language == "", was.Language == Shell, ext == ".jsx", ext == ".tsx", was.Unreadable != "", is.Unreadable != "":
		return false
	case was.Language == Go && (cgo().Match(a) || cgo().Match(b)):
		return false // the comment before it is code of C
	}
	return slices.Equal(was.obeyed(), is.obeyed())
}

// obeyed returns the tokens that something obeys. Line breaks and the
// indentation of statements are code in some languages.
func (f *File) obeyed() (all []string) {
	for _, t := range f.Tokens() {
		word := t.Text(f.Text)
		if t.Kind == Comment && !obeyed().MatchString(word) {
			continue
		}
		if t.First {
			word = "\n" + word
			if (f.Language == Python || f.Language == Starlark) && t.Depth == 0 {
				word = string(bytes.Repeat([]byte{' '}, t.Column)) + word
			}
		}
		all = append(all, word)
	}
	return all
}

// Lines returns the lines of a source that have code, from 1.
func (f *File) Lines() map[int]bool {
	lines := map[int]bool{}
	for _, t := range f.Tokens() {
		if t.Kind == Comment {
			continue
		}
		for n := range bytes.Count(f.Text[t.Start:t.End], []byte("\n")) + 1 {
			lines[t.Line+n] = true
		}
	}
	return lines
}

var cgo = lazyregexp.New(`(?m)^\s*(import\s+)?"C"`)
