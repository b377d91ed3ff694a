package dockerfile

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A style is the layout of all files.
type style struct {
	canonical  bool   // one layout for all files; otherwise a file keeps its habits
	keepIndent bool   // continuation lines keep their indentation
	indent     string // of continuation lines, unless keepIndent
}

// blankLines returns the maximum number of consecutive blank lines.
func (s style) blankLines() int {
	if s.canonical {
		return 1
	}
	return 2
}

// Habits are the deliberate layout of a file, which the default style keeps.
// Printing a file does not change them.
type habits struct {
	columns bool    // words are aligned in a column with several spaces
	glued   [2]bool // most escape characters follow a word, or an operator, without a space
}

func habitsOf(d *document) habits { return habits{columns: inColumns(d), glued: glued(d)} }

// glued reports whether more than half of the lines that end in a word, and of
// the ones that end in an operator, have no space before the escape character.
func glued(d *document) (most [2]bool) {
	var surplus [2]int
	for _, ins := range d.Instructions {
		for _, text := range d.continued(ins) {
			if body := strings.TrimRight(text, " \t"); body == text {
				surplus[ending(body)]++
			} else {
				surplus[ending(body)]--
			}
		}
	}
	return [2]bool{surplus[0] > 0, surplus[1] > 0}
}

// continued returns the continued lines of an instruction, up to the escape
// character, except for empty ones.
func (d *document) continued(ins *syntax.Instruction) []string {
	if len(ins.Breaks) == 0 {
		return nil
	}
	out := make([]string, 0, len(ins.Breaks))
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

// inColumns reports whether words of two instructions start in the same column,
// both after several spaces, or only one of them if the instructions are
// adjacent. A shell command counts as one word.
func inColumns(d *document) bool {
	var above []int
	wide := make(map[int]bool) // columns of words after several spaces, of all instructions above
	near := make(map[int]bool) // the same for the instruction directly above
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

// gaps returns the gaps between words on the first line of an instruction.
func gaps(ins *syntax.Instruction) []change {
	w := &words{ins: ins, gapsOnly: true}
	w.instruction(ins)
	return slices.DeleteFunc(w.out, func(c change) bool { return after(ins.Breaks, c.start) > 0 })
}

// A mark is an escape character at the end of a line.
type mark struct {
	column int
	wide   bool // it follows several spaces or a tab
}

// marksInColumn reports whether the escape characters of two lines of an
// instruction are in the same column, both after several spaces, or only one of
// them if the lines are adjacent.
func (d *document) marksInColumn(ins *syntax.Instruction) bool {
	for _, tab := range []int{4, 8} {
		wide := make(map[int]bool)
		var above mark
		for _, text := range d.continued(ins) {
			space := text[len(strings.TrimRight(text, " \t")):]
			here := mark{column(text, tab), space != "" && space != " "}
			if here.wide && wide[here.column] || here.column == above.column && (here.wide || above.wide) {
				return true
			}
			wide[here.column] = wide[here.column] || here.wide
			above = here
		}
	}
	return false
}

// column returns the width of the start of a line, with a tab stop every tab
// columns.
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
