package setup

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// A buildFile is a BUILD file to which loads and targets are added.
type buildFile struct {
	m       *maker
	name    string
	text    *text
	file    *build.File
	names   map[string]bool // the strings in it
	symbols []string        // to load
	targets []string        // to add
}

// openBuild reads and parses a BUILD file, which need not exist.
func (m *maker) openBuild(name string) (*buildFile, error) {
	t, err := m.read(name)
	if err != nil {
		return nil, err
	}
	file, err := build.ParseBuild(name, t.now)
	if err != nil {
		return nil, unparsed(err)
	}
	f := &buildFile{m: m, name: name, text: t, file: file, names: map[string]bool{}}
	for _, statement := range file.Stmt {
		build.Walk(statement, func(e build.Expr, _ []build.Expr) {
			if s, ok := e.(*build.StringExpr); ok {
				f.names[strings.TrimPrefix(s.Value, ":")] = true
			}
		})
	}
	return f, nil
}

// rule returns the rule with a name, or nil.
func (f *buildFile) rule(name string) *build.Rule {
	for _, rule := range f.file.Rules("") {
		if rule.Name() == name {
			return rule
		}
	}
	return nil
}

// isFix reports whether a function is the rule fix of the ruleset, under any
// name.
func (f *buildFile) isFix(function string) bool {
	for _, statement := range f.file.Stmt {
		load, ok := statement.(*build.LoadStmt)
		if !ok || !strings.HasPrefix(load.Module.Value, "@"+ruleset+"//") {
			continue
		}
		for i, to := range load.To {
			if to.Name == function {
				return load.From[i].Name == "fix"
			}
		}
	}
	return false
}

func (f *buildFile) has(name string) bool { return f.rule(name) != nil }

func (f *buildFile) load(symbol string)   { f.symbols = append(f.symbols, symbol) }
func (f *buildFile) target(source string) { f.targets = append(f.targets, source) }

// close writes the loads and the targets into the text.
func (f *buildFile) close() error {
	if len(f.targets) == 0 {
		return nil
	}
	if err := f.clash(); err != nil {
		return err
	}
	f.loads()
	return f.m.add(f.name, "\n", strings.Join(f.targets, "\n"))
}

// clash returns an error if a load statement binds a symbol to something else.
func (f *buildFile) clash() error {
	for _, statement := range f.file.Stmt {
		load, ok := statement.(*build.LoadStmt)
		if !ok {
			continue
		}
		for i, to := range load.To {
			if slices.Contains(f.symbols, to.Name) && (load.Module.Value != defs || load.From[i].Name != to.Name) {
				return &Error{fmt.Errorf("%s:%d: %s is loaded from %s under that name: load it under another one%s", f.name, load.Load.Line, to.Name, load.Module.Value, otherwise)}
			}
		}
	}
	return nil
}

// loads adds the symbols to the load statement of the ruleset or, if there is
// none, adds one among the others, in the order of buildifier.
func (f *buildFile) loads() {
	at, loads := f.top(), false
	for _, statement := range f.file.Stmt {
		load, ok := statement.(*build.LoadStmt)
		if !ok {
			continue
		}
		start, end := load.Span()
		loads = true
		if load.Module.Value <= defs {
			at = f.nextLine(end.Byte)
		}
		if load.Module.Value != defs || !plain(load) {
			continue
		}
		for _, symbol := range f.symbols {
			if !slices.ContainsFunc(load.To, func(to *build.Ident) bool { return to.Name == symbol }) {
				load.From = append(load.From, &build.Ident{Name: symbol})
				load.To = append(load.To, &build.Ident{Name: symbol})
			}
		}
		build.SortLoadArgs(load)
		f.text.replace(start.Byte, end.Byte, strings.TrimSpace(build.FormatString(load)))
		return
	}
	slices.Sort(f.symbols)
	statement := fmt.Sprintf("load(%q, \"%s\")\n", defs, strings.Join(f.symbols, `", "`))
	if at > 0 && f.text.now[at-1] != '\n' {
		statement = "\n" + statement
	}
	if !loads && at < len(f.text.now) {
		statement += "\n"
	}
	f.text.replace(at, at, statement)
}

// top returns the offset of the first statement below the comments and the
// docstring at the top, or the length of the text.
func (f *buildFile) top() int {
	for _, statement := range f.file.Stmt {
		switch statement.(type) {
		case *build.CommentBlock, *build.StringExpr:
			continue
		}
		start, _ := statement.Span()
		if above := statement.Comment().Before; len(above) > 0 {
			start = above[0].Start
		}
		return start.Byte
	}
	return len(f.text.now)
}

// nextLine returns the offset of the line after an offset.
func (f *buildFile) nextLine(at int) int {
	if end := bytes.IndexByte(f.text.now[at:], '\n'); end >= 0 {
		return at + end + 1
	}
	return len(f.text.now)
}

// plain reports whether no comment is inside a load statement.
func plain(load *build.LoadStmt) bool {
	plain := true
	build.Walk(load, func(e build.Expr, _ []build.Expr) {
		c := e.Comment()
		if len(c.Suffix)+len(c.After) > 0 || e != build.Expr(load) && len(c.Before) > 0 {
			plain = false
		}
	})
	for _, name := range slices.Concat(load.From, load.To) {
		plain = plain && len(name.Before)+len(name.Suffix)+len(name.After) == 0
	}
	return plain && len(load.Rparen.Before) == 0
}
