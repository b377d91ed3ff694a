package conformance

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// generate returns a random text that an expression matches, unless an
// assertion in it fails.
func generate(t *testing.T, random *rand.Rand, expression string) string {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	write(&b, random, re)
	return b.String()
}

func write(b *strings.Builder, random *rand.Rand, re *syntax.Regexp) {
	repeat := func(least, most int) {
		if most < 0 {
			most = least + 20
		}
		for range least + random.IntN(most-least+1) {
			write(b, random, re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(character(random, re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(' ' + random.Int32N('~'-' '+1))
	case syntax.OpStar:
		repeat(0, -1)
	case syntax.OpPlus:
		repeat(1, -1)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		repeat(re.Min, re.Max)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, random, sub)
		}
	case syntax.OpAlternate:
		write(b, random, re.Sub[random.IntN(len(re.Sub))])
	}
}

// character returns a character of a class of ranges, mostly of ASCII.
func character(random *rand.Rand, class []rune) rune {
	var out []rune
	for i := 0; i < len(class); i += 2 {
		for c := class[i]; c <= class[i+1] && c <= '~'; c++ {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return class[0]
	}
	return out[random.IntN(len(out))]
}
