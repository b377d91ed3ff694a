package terminal

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Sizes in pixels of the drawing; times in seconds.
const (
	advance    = 8.4 // width of a character
	fontSize   = 14
	lineHeight = 20
	margin     = 20
	titleBar   = 36

	beforeCommand = 1.2 // between the output of one command and the next command
	beforeOutput  = 0.6
	betweenLines  = 0.04
)

// palette maps SGR codes to colors on a dark background.
var palette = map[int]string{
	30: "#484f58", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea", 37: "#e6edf3",
	90: "#8b949e", 91: "#ffa198", 92: "#aff5b4", 93: "#f2cc60", 94: "#a5d6ff", 95: "#e2c5ff", 96: "#b3f0ff", 97: "#ffffff",
}

// SVG draws a session. Lines appear one after the other if the viewer animates
// SVG and the reader has not requested reduced motion; otherwise all are
// visible from the start.
func SVG(steps []Step) []byte {
	var rows []timedRow
	width := 0
	at := 0.0
	add := func(line Line) {
		n := 0
		for _, span := range line {
			n += len([]rune(span.Text))
		}
		width = max(width, n)
		rows = append(rows, timedRow{line, at})
	}
	for i, step := range steps {
		if i > 0 {
			at += beforeCommand
		}
		add(Line{{"$ ", Style{Color: 32}}, {step.Command, Style{Bold: true}}})
		at += beforeOutput
		for _, line := range step.Output {
			add(line)
			at += betweenLines
		}
	}
	var b bytes.Buffer
	w := float64(width)*advance + 2*margin
	h := titleBar + len(rows)*lineHeight + margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d" role="img">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n", escaped(title(steps)))
	b.WriteString(style)
	fmt.Fprintf(&b, `<rect class="window" width="%.0f" height="%d" rx="8"/>`+"\n", w, h)
	for i, color := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="18" r="6" fill="%s"/>`+"\n", margin+i*20, color)
	}
	for i, row := range rows {
		row.draw(&b, titleBar+i*lineHeight+fontSize)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

var style = fmt.Sprintf(`<style>
.window { fill: #0d1117; }
text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; animation: appear .01s backwards; }
.b { font-weight: bold; }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { text { animation: none; } }
</style>
`, fontSize)

// title returns the text alternative of the drawing, for screen readers.
func title(steps []Step) string {
	commands := make([]string, len(steps))
	for i, step := range steps {
		commands[i] = step.Command
	}
	return "A terminal session: " + strings.Join(commands, "; ")
}

// A timedRow is a row that appears at a given time.
type timedRow struct {
	line Line
	at   float64
}

// draw writes a row whose baseline is at y. Each span has the width of its
// characters on a terminal, whatever the font of the viewer.
func (r timedRow) draw(b *bytes.Buffer, y int) {
	if len(r.line) == 0 {
		return
	}
	fmt.Fprintf(b, `<text y="%d" style="animation-delay:%.2fs" xml:space="preserve">`, y, r.at)
	column := 0
	for _, span := range r.line {
		n := len([]rune(span.Text))
		fmt.Fprintf(b, `<tspan x="%.1f" textLength="%.1f"`, margin+float64(column)*advance, float64(n)*advance)
		if span.Style.Bold {
			b.WriteString(` class="b"`)
		}
		if color, ok := palette[span.Style.Color]; ok {
			fmt.Fprintf(b, ` fill="%s"`, color)
		}
		fmt.Fprintf(b, ">%s</tspan>", escaped(span.Text))
		column += n
	}
	b.WriteString("</text>\n")
}

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // writing to a bytes.Buffer cannot fail
	return b.String()
}
