package dockerfile

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A style is what holds for every file.
type style struct {
	canonical  bool   // one layout for all files; else what a file does on purpose stays
	keepIndent bool   // continuation lines stay where they are
	indent     string // of continuation lines, where they do not
}

// blankLines returns how many blank lines may follow each other.
func (s style) blankLines() int {
	if s.canonical {
		return 1
	}
	return 2
}

// Habits are what a file does on purpose, and what the style that keeps such
// things leaves alone. To print a file does not change them.
type habits struct {
	columns bool    // words start in one column, behind several spaces
	glued   [2]bool // no space is between most escape characters and a word, or an operator
}

func habitsOf(d *document) habits { return habits{columns: inColumns(d), glued: glued(d)} }

// glued reports for what ends in a word, and for what ends in an operator,
// whether more than half of the lines have no space before the escape
// character.
func glued(d *document) (most [2]bool) {
	var surplus [2]int
	for _, ins := range d.Instructions {
		for _, text := range d.goingOn(ins) {
			if body := strings.TrimRight(text, " \t"); body == text {
				surplus[ending(body)]++
			} else {
				surplus[ending(body)]--
			}
		}
	}
	return [2]bool{surplus[0] > 0, surplus[1] > 0}
}

// goingOn returns the lines of an instruction that another one follows, up to
// the escape character, but for those with nothing else.
func (d *document) goingOn(ins *syntax.Instruction) []string {
	var out []string
	last := len(strings.TrimRight(ins.Text.Value, " \t\v\f\r"))
	for _, b := range ins.Breaks {
		text := d.Source[strings.LastIndexByte(d.Source[:b.Mark], '\n')+1 : b.Mark]
		if b.At < last && strings.TrimSpace(text) != "" {
			out = append(out, text)
		}
	}
	return out
}

// ending returns 1 for a text that ends in an operator of a shell, and 0 for
// one that ends in a word.
func ending(text string) int {
	switch text[len(text)-1] {
	case '&', '|', ';':
		return 1
	}
	return 0
}

// inColumns reports whether words of two instructions start in one column, both
// behind several spaces, or one of them if one instruction follows the other.
// What a shell reads is one word.
func inColumns(d *document) bool {
	var above []int
	wide := make(map[int]bool) // columns of words behind several spaces, of all instructions above
	near := make(map[int]bool) // those of the instruction above, behind several spaces
	for _, ins := range d.Instructions {
		var here []int
		hereWide := make(map[int]bool)
		for _, g := range gaps(ins) {
			at := column(ins.Text.Value[:g.end], 8)
			here = append(here, at)
			if near[at] || ins.Text.Value[g.start:g.end] != " " && (wide[at] || slices.Contains(above, at)) {
				return true
			}
			if ins.Text.Value[g.start:g.end] != " " {
				hereWide[at] = true
			}
		}
		for at := range hereWide {
			wide[at] = true
		}
		above, near = here, hereWide
	}
	return false
}

// gaps returns what is between words on the first line of an instruction.
func gaps(ins *syntax.Instruction) []change {
	w := &words{ins: ins, gapsOnly: true}
	w.instruction(ins)
	return slices.DeleteFunc(w.out, func(c change) bool { return after(ins.Breaks, c.start) > 0 })
}

// A mark is an escape character at the end of a line.
type mark struct {
	column int
	wide   bool // several spaces, or a tab, are before it
}

// marksInColumn reports whether the escape characters of two lines of an
// instruction are in one column, both behind several spaces, or one of them if
// one line follows the other.
func (d *document) marksInColumn(ins *syntax.Instruction) bool {
	for _, tab := range []int{4, 8} {
		wide := make(map[int]bool)
		var above mark
		for _, text := range d.goingOn(ins) {
			blanks := text[len(strings.TrimRight(text, " \t")):]
			here := mark{column(text, tab), blanks != "" && blanks != " "}
			if here.wide && wide[here.column] || here.column == above.column && (here.wide || above.wide) {
				return true
			}
			wide[here.column] = wide[here.column] || here.wide
			above = here
		}
	}
	return false
}

// column returns how wide a text is that a line starts with, with a stop every
// tab columns.
func column(text string, tab int) int {
	at := 0
	for i := range len(text) {
		if text[i] == '\t' {
			at += tab - at%tab
		} else {
			at++
		}
	}
	return at
}
