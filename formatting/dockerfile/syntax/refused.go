package syntax

import (
	"errors"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// Refused returns the first instruction that BuildKit does not take, and why. A file for another frontend, or for one that
// has more than the released one, is not judged, and neither is one with Errors. The text is empty where there is none.
func (f *File) Refused() (*Instruction, string) { return f.refused() }

func (f *File) firstRefused() (*Instruction, string) {
	if len(f.Errors) > 0 || f.foreign() {
		return nil, ""
	}
	from := false
	for _, ins := range f.Instructions {
		from = from || ins.Name == "from"
		if !from && ins.Name != "arg" && Known(ins.Name) {
			return ins, ins.Keyword.Value + " before the first FROM: only ARG may stand there"
		}
		if taken(ins) {
			continue
		}
		if why := judged(f.Node(ins)); why != "" {
			return ins, why
		}
	}
	if !from {
		return f.Instructions[0], "there is no FROM"
	}
	return nil, ""
}

// RefusedTrigger returns why BuildKit does not take what an ONBUILD holds. It
// asks only when another build runs that, so that such a file itself is not
// Refused's to judge. The text is empty where there is no reason, and for what
// Refused does not judge.
func (f *File) RefusedTrigger(ins *Instruction) string {
	if ins.OnBuild == nil || ins.Err != nil || len(ins.Heredocs) > 0 || f.foreign() {
		return ""
	}
	return judged(f.Node(ins).Next.Children[0])
}

// foreign reports whether a file is for another frontend, or for one that has
// more than the released one.
func (f *File) foreign() bool {
	return slices.ContainsFunc(f.Directives, func(d Directive) bool {
		return d.Name == "syntax" && (!strings.Contains(d.Value, "docker/dockerfile") || strings.Contains(d.Value, "labs"))
	})
}

// judged returns why BuildKit does not take an instruction, or "".
func judged(node *parser.Node) string {
	node.PrevComment = nil // may be for BuildKit's linter, and there is none here
	for word := node.Next; word != nil; word = word.Next {
		word.Value = Lexable(word.Value) // it looks for here-documents among what is copied
	}
	if _, err := instructions.ParseInstruction(node); err != nil {
		return reason(err)
	}
	return ""
}

// taken reports whether BuildKit takes an instruction for certain, so that it need not be asked.
func taken(ins *Instruction) bool {
	if !takenFlags(ins) {
		return false
	}
	switch ins.Name {
	case "run", "cmd", "entrypoint":
		return true
	case "user", "workdir":
		return len(ins.Words) == 1
	case "from":
		return len(ins.Words) == 1 || len(ins.Words) == 3 && strings.EqualFold(ins.Words[1].Value, "as") && stageName(ins.Words[2].Value)
	case "expose":
		return len(ins.Words) > 0
	case "add", "copy":
		mayBeDocument := func(w Word) bool { return strings.Contains(w.Value, "<<") }
		return len(ins.Words) > 1 && !slices.ContainsFunc(ins.Words, mayBeDocument)
	case "arg", "env", "label":
		nameless := func(p Pair) bool { return p.Key.Value == "" }
		return len(ins.Pairs) > 0 && !slices.ContainsFunc(ins.Pairs, nameless)
	}
	return false
}

// takenFlags reports whether an instruction has no flags but one of those that may have any text.
func takenFlags(ins *Instruction) bool {
	if len(ins.Flags) == 0 {
		return true
	}
	flag := ins.Flags[0]
	if len(ins.Flags) > 1 || flag.Bare {
		return false
	}
	switch ins.Name {
	case "from":
		return flag.Name == "platform"
	case "copy":
		return flag.Name == "from" || flag.Name == "chown"
	case "add":
		return flag.Name == "chown"
	}
	return false
}

// stageName reports whether a text certainly is the name of a stage: BuildKit takes others, too.
func stageName(text string) bool {
	for i := range len(text) {
		if c := text[i]; !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_' || c == '.')) {
			return false
		}
	}
	return text != ""
}

// reason returns what an error of BuildKit says, without the line, which it says first.
func reason(err error) string {
	for strings.HasPrefix(err.Error(), "dockerfile parse error on line") {
		inner := errors.Unwrap(err)
		if inner == nil {
			break
		}
		err = inner
	}
	return err.Error()
}
