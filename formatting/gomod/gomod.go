// Package gomod formats go.mod with the formatter of go mod edit -fmt, and
// go.work with the formatter of go work edit -fmt. These sort the lines of a
// block and remove directives that others override.
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

// tidy cleans up a file as the go command does before it writes one.
func (f file) tidy() {
	if f.work != nil {
		f.work.SortBlocks()
		f.work.Cleanup()
		return
	}
	f.mod.SortBlocks()
	f.mod.Cleanup()
}

// read reads a file. It refuses a file that the go command would refuse, or
// that only a newer one can read, since an unknown directive may have any form.
// This is not a syntax error.
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
