package tests

import (
	"bytes"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

// lexicals are the rules of the languages whose comments can be distinguished
// from code for certain. A here-document of a shell may have text that looks
// like a comment.
var lexicals = map[Language]tokens.Language{
	Go: tokens.Go, Python: tokens.Python, Starlark: tokens.Python, JavaScript: tokens.JavaScript,
}

// obeyed matches comments that a compiler, a runner or a checker obeys, and
// comments that continue in the next line.
var obeyed = lazyregexp.New(`(?i)^(//|/\*|#)[^\w+@]{0,4}(go:|line\b|export\b|extern\b|\+build|.*-\*-|.*coding[:=]|vim?:|type:|pragma|noqa|pylint|mypy|pyright|ruff|nosec|fmt:|isort|yapf|@(ts-|jsx|flow|jest|vitest)|eslint|biome|oxlint|prettier|istanbul|c8\b|v8\b|webpack|vite\b|__(pure|no_side)|source(mapping)?url|nolint|lint:|buildifier|autofix)|^#!|\\$`)

// SameCode reports whether two texts of a source differ only in blank lines and
// in comments that no tool obeys. In doubt, and in unknown languages, they
// differ.
func SameCode(name string, a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	rules, known := lexicals[languageOf(name)]
	ext := path.Ext(name)
	if !known || ext == ".jsx" || ext == ".tsx" || max(len(a), len(b)) > maxBytes {
		return false // the text of an element may look like a comment
	}
	if rules == tokens.Go && (cgo().Match(a) || cgo().Match(b)) {
		return false // the comment before it is code of C
	}
	said := func(text []byte) []string {
		var all []string
		for _, t := range tokens.Scan(rules, text) {
			word := t.Text(text)
			if t.Kind == tokens.Comment && !obeyed().MatchString(word) {
				continue
			}
			// Line breaks and the indentation of statements are code in some languages.
			if t.First {
				word = "\n" + word
				if rules == tokens.Python && t.Depth == 0 {
					word = string(bytes.Repeat([]byte{' '}, t.Column)) + word
				}
			}
			all = append(all, word)
		}
		return all
	}
	return slices.Equal(said(a), said(b))
}

var cgo = lazyregexp.New(`(?m)^\s*(import\s+)?"C"`)
