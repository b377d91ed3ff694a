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

// The counter counts as one does that keeps every bracket's tokens, and sums
// them up each time.
func FuzzCounter(f *testing.F) {
	for _, seed := range []string{"", "((a,b)c)", ")a(", "a,a(a(a,a)", "()()a"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var c nesting.Counter
		levels := []int{0}
		for i, b := range src {
			last := len(levels) - 1
			switch b {
			case '(':
				c.Open()
				levels[last]++
				levels = append(levels, 0)
			case ')':
				c.Close()
				if levels[last] = 0; last > 0 {
					levels = levels[:last]
				}
			case ',':
				c.Next()
				levels[last] = 0
			default:
				c.Term()
				levels[last]++
			}
			sum := 0
			for _, n := range levels {
				sum += n
			}
			if c.Depth() != sum || c.Brackets() != len(levels)-1 {
				t.Fatalf("%q: depth %d, %d brackets, want %d, %d", src[:i+1], c.Depth(), c.Brackets(), sum, len(levels)-1)
			}
		}
	})
}
