package buildkit

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A mention is where an instruction names a stage.
type mention struct {
	ins  *syntax.Instruction
	word syntax.Word // the name alone, as it stands in the text of ins
	from *lint.Stage // the stage that a FROM begins from; nil for what is no FROM
}

// mentions are the places that name a stage, by the name in lower case. A FROM with variables is none: it only finds a stage
// whose name it has in lower case.
type mentions map[string][]mention

func findMentions(p *lint.Pass) mentions {
	all := make(mentions)
	for s, ins := range p.All {
		if ins.OnBuild != nil {
			ins = ins.OnBuild
		}
		switch ins.Name {
		case "from":
			if len(ins.Words) > 0 {
				all.add(mention{ins: ins, word: ins.Words[0], from: s.Parent})
			}
		case "copy", "run":
			for _, flag := range ins.Flags {
				all.flag(ins, flag)
			}
		}
	}
	return all
}

func (all mentions) add(r mention) {
	name := strings.ToLower(r.word.Value)
	all[name] = append(all[name], r)
}

// flag adds what --from=NAME and --mount=from=NAME refer to. A mount with quotes or escapes is left out: BuildKit finds stages
// in whatever case there.
func (all mentions) flag(ins *syntax.Instruction, flag syntax.Flag) {
	switch flag.Name {
	case "from":
		all.add(mention{ins: ins, word: syntax.Word{Value: flag.Arg, Start: flag.ArgAt, End: flag.End}})
	case "mount":
		if flag.End-flag.ArgAt != len(flag.Arg) {
			return
		}
		at := flag.ArgAt
		for field := range strings.SplitSeq(flag.Arg, ",") {
			if key, name, ok := strings.Cut(field, "="); ok && strings.EqualFold(key, "from") {
				start := at + len(key) + 1
				all.add(mention{ins: ins, word: syntax.Word{Value: name, Start: start, End: start + len(name)}})
			}
			at += len(field) + 1
		}
	}
}

// rename returns the edits that make a mention name the stage otherwise; none where it does already.
func (r mention) rename(p *lint.Pass, name string) []fixedits.Edit {
	if r.word.Value == name {
		return nil
	}
	return p.ReplaceWord(r.ins, r.word, name)
}
