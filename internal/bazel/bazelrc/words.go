package bazelrc

import "strings"

// A line has at least one word.
type line struct {
	number int // 1-based; of the first line, if it is continued
	words  []string
}

// split divides a text into lines and words as Bazel does (blaze_util::Tokenize):
// a backslash at the end continues a line and otherwise quotes a character,
// quotes of either kind keep whitespace, and # begins a comment.
func split(text string) (lines []line) {
	number, first := 0, 1
	whole := ""
	for raw := range strings.Lines(text) {
		number++
		raw = strings.TrimRight(raw, "\r\n")
		if before, continued := strings.CutSuffix(raw, `\`); continued {
			whole += before
			continue
		}
		if words := wordsOf(whole + raw); len(words) > 0 {
			lines = append(lines, line{first, words})
		}
		whole, first = "", number+1
	}
	if words := wordsOf(whole); len(words) > 0 {
		lines = append(lines, line{first, words})
	}
	return lines
}

// wordsOf returns the words of a line.
func wordsOf(line string) (words []string) {
	var word strings.Builder
	in, quote := false, byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			in = true
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '#':
			if in {
				words = append(words, word.String())
			}
			if c == '#' {
				return words
			}
			word.Reset()
			in = false
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words
}
