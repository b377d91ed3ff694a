package syntax

import (
	"sync"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// scripts caches the requested scripts of a file.
type scripts struct {
	mu    sync.Mutex
	known map[*Instruction]script
}

type script struct {
	tree *shellsyntax.File
	err  error
}

// Script returns the syntax tree of the one word of an instruction in shell
// form, without here-documents, as bash reads it. All callers share the tree
// and must not change it. The error is shell.Tree's.
func (f *File) Script(ins *Instruction) (*shellsyntax.File, error) {
	f.scripts.mu.Lock()
	defer f.scripts.mu.Unlock()
	s, ok := f.scripts.known[ins]
	if !ok {
		s.tree, s.err = shell.Tree([]byte(ins.Words[0].Value), shellsyntax.LangBash)
		if f.scripts.known == nil {
			f.scripts.known = make(map[*Instruction]script)
		}
		f.scripts.known[ins] = s
	}
	return s.tree, s.err
}
