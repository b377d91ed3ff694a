package nesting_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

func TestCounter(t *testing.T) {
	tests := []struct {
		tokens   string // each a byte: brackets, separators and terms
		depth    int
		brackets int
	}{
		{"", 0, 0},
		{"a", 1, 0},
		{"a+b", 3, 0},
		{"a,b", 1, 0},
		{"(", 1, 1},
		{"a(b", 3, 1},
		{"a(b,c", 3, 1},
		{"a(b,c)", 2, 0},
		{"a(b)(c", 4, 1},
		{"((((", 4, 4},
		{"(((()", 4, 3},
		{"a,(b,(c,", 2, 2},
		{"),)", 0, 0},
		{"a)b", 1, 0},
	}
	for _, test := range tests {
		var c nesting.Counter
		for _, token := range test.tokens {
			switch token {
			case '(':
				c.Open()
			case ')':
				c.Close()
			case ',':
				c.Next()
			default:
				c.Term()
			}
		}
		if c.Depth() != test.depth || c.Brackets() != test.brackets {
			t.Errorf("%q: depth %d in %d brackets, want %d in %d", test.tokens, c.Depth(), c.Brackets(), test.depth, test.brackets)
		}
	}
}
