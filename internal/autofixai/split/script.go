package split

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// An element is a command of a script that does not depend on the others, other
// than by their success: a statement of its outermost list.
type element struct {
	text    string
	stmt    *syntax.Stmt        // nil if no POSIX shell runs the script
	name    string              // of a simple command
	command *lint.Command       // if it also has no redirections and assignments
	op      *packages.Operation // if it is one of a package manager
	named   bool                // its packages have known names
	setup   bool                // it changes the shell that runs the commands after it

	ignored    bool // its failure does not stop the build
	regardless bool // it runs although the one before failed
}

func (e *element) title() string { return clip.Line(e.text, 60) }

// run adds the steps of a RUN. like has their circumstances.
func (r *reading) run(f *lint.File, script *lint.Script, like step) {
	like.flags = flagsOf(script)
	elements := elementsOf(script)
	var before state
	for i := range elements {
		e := &elements[i]
		if e.setup && i < len(elements)-1 {
			if e.onlyAssigns() && !e.setsCommon() {
				like.assigns = append(slices.Clone(like.assigns), e.text)
			}
			mayFail := !e.setsPlainOptions() && !e.answersQuestions()
			like.looseSetup = like.looseSetup || mayFail && (e.ignored || e.regardless)
			like.variables = e.assign(like.variables)
			before.add(e)
			if e.mayDoAnything() {
				like.sourced = append(slices.Clone(like.sourced), e.text)
			}
			continue
		}
		s := like
		s.script, s.text, s.ignored, s.regardless = e, e.text, e.ignored, e.regardless
		s.dispensable = e.removes() || e.prints()
		if e.op != nil && e.op.Action == packages.Install {
			s.wider = e.wider()
			s.text, s.packages = e.installation(s.shellValues(f))
			s.group = e.group()
		}
		changes := before.divide(&s)
		if e.worksAnywhere() || e.namesPaths() {
			s.anywhere = !changes && !(before.options && strings.Contains(s.text, "$"))
			s.stateless = s.anywhere || e.isStateless(&before)
		}
		if s.anywhere {
			s.setup = nil
		}
		if e.ofSystem() && slices.Contains([]packages.Action{packages.Update, packages.Remove, packages.Clean}, e.op.Action) {
			s.text = e.without(e.interactive())
		}
		r.steps = append(r.steps, s)
		if names, changes := e.inner(); changes || len(names) > 0 {
			if !changes {
				like.assigns = append(slices.Clone(like.assigns), e.text)
			}
			like.variables = with(like.variables, names, unknown)
			before.setup, before.unknown = append(before.setup, settingOf(e)), before.unknown || changes
		}
	}
}

// with returns variables of the shell with some more of a value.
func with(variables map[string]string, names []string, value string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, variables)
	for _, name := range names {
		all[name] = value
	}
	return all
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
// shell runs is one.
func elementsOf(script *lint.Script) []element {
	if script.Tree == nil {
		return []element{{text: script.Source + wordsOf(script.Ins)}}
	}
	known := map[*syntax.CallExpr]*lint.Command{}
	for _, c := range script.Commands {
		known[c.Call] = c
	}
	var all []element
	exits := false // set -e
	for i, stmt := range script.Tree.Stmts {
		last := i == len(script.Tree.Stmts)-1
		parts := chain(nil, stmt)
		for k, part := range parts {
			e := element{stmt: part, text: printed(withoutComments(part)), regardless: k == 0 && i > 0 && !exits}
			// In a list of &&, set -e obeys only the last command.
			e.ignored = !last && (!exits || k < len(parts)-1)
			call, simple := part.Cmd.(*syntax.CallExpr)
			command := known[call]
			if simple && command != nil && !special(part) {
				e.name = command.Name
				if len(part.Redirs) == 0 && len(call.Assigns) == 0 {
					e.command = command
				}
				if op := packages.Of(command); len(part.Redirs) == 0 {
					e.op = op
				} else if op != nil && op.Action != packages.Other && !slices.ContainsFunc(part.Redirs, isLoud) {
					e.op, e.stmt = op, withoutRedirections(part)
					e.text = printed(e.stmt)
				}
			}
			e.setup = setsUp(part, command)
			exits = exits || e.setsExit()
			all = append(all, e)
		}
	}
	return all
}

// withoutComments returns a statement without the comments beside it, which no
// shell reads.
func withoutComments(stmt *syntax.Stmt) *syntax.Stmt {
	plain := *stmt
	plain.Comments = nil
	return &plain
}

// isLoud reports whether a redirection does more than silence an output.
func isLoud(r *syntax.Redirect) bool {
	if r.N != nil && r.N.Value != "1" && r.N.Value != "2" {
		return true
	}
	switch word := r.Word.Lit(); r.Op {
	case syntax.RdrOut, syntax.AppOut:
		return word != "/dev/null"
	case syntax.DplOut:
		return word != "1" && word != "2"
	}
	return true
}

// withoutRedirections returns a statement without its redirections and comments.
func withoutRedirections(stmt *syntax.Stmt) *syntax.Stmt {
	plain := *withoutComments(stmt)
	plain.Redirs = nil
	return &plain
}

// special reports whether a statement has more than a command.
func special(stmt *syntax.Stmt) bool { return stmt.Negated || stmt.Background || stmt.Coprocess }

// runsScript reports whether a command is a shell whose script runs only
// commands among names.
func runsScript(words []*syntax.Word, names []string) bool {
	if len(words) != 3 || words[0].Lit() != "bash" && words[0].Lit() != "sh" || words[1].Lit() != "-c" {
		return false
	}
	script, static := shell.Static(words[2])
	tree, err := shell.Tree([]byte(script), syntax.LangBash)
	if !static || err != nil {
		return false
	}
	return !slices.ContainsFunc(tree.Stmts, func(stmt *syntax.Stmt) bool { return !runsOnly(stmt, names) })
}

// runsOnly reports whether all commands of an element are among names, with the
// ones in its words.
func (e *element) runsOnly(names []string) bool { return e.stmt != nil && runsOnly(e.stmt, names) }

func runsOnly(stmt *syntax.Stmt, names []string) bool {
	only := true
	syntax.Walk(stmt, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CallExpr:
			only = only && len(n.Args) > 0 && (slices.Contains(names, programOf(n)) || runsScript(n.Args, names))
		case *syntax.ProcSubst, *syntax.FuncDecl, *syntax.DeclClause, *syntax.CoprocClause:
			only = false
		}
		return only
	})
	return only
}

// system matches the folders of the programs of a distribution.
var system = lazyregexp.New(`^/(?:usr/)?s?bin/`)

// programOf returns the name of the program of a command, without a folder of the
// system, or "" if only the shell knows it.
func programOf(call *syntax.CallExpr) string {
	name := call.Args[0].Lit()
	return strings.TrimPrefix(name, system().FindString(name))
}

// unknown is the value of a variable that only the shell knows.
const unknown = "$?"

// assign returns variables of the shell with the ones that an element assigns.
func (e *element) assign(variables map[string]string) map[string]string {
	all := maps.Clone(variables)
	for _, a := range e.assignments() {
		if a.Name == nil || a.Naked {
			continue
		}
		value := unknown
		if a.Value == nil {
			value = ""
		} else if text, static := shell.Static(a.Value); static && !a.Append {
			value = text
		} else if strings.HasPrefix(strings.Trim(printed(a.Value), `"`), "$(mktemp") {
			value = "/tmp/*"
		}
		if all == nil {
			all = map[string]string{}
		}
		all[a.Name.Value] = value
	}
	return all
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

// onlyAssigns reports whether an element assigns variables of its shell.
func (e *element) onlyAssigns() bool {
	call, is := e.stmt.Cmd.(*syntax.CallExpr)
	return is && len(call.Args) == 0 && len(e.stmt.Redirs) == 0 && !special(e.stmt)
}

// onlyEnters reports whether an element is a cd, and its words have no effect.
func (e *element) onlyEnters() bool {
	return e.command != nil && e.command.Word.Is("cd") && e.hasPlainWords()
}

// hasPlainWords reports whether the words of an element have no effect.
func (e *element) hasPlainWords() bool {
	plain := true
	syntax.Walk(e.stmt, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			plain = false
		case *syntax.ParamExp:
			plain = plain && n.Exp == nil
		}
		return plain
	})
	return plain
}

// setsExit reports whether a command makes the shell exit if a later command
// fails.
func (e *element) setsExit() bool {
	return e.command != nil && e.command.Word.Is("set") && len(e.command.Args) > 0 &&
		strings.HasPrefix(e.command.Args[0].Value, "-") && strings.Contains(e.command.Args[0].Value, "e")
}

// interactive are the flags of an installation that can go and come: questions,
// messages, recommended packages, lists, and caches.
var interactive = []string{"y", "yes", "assume-yes", "q", "quiet", "no-install-recommends", "no-cache", "no-cache-dir", "update", "update-cache"}

// installation returns an installation without its packages, and the packages,
// with the ones in variables that have known values.
func (e *element) installation(value func(name string) (string, bool)) (text string, names []string) {
	skip := map[int]bool{}
	e.named = true
	for i := range e.op.Packages {
		p := &e.op.Packages[i]
		words, known := []string{p.Text}, p.Kind == packages.Named && p.Arg.Static
		if !p.Arg.Static && (p.Kind == packages.Named || p.Kind == packages.Unknown) {
			words, known = listOf(e.op.Command.Script.Source[p.Arg.Start:p.Arg.End], value)
		}
		if known {
			skip[p.Arg.Start] = true
			names = append(names, words...)
		}
		e.named = e.named && known
	}
	for i := range e.op.Flags {
		f := &e.op.Flags[i]
		if e.namesGroup(f) {
			skip[f.Arg.Start], skip[f.End.Start] = true, true
		}
	}
	if len(names) == 0 {
		return e.text, nil
	}
	maps.Copy(skip, e.interactive())
	return e.without(skip), names
}

// interactive returns the offsets of the words that are flags of interactive.
func (e *element) interactive() map[int]bool {
	skip := map[int]bool{}
	for i := range e.op.Flags {
		f := &e.op.Flags[i]
		if slices.Contains(interactive, f.Name) && f.Value == "" && f.Arg.Static && (len(f.Name) > 1 || strings.Trim(f.Arg.Value, "-qy") == "") {
			skip[f.Arg.Start] = true
		}
	}
	return skip
}

// namesGroup reports whether a flag is --virtual of apk, which names the packages
// of an installation for their removal.
func (e *element) namesGroup(f *packages.Flag) bool {
	return e.op.Manager == packages.Apk && (f.Name == "virtual" || f.Name == "t" && f.Arg.Value == "-t") && f.Arg.Static && f.End.Static
}

// group returns the name of the packages of an installation, or "".
func (e *element) group() string {
	for i := range e.op.Flags {
		if f := &e.op.Flags[i]; e.namesGroup(f) {
			return f.Value
		}
	}
	return ""
}

// production are the flags of an installation of a project that leave out its
// packages for development.
var production = map[packages.Manager][]string{
	packages.Npm:  {"omit=dev", "only=prod", "only=production", "production"},
	packages.Pnpm: {"P", "prod", "production"},
	packages.Yarn: {"production"},
}

// wider returns an installation of a project without the flags that leave out
// packages for development, or "" if it has none.
func (e *element) wider() string {
	if len(e.op.Packages) > 0 || e.op.Open {
		return ""
	}
	skip := map[int]bool{}
	for i := range e.op.Flags {
		f := &e.op.Flags[i]
		name := f.Name
		if f.Value != "" {
			name += "=" + f.Value
		}
		if slices.Contains(production[e.op.Manager], name) && f.Arg.Static && f.End.Static {
			skip[f.Arg.Start], skip[f.End.Start] = true, true
		}
	}
	if len(skip) == 0 {
		return ""
	}
	return e.without(skip)
}

// without returns a command without the words that start at some offsets.
func (e *element) without(skip map[int]bool) string {
	var words []string
	command := e.op.Command
	for _, a := range command.Call.Assigns {
		words = append(words, printed(a))
	}
	for _, a := range slices.Concat(command.Before, []lint.Arg{command.Word}, command.Args) {
		switch {
		case skip[a.Start]:
		case e.op.Manager == packages.Apt && a.Start == command.Word.Start:
			words = append(words, string(packages.AptGet)) // apt install is the same
		default:
			words = append(words, command.Script.Source[a.Start:a.End])
		}
	}
	return strings.Join(words, " ")
}
