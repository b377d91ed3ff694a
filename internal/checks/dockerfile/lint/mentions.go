package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Mention is a reference to a stage in an instruction.
type Mention struct {
	Ins  *syntax.Instruction
	Word syntax.Word // only the name, as written in the text of Ins
	From *Stage      // the parent stage of a FROM; nil for other instructions
}

// Mentions are the references to stages, by the stage's name in lower case. A
// FROM with variables is not included: it only finds stages with lowercase
// names.
type Mentions map[string][]Mention

// Mentions returns the references to stages in the file.
func (p *Pass) Mentions() Mentions {
	all := make(Mentions)
	for s, ins := range p.All {
		if ins.OnBuild != nil {
			ins = ins.OnBuild
		}
		switch ins.Name {
		case "from":
			if len(ins.Words) > 0 {
				all.add(Mention{Ins: ins, Word: ins.Words[0], From: s.Parent})
			}
		case "copy", "run":
			for _, flag := range ins.Flags {
				all.flag(ins, flag)
			}
		}
	}
	return all
}

func (all Mentions) add(r Mention) {
	name := strings.ToLower(r.Word.Value)
	all[name] = append(all[name], r)
}

// flag adds the references of --from=NAME and --mount=from=NAME. A mount with
// quotes or escapes is left out: BuildKit finds its stage in any case.
func (all Mentions) flag(ins *syntax.Instruction, flag syntax.Flag) {
	switch flag.Name {
	case "from":
		all.add(Mention{Ins: ins, Word: syntax.Word{Value: flag.Arg, Start: flag.ArgAt, End: flag.End}})
	case "mount":
		if flag.End-flag.ArgAt != len(flag.Arg) {
			return
		}
		at := flag.ArgAt
		for field := range strings.SplitSeq(flag.Arg, ",") {
			if key, name, ok := strings.Cut(field, "="); ok && strings.EqualFold(key, "from") {
				start := at + len(key) + 1
				all.add(Mention{Ins: ins, Word: syntax.Word{Value: name, Start: start, End: start + len(name)}})
			}
			at += len(field) + 1
		}
	}
}

// Rename returns the edits that change the name in a mention, or none if it is
// already the same.
func (r Mention) Rename(p *Pass, name string) []fixedits.Edit {
	if r.Word.Value == name {
		return nil
	}
	return p.ReplaceWord(r.Ins, r.Word, name)
}

// RenameReserved returns the fix that renames a stage with a reserved name
// everywhere: scratch becomes scratch-stage. There is no fix if several stages
// have the name, or if another stage has the new name.
func (p *Pass) RenameReserved(s *Stage) []fixedits.Fix {
	name := strings.ToLower(s.Name.Value)
	fresh := name + "-stage"
	for _, other := range p.Stages {
		if n := strings.ToLower(other.Name.Value); n == fresh || n == name && other != s {
			return nil
		}
	}
	edits := p.ReplaceWord(s.From, s.Name, fresh)
	for _, r := range p.Mentions()[name] {
		if r.Ins.Name == "from" && r.From != s {
			continue // a FROM scratch before the stage
		}
		edits = append(edits, r.Rename(p, fresh)...)
	}
	return []fixedits.Fix{{Title: "Rename the stage to " + fresh, Edits: edits}}
}

// Reserved reports whether the name of a stage is reserved: scratch or context,
// in any case.
func (s *Stage) Reserved() bool {
	return strings.EqualFold(s.Name.Value, Scratch) || strings.EqualFold(s.Name.Value, "context")
}
