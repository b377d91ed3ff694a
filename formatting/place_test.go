package formatting_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

func TestSyntaxErrorAt(t *testing.T) {
	for _, test := range []struct {
		offset int
		want   formatting.SyntaxError
	}{
		{0, formatting.SyntaxError{Line: 1, Column: 1, Offset: 0}},
		{2, formatting.SyntaxError{Line: 1, Column: 3, Offset: 2}}, // the line ending belongs to its line
		{3, formatting.SyntaxError{Line: 2, Column: 1, Offset: 3}},
		{6, formatting.SyntaxError{Line: 2, Column: 4, Offset: 6}},
		{7, formatting.SyntaxError{Line: 3, Column: 1, Offset: 7}},
		{99, formatting.SyntaxError{Line: 3, Column: 1, Offset: 7}},
		{-1, formatting.SyntaxError{Line: 1, Column: 1, Offset: 0}},
	} {
		test.want.Path, test.want.Msg = "a", "wrong"
		if got := formatting.SyntaxErrorAt("a", []byte("ab\n\u00e9c\n"), test.offset, "wrong"); *got != test.want {
			t.Errorf("%d: %+v, want %+v", test.offset, *got, test.want)
		}
	}
}
