package llb

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// BuildKit's conversion has no limits: forty times ENV A=$A$A is a terabyte.
// These limits keep it within a few seconds and some hundred megabytes, and are
// far above the Dockerfiles that people write.
const (
	maxText  = 1 << 20 // bytes
	maxWork  = 1 << 29 // about bytes that are copied or compared
	maxDepth = 100     // of ${...} within each other

	link = 32 // the work to follow a chain by one instruction
)

// bounded returns an error if the conversion of all stages in all settings may
// exceed the limits.
func (f *file) bounded() error {
	w := work{file: f, sizes: make(map[string]int)}
	for _, c := range f.args {
		w.effects(&c)
	}
	for _, stage := range f.stages {
		w.step(stage.BaseName + stage.Platform)
		w.inherit()
		for _, command := range stage.Commands {
			w.command(command)
		}
	}
	w.inherit()
	if all := w.total * len(f.stages) * len(settings); all > maxWork {
		return fmt.Errorf("%w: it may need %d steps, the limit is %d", ErrTooLarge, all, maxWork)
	}
	return nil
}

// work is an upper bound of the work of converting a file. The variables of all
// stages count as if they were in one stage.
type work struct {
	file     *file
	sizes    map[string]int         // variable -> maximum length
	env      int                    // length of all variables
	triggers []instructions.Command // of ONBUILD so far
	steps    int
	total    int
}

// step adds an instruction. BuildKit copies the variables for it, expands its
// text, and follows the chain of the instructions before it.
func (w *work) step(text string) {
	w.steps++
	w.add(w.env + w.size(text) + link*w.steps)
}

func (w *work) add(n int) { w.total = min(w.total+n, maxWork+1) }

func (w *work) command(c instructions.Command) {
	w.step(w.file.source(c.Location()))
	w.effects(c)
	if onbuild, ok := c.(*instructions.OnbuildCommand); ok {
		w.triggers = append(w.triggers, trigger(onbuild))
	}
}

// inherit adds the work of a FROM of any earlier stage.
func (w *work) inherit() {
	for _, c := range w.triggers {
		if w.total > maxWork {
			return
		}
		w.step("")
		w.effects(c)
	}
}

// effects adds the work of an instruction for each of its words.
func (w *work) effects(c instructions.Command) {
	switch c := c.(type) {
	case *instructions.EnvCommand:
		for _, pair := range c.Env {
			w.set(pair.Key, pair.Value)
		}
	case *instructions.ArgCommand:
		for _, pair := range c.Args {
			w.set(pair.Key, pair.ValueString())
		}
	case *instructions.CopyCommand:
		w.add(len(c.SourcePaths) * len(c.SourcePaths))
	case *instructions.AddCommand:
		w.add(len(c.SourcePaths) * len(c.SourcePaths))
	case *instructions.ExposeCommand:
		for _, port := range c.Ports {
			if size := w.size(port); size >= len("1-1000") && strings.ContainsAny(port, "-$") { // perhaps all ports
				w.add(1 << 22)
			}
		}
	}
}

// set adds a variable. BuildKit looks through all variables for it.
func (w *work) set(name, value string) {
	w.add(link * len(w.sizes))
	if old, size := w.sizes[name], w.size(value); size > old {
		w.sizes[name] = size
		w.env = min(w.env+len(name)+size-old, maxWork+1)
	}
}

// source returns the lines of an instruction, with its here-documents.
func (f *file) source(location []parser.Range) string {
	if len(location) == 0 {
		return ""
	}
	return string(f.text[f.lines[location[0].Start.Line-1]:f.lines[location[len(location)-1].End.Line]])
}

// size returns an upper bound of the length of a text after the expansion of
// its variables, and of the work that patterns in them are.
func (w *work) size(text string) int {
	size, _ := w.sizeTo(text, 0, 0)
	return size
}

// sizeTo is size from an offset to the brace that closes a variable at a depth,
// or to the end of the text at depth 0. It also returns the offset after it.
func (w *work) sizeTo(text string, at, depth int) (size, next int) {
	if depth > maxDepth {
		return maxWork + 1, len(text)
	}
	for at < len(text) && size <= maxWork {
		c := text[at]
		at++
		size++
		if c == '}' && depth > 0 {
			return size, at
		}
		if c != '$' || at == len(text) {
			continue
		}
		if text[at] != '{' {
			name := nameAt(text[at:])
			size += w.sizes[name]
			at += len(name)
			continue
		}
		name := nameAt(text[at+1:])
		value := w.sizes[name]
		operator := at + 1 + len(name)
		var operand int
		operand, at = w.sizeTo(text, operator, depth+1)
		if operator < len(text) && strings.IndexByte("#%/", text[operator]) >= 0 {
			size += operand * (value + 1) // a pattern is matched at each position, or replaced
		} else {
			size += operand + value
		}
	}
	return min(size, maxWork+1), at
}

// nameAt returns the name of a variable at the start of a text: letters, digits
// and underscores; or only digits; or one special character.
func nameAt(text string) string {
	first, width := utf8.DecodeRuneInString(text)
	switch {
	case text == "":
		return ""
	case strings.ContainsRune("@*#?-$!0", first):
		return text[:width]
	case unicode.IsDigit(first):
		return text[:until(text, func(r rune) bool { return !unicode.IsDigit(r) })]
	}
	return text[:until(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })]
}

// until returns the offset of the first character that ends a text, or its
// length.
func until(text string, ends func(rune) bool) int {
	if i := strings.IndexFunc(text, ends); i >= 0 {
		return i
	}
	return len(text)
}
