package syntax

import (
	"strings"
	"unicode"
)

// readFlags reads the flags of an instruction, which start at an offset of
// text, and returns the offset of the arguments. Like BuildKit, it takes each
// byte for a Latin-1 character.
func readFlags(ins *Instruction, text string, offset int, escape byte) int {
	for {
		for offset < len(text) && unicode.IsSpace(rune(text[offset])) {
			offset++
		}
		if !strings.HasPrefix(text[offset:], "--") {
			return offset
		}
		flag, quoted := readFlag(text, offset, escape)
		offset = flag.End
		if flag.Value == "--" {
			return offset
		}
		if quoted || flag.Value != "" {
			ins.Flags = append(ins.Flags, flag)
		}
	}
}

// readFlag reads one flag, and reports whether it has quotes.
func readFlag(text string, start int, escape byte) (flag Flag, quoted bool) {
	var value strings.Builder
	var quote byte
	equals := -1
	offset := start
	for ; offset < len(text); offset++ {
		c := text[offset]
		switch {
		case quote == 0 && unicode.IsSpace(rune(c)):
			return makeFlag(start, offset, equals, value.String()), quoted
		case quote == 0 && (c == '\'' || c == '"'):
			quote, quoted = c, true
			continue
		case quote != 0 && c == quote:
			quote = 0
			continue
		case c == escape:
			if offset+1 == len(text) {
				quote = 0
				continue
			}
			offset++
			c = text[offset]
		case c == '=' && equals < 0:
			equals = offset
		}
		value.WriteRune(rune(c))
	}
	return makeFlag(start, offset, equals, value.String()), quoted
}

func makeFlag(start, end, equals int, value string) Flag {
	flag := Flag{Word: Word{value, start, end}, ArgAt: end, Bare: equals < 0}
	flag.Name, flag.Arg, _ = strings.Cut(strings.TrimPrefix(value, "--"), "=")
	if equals >= 0 {
		flag.ArgAt = equals + 1
	}
	return flag
}
