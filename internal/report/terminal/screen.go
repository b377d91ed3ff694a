// Package terminal draws sources and their changes for a person at a terminal:
// lines with their numbers, ranges underlined, and small diffs. It knows
// nothing of findings.
//
// A text is only shown, never obeyed: control characters, escape sequences,
// characters that change the direction of text, and bytes that are not UTF-8
// are made visible.
package terminal

import (
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"golang.org/x/term"
)

// A Screen is the terminal that a text is drawn for.
type Screen struct {
	Width int  // in columns; 0 is DefaultWidth
	Color bool // with colors
	Links bool // with hyperlinks (OSC 8)
}

// The widths of a screen, in columns.
const (
	DefaultWidth = 80 // of a terminal that does not say it
	leastWidth   = 20 // a narrower terminal wraps lines
)

// WidthOf returns the width of a terminal now, or 0 if it is not known. People
// resize terminals, so it is asked for each drawing.
func WidthOf(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Columns returns the width to draw for.
func (s *Screen) Columns() int {
	if s.Width <= 0 {
		return DefaultWidth
	}
	return max(s.Width, leastWidth)
}

// A Style is a color, or a weight. Nothing is said by it alone.
type Style int

// The styles.
const (
	Plain Style = iota
	Bold
	Red
	Yellow
	Cyan
	Green
	Blue
)

var attributes = map[Style][]color.Attribute{
	Bold:   {color.Bold},
	Red:    {color.FgRed, color.Bold},
	Yellow: {color.FgYellow, color.Bold},
	Cyan:   {color.FgCyan, color.Bold},
	Green:  {color.FgGreen},
	Blue:   {color.FgBlue, color.Bold},
}

// Paint returns a text in a style.
func (s *Screen) Paint(style Style, text string) string {
	if !s.Color || style == Plain || text == "" {
		return text
	}
	c := color.New(attributes[style]...)
	c.EnableColor()
	return c.Sprint(text)
}

// Link returns a text that leads to an address, on a screen that has links. The
// address has only printable characters.
func (s *Screen) Link(address, text string) string {
	if !s.Links || address == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return text
	}
	return "\x1b]8;;" + address + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}
