package rules

import (
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A text is a text that is searched.
type text struct {
	original string
	lower    string
	folds    bool // whether it has one of foldsToASCII
	lines    func() *position.Text
}

// foldsToASCII are the characters that are not ASCII, and equal an ASCII letter
// except for case: to an expression, or to strings.ToLower.
const foldsToASCII = "ſ\u212Aİ"

// newText returns a text. Unless it folds, it has the same length in lowercase.
func newText(original string) *text {
	t := &text{
		original: original,
		folds:    strings.ContainsAny(original, foldsToASCII),
		lines:    sync.OnceValue(func() *position.Text { return position.New([]byte(original), position.LF) }),
	}
	if t.folds {
		t.lower = strings.ToLower(original)
		return t
	}
	lower := []byte(original)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c - 'A' + 'a'
		}
	}
	t.lower = string(lower)
	return t
}
