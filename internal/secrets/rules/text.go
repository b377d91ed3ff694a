package rules

import (
	"strings"
	"sync"
	"unicode/utf8"

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
		lines:    sync.OnceValue(func() *position.Text { return position.New([]byte(original), position.LF) }),
	}
	lower := []byte(original)
	var all byte
	for i, c := range lower {
		all |= c
		if 'A' <= c && c <= 'Z' {
			lower[i] = c - 'A' + 'a'
		}
	}
	if t.folds = all >= utf8.RuneSelf && strings.ContainsAny(original, foldsToASCII); t.folds {
		t.lower = strings.ToLower(original)
	} else {
		t.lower = string(lower)
	}
	return t
}
