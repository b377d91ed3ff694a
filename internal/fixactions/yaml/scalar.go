package yaml

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Texts that some parser, of YAML 1.1 or 1.2, does not read as a string.
var (
	words = lazyregexp.New(`^(?i:y|yes|n|no|on|off|true|false|null|~|<<|=|[-+]?\.inf|\.nan)$`)
	dates = lazyregexp.New(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?$`)
	// Of any base, with underscores, as floats of YAML 1.1 ("1.2." is one to
	// some), or of base 60. Ports such as 6379:6379 are not numbers but get
	// quotes too: 22:22 is one.
	numbers = lazyregexp.New(`^[-+]?(0[xX][0-9a-fA-F_]+|0[oO]?[0-7_]+|0[bB][01_]+|[0-9][0-9_,]*(:[0-9]+)+(\.[0-9_]*)?|([0-9][0-9_]*\.?[0-9_]*|\.[0-9_]+)([eE][-+]?[0-9_]*)?)$`)
)

// readsAsString reports whether every parser of YAML reads a plain scalar as a
// string.
func readsAsString(text string) bool {
	if len(text) > 0 && (text[0] >= '0' && text[0] <= '9' || strings.IndexByte("+-.", text[0]) >= 0) {
		return !words().MatchString(text) && !dates().MatchString(text) && !numbers().MatchString(text)
	}
	return len(text) > len("false") || !words().MatchString(text)
}

// canBePlain reports whether a string can be written without quotes.
func canBePlain(text string, inFlow bool) bool {
	if text == "" || !readsAsString(text) || strings.TrimSpace(text) != text ||
		strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.HasSuffix(text, ":") ||
		strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") {
		return false
	}
	if strings.IndexByte("-?:", text[0]) >= 0 && (len(text) == 1 || text[1] == ' ') || strings.IndexByte("!&*|>'\"%@`#,[]{}", text[0]) >= 0 {
		return false
	}
	if inFlow && strings.ContainsAny(text, ",[]{}:?") {
		return false
	}
	return printable(text, false)
}

// printable reports whether a string has only characters that YAML shows as
// they are, on one line or on several.
func printable(text string, lines bool) bool {
	for _, char := range text {
		switch {
		case char == '\n':
			if !lines {
				return false
			}
		case char == '\u0085', char == '\u2028', char == '\u2029', char == '\ufeff', char == unicode.ReplacementChar, !unicode.IsPrint(char):
			return false
		}
	}
	return true
}

// A quoting is how a string is written if it can be.
type quoting uint8

const (
	unquoted quoting = iota
	singleQuoted
	doubleQuoted
)

// quotingOf returns the quoting of a scalar.
func quotingOf(n *upstream.Node) quoting {
	switch {
	case n.Style&upstream.DoubleQuotedStyle != 0:
		return doubleQuoted
	case n.Style&upstream.SingleQuotedStyle != 0:
		return singleQuoted
	}
	return unquoted
}

// scalarText returns a scalar on one line.
func scalarText(plain any, like quoting, inFlow bool) string {
	switch plain := plain.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(plain)
	case json.Number:
		return numberText(string(plain))
	case string:
		return stringText(plain, like, inFlow)
	}
	panic(fmt.Sprintf("yaml: a scalar of the type %T", plain))
}

// stringText returns a string on one line: with the quotes of like if they can
// express it, otherwise with double quotes.
func stringText(text string, like quoting, inFlow bool) string {
	switch {
	case like == unquoted && canBePlain(text, inFlow):
		return text
	case like == singleQuoted && printable(text, false):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, char := range text {
		switch {
		case char == '"' || char == '\\':
			b.WriteByte('\\')
			b.WriteRune(char)
		case char == '\n':
			b.WriteString(`\n`)
		case char == '\t':
			b.WriteString(`\t`)
		case char == '\r':
			b.WriteString(`\r`)
		case printable(string(char), false):
			b.WriteRune(char)
		case char < 0x100:
			fmt.Fprintf(&b, `\x%02x`, char)
		case char < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, char)
		default:
			fmt.Fprintf(&b, `\U%08x`, char)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// numberText returns a number of JSON as one of YAML 1.1 and 1.2: the former
// has no exponent without a point and a sign.
func numberText(text string) string {
	at := strings.IndexAny(text, "eE")
	if at < 0 {
		return text
	}
	mantissa, exponent := text[:at], text[at+1:]
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + "e" + exponent
}

// blockText returns the header of a literal block scalar and its lines, if a
// string can be one.
func blockText(text string) (header string, lines []string, ok bool) {
	body, ended := strings.CutSuffix(text, "\n")
	if body == "" || strings.HasSuffix(body, "\n") || !printable(text, true) ||
		strings.HasPrefix(body, " ") || strings.HasPrefix(body, "\n") {
		return "", nil, false
	}
	lines = strings.Split(body, "\n")
	for _, line := range lines {
		if strings.TrimRight(line, " ") != line { // editors strip it, and most of us do not see it
			return "", nil, false
		}
	}
	if ended {
		return "|", lines, true
	}
	return "|-", lines, true
}

// foldedLines returns the lines of a folded block scalar of a text with the
// given lines. A line is folded between words, to lines of at most width
// characters if its words allow it. Lines that begin with a space cannot be
// folded.
func foldedLines(lines []string, width int) (folded []string, ok bool) {
	for i, line := range lines {
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			return nil, false
		}
		if i > 0 && line != "" {
			folded = append(folded, "") // one line end would be a space
		}
		for utf8.RuneCountInString(line) > width {
			at := foldAt(line, width)
			if at < 0 {
				break
			}
			folded = append(folded, line[:at])
			line = line[at+1:]
		}
		folded = append(folded, line)
	}
	return folded, true
}

// foldAt returns the offset of the last single space in the first width+1
// characters of a line, or else of the first one, or -1.
func foldAt(line string, width int) int {
	best, column := -1, 0
	for i, char := range line {
		if column > width && best >= 0 {
			break
		}
		column++
		if char == ' ' && i > 0 && i+1 < len(line) && !isSpace(line[i-1]) && !isSpace(line[i+1]) {
			best = i
		}
	}
	return best
}
