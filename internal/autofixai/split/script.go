package split

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/clip"
)

// An element is a command of a script that does not depend on the others, other
// than by their success: a statement of its outermost list.
type element struct {
	text    string
	name    string              // of a simple command that runs no other one in its words
	stmt    *syntax.Stmt        // likewise
	command *lint.Command       // if it also has no redirections
	op      *packages.Operation // if it is one of a package manager
	setup   bool                // it changes the shell that runs the commands after it
	loose   bool                // it runs although the one before failed
}

func (e *element) title() string { return clip.Line(e.text, 60) }

// run adds the steps of a RUN. like has their circumstances.
func (r *reading) run(script *lint.Script, like step) {
	like.flags = flagsOf(script)
	elements := elementsOf(script)
	var setup []string
	for i := range elements {
		e := &elements[i]
		if e.setup && i < len(elements)-1 {
			setup = append(setup, e.text)
			continue
		}
		s := like
		s.script, s.text, s.loose, s.setup = e, e.text, e.loose, slices.Clone(setup)
		s.dispensable, s.anywhere = e.removes() || e.prints(), len(setup) == 0 && e.worksAnywhere()
		if e.op != nil && e.op.Action == packages.Install {
			s.text, s.packages = e.installation()
		}
		r.steps = append(r.steps, s)
	}
}

// flagsOf returns the flags of a RUN without the caches of package managers.
func flagsOf(script *lint.Script) string {
	var flags []string
	for i := range script.Ins.Flags {
		flag := &script.Ins.Flags[i]
		at := slices.IndexFunc(script.Mounts, func(m lint.Mount) bool { return m.Flag == flag })
		if at < 0 || !isCache(&script.Mounts[at]) {
			flags = append(flags, flag.Value)
		}
	}
	slices.Sort(flags)
	return fmt.Sprintf("%q", flags)
}

// elementsOf returns the commands of a script, in order. A script that no POSIX
// shell runs, or that mixes lists of && with other lists, has one of all or one
// a list.
func elementsOf(script *lint.Script) []element {
	if script.Tree == nil {
		return []element{{text: script.Source + wordsOf(script.Ins)}}
	}
	known := map[*syntax.CallExpr]*lint.Command{}
	for _, c := range script.Commands {
		known[c.Call] = c
	}
	stmts := script.Tree.Stmts
	chained := len(stmts) == 1
	if chained {
		stmts = chain(nil, stmts[0])
	}
	var all []element
	strict := chained
	for i, stmt := range stmts {
		e := element{text: printed(stmt), loose: i > 0 && !strict}
		call, simple := stmt.Cmd.(*syntax.CallExpr)
		command := known[call]
		if simple && command != nil && !special(stmt) {
			if !substitutes(stmt) {
				e.name, e.stmt = command.Name, stmt
			}
			if len(stmt.Redirs) == 0 {
				e.command, e.op = command, packages.Of(command)
			}
		}
		e.setup = setsUp(stmt, command)
		strict = strict || e.setsExit()
		all = append(all, e)
	}
	return all
}

// special reports whether a statement has more than a command.
func special(stmt *syntax.Stmt) bool { return stmt.Negated || stmt.Background || stmt.Coprocess }

// substitutes reports whether a statement runs a command in one of its words.
func substitutes(stmt *syntax.Stmt) bool {
	found := false
	syntax.Walk(stmt, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

// setsUp reports whether a statement may change the shell that runs the commands
// after it: its folder, options, variables, functions, or files.
func setsUp(stmt *syntax.Stmt, command *lint.Command) bool {
	switch cmd := stmt.Cmd.(type) {
	case *syntax.DeclClause, *syntax.FuncDecl, *syntax.LetClause, *syntax.ArithmCmd, nil:
		return true
	case *syntax.CallExpr:
		if len(cmd.Args) == 0 {
			return true
		}
		name := cmd.Args[0].Lit()
		return command == nil || slices.Contains(shellCommands, name)
	}
	return false
}

// shellCommands are the commands of a shell that can change it.
var shellCommands = []string{
	".", "alias", "cd", "enable", "eval", "exec", "export", "hash", "mapfile", "popd", "pushd", "read", "set", "shopt", "source", "trap", "ulimit", "umask",
	"unalias", "unset",
}

// chain appends the statements that && joins.
func chain(all []*syntax.Stmt, stmt *syntax.Stmt) []*syntax.Stmt {
	list, isList := stmt.Cmd.(*syntax.BinaryCmd)
	if !isList || list.Op != syntax.AndStmt || special(stmt) || len(stmt.Redirs) > 0 {
		return append(all, stmt)
	}
	return chain(chain(all, list.X), list.Y)
}

func printed(node syntax.Node) string {
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, node); err != nil {
		return fmt.Sprintf("%v", err) // never: a builder does not fail
	}
	return b.String()
}

// setsExit reports whether a command makes the shell exit if a later command
// fails.
func (e *element) setsExit() bool {
	return e.command != nil && e.command.Word.Is("set") && len(e.command.Args) > 0 &&
		strings.HasPrefix(e.command.Args[0].Value, "-") && strings.Contains(e.command.Args[0].Value, "e")
}

// interactive are the flags of an installation that can go and come: questions,
// messages, recommended packages, and caches.
var interactive = []string{"y", "yes", "assume-yes", "q", "quiet", "no-install-recommends", "no-cache", "no-cache-dir"}

// installation returns an installation without its packages, and the packages.
func (e *element) installation() (text string, names []string) {
	var words []string
	skip := map[int]bool{}
	for i := range e.op.Packages {
		if p := &e.op.Packages[i]; p.Kind == packages.Named {
			skip[p.Arg.Start] = true
			names = append(names, p.Text)
		}
	}
	for _, f := range e.op.Flags {
		if slices.Contains(interactive, f.Name) && f.Value == "" && f.Arg.Static && (len(f.Name) > 1 || f.Arg.Value == "-"+f.Name) {
			skip[f.Arg.Start] = true
		}
	}
	if len(names) == 0 {
		return e.text, nil
	}
	source := e.command.Script.Source
	for _, a := range slices.Concat(e.command.Before, []lint.Arg{e.command.Word}, e.command.Args) {
		if !skip[a.Start] {
			words = append(words, source[a.Start:a.End])
		}
	}
	return strings.Join(words, " "), names
}
