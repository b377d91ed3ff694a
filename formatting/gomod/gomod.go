// Package gomod formats go.mod as go mod edit -fmt does, and go.work as go work
// edit -fmt does: lines of a block are sorted, and directives that others make
// void are dropped.
package gomod

import (
	"errors"
	"path"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// New returns the language.
func New() formatting.Language { return language{} }

type language struct{}

func (language) Name() string { return "gomod" }

var names = formatting.NewNames("go.mod", workName)

const workName = "go.work"

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (l language) Parse(path string, src []byte) error {
	_, err := l.read(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	f, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	f.tidy()
	return modfile.Format(f.syntax()), nil
}

// A file is a go.mod or a go.work; the other one is nil.
type file struct {
	mod  *modfile.File
	work *modfile.WorkFile
}

func (f file) syntax() *modfile.FileSyntax {
	if f.work != nil {
		return f.work.Syntax
	}
	return f.mod.Syntax
}

// tidy does what go does before it writes a file.
func (f file) tidy() {
	if f.work != nil {
		f.work.SortBlocks()
		f.work.Cleanup()
		return
	}
	f.mod.SortBlocks()
	f.mod.Cleanup()
}

// read reads a file. What go itself would refuse, or only a newer go reads, is
// refused, since a directive that is not known may be of any form. That is no
// syntax error.
func (l language) read(name string, src []byte) (file, error) {
	_, err := modfile.ParseLax(path.Base(name), src, nil)
	if _, version := errors.AsType[*module.InvalidVersionError](first(err).Err); err != nil && !version {
		e := first(err)
		return file{}, formatting.SyntaxErrorAt(name, src, e.Pos.Byte, e.Err.Error())
	}
	var f file
	if path.Base(name) == workName {
		f.work, err = modfile.ParseWork(workName, src, nil)
	} else {
		f.mod, err = modfile.Parse(path.Base(name), src, nil)
	}
	if err != nil {
		return file{}, &formatting.RefusedError{Path: name, Language: l.Name(), Reason: first(err).Error()}
	}
	return f, nil
}

// first returns the first of the errors of a file.
func first(err error) *modfile.Error {
	if list, ok := errors.AsType[modfile.ErrorList](err); ok && len(list) > 0 {
		one := list[0]
		return &one
	}
	return &modfile.Error{Err: err}
}
