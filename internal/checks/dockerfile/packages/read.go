package packages

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// read parses the arguments of a manager.
func (op *Operation) read(d *description, args []lint.Arg) {
	for i := 0; i < len(args); i++ {
		text := Text(op.Command, args[i])
		switch {
		case text == "--":
			if op.Manager != Gem { // after --, gem has options for building the gem
				op.Operands = append(op.Operands, args[i+1:]...)
			}
			i = len(args)
		case len(text) > 1 && text[0] == '-':
			taken := op.flags(d, args[i:], text)
			if last := op.Flags[len(op.Flags)-1]; taken == 0 && (last.Value != "" || !d.values[last.Name]) {
				op.follow(args[:i+1])
			}
			i += taken
		case op.mayBeFlags(args[i]):
			op.Open = true
			op.follow(args[:i+1])
		case len(op.Words) == 0 && len(op.Operands) == 0:
			op.verb(d, args[i], text)
			if len(op.Words) == 0 {
				op.Operands = append(op.Operands, args[i])
			}
		case len(op.Words) == 1 && len(op.Operands) == 0 && d.outer[op.Verb]:
			if two := op.Verb + " " + text; d.actions[two] != Other {
				op.Verb, op.Action, op.Words = two, d.actions[two], append(op.Words, args[i])
				op.tail = args[i]
				break
			}
			fallthrough
		default:
			op.Operands = append(op.Operands, args[i])
		}
	}
	if len(op.Words) == 0 && len(op.Operands) == 0 {
		op.Action = d.bare
	}
	if op.Has(d.says...) {
		op.Action = Other
	}
	switch {
	case op.Action == Install:
		op.packages(d, op.Operands)
	case op.Manager == Go && op.Verb == "run" && len(op.Operands) > 0:
		op.packages(d, op.Operands[:1])
	}
}

// verb sets the verb.
func (op *Operation) verb(d *description, a lint.Arg, text string) {
	if a.Static {
		op.Verb, op.Words, op.Action = text, []lint.Arg{a}, d.actions[text]
		op.tail = a
	}
}

// follow makes new flags go after the last of some words, if only such words
// are between it and the verb.
func (op *Operation) follow(args []lint.Arg) {
	last := len(args) - 1
	if last == 0 || args[last-1] == op.tail {
		op.tail = args[last]
	}
}

// mayBeFlags reports whether a word is an unquoted variable whose name suggests
// that it has flags.
func (op *Operation) mayBeFlags(a lint.Arg) bool {
	if a.Static || op.Command.Script.Source[a.Start] != '$' {
		return false
	}
	name := strings.ToUpper(op.Command.Script.Source[a.Start:a.End])
	for _, part := range []string{"OPT", "FLAG", "ARG", "SWITCH", "PARAM"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// flags adds the flags in the first of args, and returns how many further words
// belong to them.
func (op *Operation) flags(d *description, args []lint.Arg, text string) int {
	f := Flag{Arg: args[0], End: args[0]}
	given := len(args) > 1 && args[1].Is("true", "false") // npm accepts these after any flag, and no package has such a name
	next := func() int {
		if len(args) < 2 {
			return 0
		}
		f.Value, f.End = Text(op.Command, args[1]), args[1]
		return 1
	}
	name, value, assigned := strings.Cut(text, "=")
	if d.words || strings.HasPrefix(text, "--") {
		f.Name = strings.TrimLeft(name, "-")
		f.Value = value
		taken := 0
		if !assigned && (given || d.values[f.Name]) {
			taken = next()
		}
		op.Flags = append(op.Flags, f)
		return taken
	}
	for i := 1; i < len(text); i++ {
		f.Name, f.Value = text[i:i+1], ""
		taken := 0
		switch {
		case i+1 < len(text) && text[i+1] == '=':
			f.Value = text[i+2:]
			i = len(text)
		case d.values[f.Name] && i+1 < len(text):
			f.Value = text[i+1:]
			i = len(text)
		case d.values[f.Name]:
			taken = next()
		}
		op.Flags = append(op.Flags, f)
		if taken > 0 {
			return taken
		}
	}
	return 0
}
