package syntax

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/command"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/util/suggest"
)

// Refused returns the first instruction that BuildKit rejects, and the reason.
// It does not judge a file with Errors, or one for another frontend or for one
// with more features than the released one. The reason is empty if there is
// none.
func (f *File) Refused() (*Instruction, string) { return f.refused() }

func (f *File) firstRefused() (*Instruction, string) {
	if len(f.Errors) > 0 || f.foreign() {
		return nil, ""
	}
	from := false
	for _, ins := range f.Instructions {
		from = from || ins.Name == "from"
		if !from && ins.Name != "arg" && Known(ins.Name) {
			return ins, ins.Keyword.Value + " before the first FROM; only ARG is allowed there"
		}
		if accepted(ins) {
			continue
		}
		if why := judged(f.Node(ins)); why != "" {
			return ins, why
		}
	}
	if !from {
		return f.Instructions[0], "no FROM instruction"
	}
	return nil, ""
}

// RefusedTrigger returns the reason why BuildKit rejects the instruction in an
// ONBUILD. BuildKit only checks it when another build runs it, so Refused does
// not judge such a file. The reason is empty if there is none, and for files
// that Refused does not judge.
func (f *File) RefusedTrigger(ins *Instruction) string {
	if ins.OnBuild == nil || ins.Err != nil || len(ins.Heredocs) > 0 || f.foreign() {
		return ""
	}
	return judged(f.Node(ins).Next.Children[0])
}

// foreign reports whether a file is for another frontend, or for one with more
// features than the released one.
func (f *File) foreign() bool {
	return slices.ContainsFunc(f.Directives, func(d Directive) bool {
		return d.Name == "syntax" && (!strings.Contains(d.Value, "docker/dockerfile") || strings.Contains(d.Value, "labs"))
	})
}

// accepted reports whether BuildKit accepts an instruction in any case, as most
// of them. Asking it takes longer than parsing the file.
func accepted(ins *Instruction) bool {
	if len(ins.Flags) > 0 {
		return false
	}
	switch ins.Name {
	case "run", "cmd", "entrypoint":
		return true
	case "from", "maintainer", "stopsignal", "user", "workdir":
		return len(ins.Words) == 1
	case "expose":
		return len(ins.Words) > 0
	case "add", "copy":
		return len(ins.Words) > 1 && !slices.ContainsFunc(ins.Words, func(w Word) bool { return strings.Contains(w.Value, "<<") })
	case "arg", "env", "label":
		return len(ins.Pairs) > 0 && !slices.ContainsFunc(ins.Pairs, func(p Pair) bool { return p.Key.Value == "" })
	}
	return false
}

// judged returns the reason why BuildKit rejects an instruction, or "".
func judged(node *parser.Node) string {
	node.PrevComment = nil // may be for BuildKit's linter, and there is none here
	for word := node.Next; word != nil; word = word.Next {
		word.Value = Lexable(word.Value) // it looks for here-documents among the copied files
	}
	if _, err := instructions.ParseInstruction(node); err != nil {
		return reason(err)
	}
	return ""
}

// reason returns the message of an error of BuildKit without its line number.
// If two names are equally close to a mistyped one, BuildKit picks one at
// random, so suggestions are replaced or left out.
func reason(err error) string {
	unknown, ok := errors.AsType[*instructions.UnknownInstructionError](err)
	for inner := errors.Unwrap(err); inner != nil && addsNothing(err.Error(), inner.Error()); inner = errors.Unwrap(err) {
		err = inner
	}
	text := err.Error()
	if !ok {
		return text
	}
	if near, found := suggest.Search(unknown.Instruction, names, false); found {
		text += " (did you mean " + near + "?)"
	}
	return text
}

// names has the names of all instructions, sorted.
var names = slices.Sorted(maps.Keys(command.Commands))

// addsNothing reports whether an error adds only a stack, a line or a
// suggestion to the error that it wraps.
func addsNothing(text, inner string) bool {
	return text == inner || strings.HasPrefix(text, "dockerfile parse error on line") || strings.HasPrefix(text, inner+" (did you mean ")
}
