package gomod

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the carriage return, which the parser treats as whitespace.
func (language) Controls() string { return "\r" }

// Compare compares the directives, except for overridden ones, and
// all comments.
func (l language) Compare(name string, before, after []byte) error {
	was, err := l.read(name, before)
	if err != nil {
		return err
	}
	is, err := l.read(name, after)
	if err != nil {
		return err
	}
	if !slices.Equal(comments(was.syntax()), comments(is.syntax())) {
		return &formatting.ChangeError{What: "a comment"}
	}
	was.tidy()
	is.tidy()
	if !slices.Equal(was.says(), is.says()) {
		return &formatting.ChangeError{What: "a directive"}
	}
	return nil
}

// Digest covers what Compare compares.
func (l language) Digest(name string, src []byte) (*trees.Digest, error) {
	f, err := l.read(name, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Texts(comments(f.syntax()))
	f.tidy()
	d.Texts(f.says())
	return d, nil
}

// says returns the directives as text, sorted.
func (f file) says() []string {
	var all []string
	add := func(verb string, args ...any) { all = append(all, verb+" "+fmt.Sprintf("%q", args)) }
	if w := f.work; w != nil {
		sayGo(add, w.Go, w.Toolchain, w.Godebug)
		for _, u := range w.Use {
			add("use", u.Path)
		}
		sayReplace(add, w.Replace)
		slices.Sort(all)
		return all
	}
	m := f.mod
	if m.Module != nil {
		add("module", m.Module.Mod.Path, m.Module.Mod.Version, m.Module.Deprecated)
	}
	sayGo(add, m.Go, m.Toolchain, m.Godebug)
	for _, r := range m.Require {
		add("require", r.Mod.Path, r.Mod.Version, fmt.Sprint(r.Indirect))
	}
	for _, x := range m.Exclude {
		add("exclude", x.Mod.Path, x.Mod.Version)
	}
	sayReplace(add, m.Replace)
	for _, r := range m.Retract {
		add("retract", r.Low, r.High, r.Rationale)
	}
	for _, t := range m.Tool {
		add("tool", t.Path)
	}
	for _, i := range m.Ignore {
		add("ignore", i.Path)
	}
	slices.Sort(all)
	return all
}

func sayGo(add func(string, ...any), version *modfile.Go, toolchain *modfile.Toolchain, debug []*modfile.Godebug) {
	if version != nil {
		add("go", version.Version)
	}
	if toolchain != nil {
		add("toolchain", toolchain.Name)
	}
	for _, d := range debug {
		add("godebug", d.Key, d.Value)
	}
}

func sayReplace(add func(string, ...any), all []*modfile.Replace) {
	for _, r := range all {
		add("replace", r.Old.Path, r.Old.Version, r.New.Path, r.New.Version)
	}
}

// comments returns all comments, sorted, since they move with their lines.
func comments(f *modfile.FileSyntax) []string {
	var all []string
	take := func(x modfile.Expr) {
		c := x.Comment()
		for _, list := range [][]modfile.Comment{c.Before, c.Suffix, c.After} {
			for _, one := range list {
				all = append(all, strings.TrimSpace(one.Token))
			}
		}
	}
	take(f)
	for _, stmt := range f.Stmt {
		take(stmt)
		if block, ok := stmt.(*modfile.LineBlock); ok {
			take(&block.LParen)
			for _, line := range block.Line {
				take(line)
			}
			take(&block.RParen)
		}
	}
	slices.Sort(all)
	return all
}
