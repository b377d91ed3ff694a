// Package terminal draws the terminal output of programs as SVG. It supports
// only the control characters that autofix uses.
package terminal

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// A Step is a command with its output.
type Step struct {
	Command string
	Output  []Line
}

// A Line is a row of the terminal.
type Line []Span

// A Span is text with one style.
type Span struct {
	Text  string
	Style Style
}

// A Style is the appearance of text.
type Style struct {
	Color int // SGR code, such as 31 for red; 0 is the default
	Bold  bool
}

// Lines returns the rows on a terminal after a program has printed these bytes.
// Overwritten rows, such as progress, are left out. The error names an
// unsupported escape sequence.
func Lines(printed []byte) ([]Line, error) {
	var lines []Line
	var style Style
	for raw := range bytes.Lines(printed) {
		raw = bytes.TrimRight(raw, "\r\n")
		line, after, err := row(string(raw), style)
		if err != nil {
			return nil, err
		}
		style = after
		lines = append(lines, line)
	}
	return lines, nil
}

// eraseLine restarts a row.
const eraseLine = "\r\x1b[K"

// row returns a row, and the style at its end.
func row(text string, style Style) (Line, Style, error) {
	if last := strings.LastIndex(text, eraseLine); last >= 0 {
		text = text[last+len(eraseLine):]
	}
	var line Line
	for text != "" {
		plain, rest, escaped := strings.Cut(text, "\x1b")
		if strings.ContainsFunc(plain, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return nil, style, fmt.Errorf("unknown control character in %q", plain)
		}
		if plain != "" {
			line = append(line, Span{expand(line, plain), style})
		}
		if !escaped {
			break
		}
		codes, after, found := strings.Cut(strings.TrimPrefix(rest, "["), "m")
		next, err := style.after(codes)
		if !found || !strings.HasPrefix(rest, "[") || err != nil {
			return nil, style, fmt.Errorf("unknown escape sequence at the start of %q", "\x1b"+rest)
		}
		style, text = next, after
	}
	return line, style, nil
}

// tab is the distance of tab stops, in characters.
const tab = 8

// expand returns text that follows a line, with its tabs expanded to spaces.
func expand(line Line, text string) string {
	column := 0
	for _, span := range line {
		column += len([]rune(span.Text))
	}
	var b strings.Builder
	for _, r := range text {
		if r != '\t' {
			b.WriteRune(r)
			column++
			continue
		}
		n := tab - column%tab
		b.WriteString(strings.Repeat(" ", n))
		column += n
	}
	return b.String()
}

// after returns the style after the codes of an SGR sequence, such as "31;1".
func (s Style) after(codes string) (Style, error) {
	for code := range strings.SplitSeq(codes, ";") {
		n, err := strconv.Atoi(code)
		switch {
		case code == "" || n == 0 && err == nil:
			s = Style{}
		case err != nil:
			return s, err
		case n == 1:
			s.Bold = true
		case n == 22:
			s.Bold = false
		case n == 39:
			s.Color = 0
		case 30 <= n && n <= 37 || 90 <= n && n <= 97:
			s.Color = n
		default:
			return s, fmt.Errorf("unknown code %d", n)
		}
	}
	return s, nil
}
