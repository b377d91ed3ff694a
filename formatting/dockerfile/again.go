package dockerfile

import (
	"reflect"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// stays reports whether what was printed of a document formats to itself and says the same. That it does not may be wrong.
//
// What is printed of an instruction, or of the lines between two, depends on
// these alone, the escape character, whether the shell is known, and the habits
// of the file, which are the same in what was printed. So of what was printed
// as it stood it is known what comes out. What was not is read again, each for
// itself.
func (l *language) stays(was *document, once *printed) bool {
	before, after, last := 0, 0, len(was.Instructions)-1
	for i, ins := range was.Instructions {
		place := once.places[i]
		between := string(once.text[after:place.start])
		if i == 0 && !firstStays(was.Source[:ins.Start], between) ||
			i > 0 && !l.betweenStays(was.Source[before:ins.Start], between, true, l.apart(was, i)) {
			return false
		}
		text := string(once.text[place.start:place.end])
		// The last one may have ended with the file.
		if (i == last || !asItStood(was, ins, text)) && !l.instructionStays(was, ins, text, once.habits) {
			return false
		}
		before, after = was.below(ins), place.end
	}
	return l.betweenStays(was.Source[before:], string(once.text[after:]), false, false)
}

// firstStays is stays of what is before the first instruction: parser directives, or empty lines, which are left out.
func firstStays(was, once string) bool {
	body, marked := strings.CutPrefix(was, syntax.BOM)
	empty := ""
	if marked {
		empty = syntax.BOM
	}
	return once == was || once == empty && strings.TrimSpace(body) == ""
}

// asItStood reports whether an instruction was printed as it stands in the source.
func asItStood(was *document, ins *syntax.Instruction, text string) bool {
	body, ended := strings.CutSuffix(text, "\n")
	return ended && body == was.Source[ins.Start:ins.End]
}

// betweenStays is stays of the lines before another instruction, or at the end of the file.
func (l *language) betweenStays(was, once string, goesOn, apart bool) bool {
	if was == once {
		return true
	}
	comments := commentLines(once)
	if comments == nil || !slices.Equal(comments, commentLines(was)) {
		return false
	}
	source := once
	if goesOn {
		source += "FROM"
	}
	p := &printer{document: &document{File: &syntax.File{Source: source}}, style: l.style, begun: true}
	p.between(0, len(once), apart)
	return p.out.String() == once
}

// commentLines returns the lines of a text that are not empty, without blanks around them: comments, each of them. It is nil where
// one is something else.
func commentLines(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "#"):
			lines = append(lines, line)
		case line != "":
			return nil
		}
	}
	return lines
}

// instructionStays is stays of an instruction.
func (l *language) instructionStays(was *document, ins *syntax.Instruction, once string, h habits) bool {
	// Where it does not end by itself, the next one belongs to it.
	f := syntax.ParsePart(once+"FROM scratch\n", was.Escape)
	if len(f.Errors) > 0 || len(f.Instructions) != 2 || f.Instructions[0].Start != 0 || f.Instructions[1].Start != len(once) {
		return false
	}
	is := newDocument(f, was.shells)
	p := &printer{document: is, style: l.style, habits: h}
	p.instruction(f.Instructions[0])
	return p.out.String() == once &&
		slices.Equal(was.commentsOf(ins), is.commentsOf(f.Instructions[0])) &&
		reflect.DeepEqual(was.said(ins), is.said(f.Instructions[0]))
}

// commentsOf returns the comments within an instruction.
func (d *document) commentsOf(ins *syntax.Instruction) []string {
	if len(ins.Breaks) == 0 {
		return nil
	}
	var out []string
	first, _ := slices.BinarySearchFunc(d.Comments, ins.Start, func(c syntax.Comment, at int) int { return c.Start - at })
	for _, c := range d.Comments[first:] {
		if c.Start > ins.End {
			break
		}
		out = append(out, c.Text)
	}
	return out
}
