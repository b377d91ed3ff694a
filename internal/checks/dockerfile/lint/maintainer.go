package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// authors is the label that replaces MAINTAINER.
const authors = "org.opencontainers.image.authors"

// MaintainerLabel returns the edits that replace a stage's MAINTAINER with a
// LABEL. There are none if the MAINTAINER is empty, or if the stage sets the
// authors more than once. MAINTAINER takes its argument literally; quotes
// around it are unintended and dropped.
func (f *File) MaintainerLabel(s *Stage, ins *syntax.Instruction) []fixedits.Edit {
	if ins.Args.Value == "" || setsAuthorsTwice(s, ins) {
		return nil
	}
	keyword := "LABEL"
	if ins.Keyword.Value == ins.Name {
		keyword = "label"
	}
	edits := f.ReplaceWord(ins, ins.Keyword, keyword)
	text := ins.Args.Value
	first, last := 0, len(text)
	quoted := last > 1 && (text[0] == '"' || text[0] == '\'') && text[last-1] == text[0]
	if quoted {
		first, last = 1, last-1
	}
	at := ins.Args.Start
	const opening = authors + `="`
	if first == last {
		return append(edits, f.Replace(ins, at, ins.Args.End, opening+`"`)...)
	}
	for i := range len(text) {
		old := text[i : i+1]
		if quoted && (i == 0 || i == last) {
			old = ""
		}
		replacement := old
		if i >= first && i < last && (strings.Contains(`"$`, old) || old[0] == f.Escape) {
			replacement = string(f.Escape) + old
		}
		if i == 0 {
			replacement = opening + replacement
		}
		if i == len(text)-1 {
			replacement += `"`
		}
		if replacement != text[i:i+1] {
			edits = append(edits, f.Replace(ins, at+i, at+i+1, replacement)...)
		}
	}
	return edits
}

// setsAuthorsTwice reports whether a stage sets the authors in addition to a
// MAINTAINER: it has the label already, or a later MAINTAINER.
func setsAuthorsTwice(s *Stage, maintainer *syntax.Instruction) bool {
	if s.Last("maintainer") != maintainer {
		return true
	}
	for _, ins := range s.Instructions {
		for _, pair := range ins.Pairs {
			if ins.Name == "label" && Unquote(pair.Key.Value) == authors {
				return true
			}
		}
	}
	return false
}
