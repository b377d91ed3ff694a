// Package packages says what the package managers' commands in a RUN do: which manager is called, what it is asked to do,
// with which flags, and which packages it installs in which versions.
//
//	for _, op := range packages.In(p.Script(stage, ins), packages.AptGet) {
//		if op.Action == packages.Install && !op.Has("y", "yes") {
//			edits := op.AddFlag("-y")
//		}
//	}
//
// An Operation is made of the lint.Command that it was found in, and every flag and package keeps the lint.Arg that it is
// written as, so that fixes have their places. Only what is written is judged: a manager whose name comes out of a
// variable is not found, and a package whose name does is of the kind Unknown.
package packages

import (
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

// A Manager is a package manager. Commands that take the same verbs and flags are one.
type Manager string

// The managers that are known, with the commands that they are.
const (
	AptGet   Manager = "apt-get"
	Apt      Manager = "apt" // the one for people at terminals
	Aptitude Manager = "aptitude"
	Apk      Manager = "apk"
	Yum      Manager = "yum"
	Dnf      Manager = "dnf" // dnf, dnf5, microdnf and tdnf
	Zypper   Manager = "zypper"
	Pip      Manager = "pip" // pip, pip3, pip3.12, and python -m pip
	Pipx     Manager = "pipx"
	Npm      Manager = "npm"
	Yarn     Manager = "yarn"
	Pnpm     Manager = "pnpm"
	Gem      Manager = "gem"
	Go       Manager = "go"
	Cargo    Manager = "cargo"
)

// An Action is what a verb does, whatever the manager calls it.
type Action int

const (
	// Other is anything else, and a verb that is not known.
	Other Action = iota
	// Install installs packages: those named, or those that a project asks for (npm ci, yarn).
	Install
	// Remove takes packages away.
	Remove
	// Update reads the lists of what there is.
	Update
	// Upgrade brings what is installed to newer versions.
	Upgrade
	// Clean deletes what was downloaded.
	Clean
)

// An Operation is one command of a package manager.
type Operation struct {
	Command *lint.Command
	Manager Manager
	Action  Action

	// Verb is what the manager is told to do, such as "install"; two words, such as "module install", where it has verbs
	// within verbs. It is empty where there is none, or where it is not known before the shell runs.
	Verb string
	// Words are those that Verb is written as.
	Words []lint.Arg
	// Flags are all flags, before the verb and behind it, in order.
	Flags []Flag
	// Operands are the arguments that are neither flags nor the verb, in order.
	Operands []lint.Arg
	// Packages are the operands of an Install, and what its flags name (a file of requirements). Of go run it is what is
	// run.
	Packages []Package
	// Open says that more flags may come out of a variable whose name says so ($APT_OPTS), so that one that is missing
	// here may be there.
	Open bool

	head  lint.Arg       // the word that runs the manager: its name, or the pip of python -m pip
	tail  lint.Arg       // the word that a further flag goes behind
	first map[string]int // of Flags, by name; nil: not yet asked for
}

// A Flag is a flag of a command. A cluster of letters, such as -qqy, is one flag for each.
type Flag struct {
	Name  string   // without dashes
	Value string   // of --name=VALUE, --name VALUE or -nVALUE, without quotes; variables stay as they are
	Arg   lint.Arg // the word with the flag
	End   lint.Arg // the last word of it: its value where that is a word of its own
}

// In returns the operations of the commands of a script, in order: those of the managers that are named, or all.
func In(s *lint.Script, managers ...Manager) []*Operation {
	var ops []*Operation
	for _, c := range s.Commands {
		if op := Of(c, managers...); op != nil {
			ops = append(ops, op)
		}
	}
	return ops
}

// Of returns what a command has a package manager do: one of those that are
// named, or any. It is nil if the command runs none.
func Of(c *lint.Command, managers ...Manager) *Operation {
	m, skip := recognise(c)
	if m == nil || len(managers) > 0 && !slices.Contains(managers, m.manager) {
		return nil
	}
	op := &Operation{Command: c, Manager: m.manager, head: c.Word}
	if skip > 0 {
		op.head = c.Args[skip-1]
	}
	op.tail = op.head
	op.read(m, c.Args[skip:])
	return op
}

// Name returns the command, such as dnf5, pip3 or python3.
func (op *Operation) Name() string { return op.Command.Name }

// Sudo reports whether the command runs by sudo or doas.
func (op *Operation) Sudo() bool {
	before := op.Command.Before
	return len(before) > 0 && before[0].Is("sudo", "doas")
}

// Flag returns the first flag that has one of the names, or nil. It is asked for each package, so that it must not take longer
// with more flags.
func (op *Operation) Flag(names ...string) *Flag {
	if op.first == nil {
		op.first = make(map[string]int, len(op.Flags))
		for i, f := range slices.Backward(op.Flags) {
			op.first[f.Name] = i
		}
	}
	found := len(op.Flags)
	for _, name := range names {
		if i, ok := op.first[name]; ok {
			found = min(found, i)
		}
	}
	if found == len(op.Flags) {
		return nil
	}
	return &op.Flags[found]
}

// Has reports whether there is a flag that has one of the names.
func (op *Operation) Has(names ...string) bool { return op.Flag(names...) != nil }

// Count returns how often flags with one of the names are given.
func (op *Operation) Count(names ...string) int {
	n := 0
	for _, f := range op.Flags {
		if slices.Contains(names, f.Name) {
			n++
		}
	}
	return n
}

// AddFlag returns the edits that add a flag behind the verb, and behind the flags that follow it at once and have no word as
// their value: apt-get install -y FLAG -t sid curl.
func (op *Operation) AddFlag(flag string) []fixedits.Edit {
	return op.Command.InsertAfter(op.tail, flag)
}

// AddGlobalFlag returns the edits that add a flag before the verb, behind the manager's name.
func (op *Operation) AddGlobalFlag(flag string) []fixedits.Edit {
	return op.Command.InsertAfter(op.head, flag)
}

// Text returns a word of a command without its quotes. Variables and other things that a shell expands stay as they are
// written.
func Text(c *lint.Command, a lint.Arg) string {
	if a.Static || !c.Shell() {
		return a.Value
	}
	return unquote.Replace(c.Script.Source[a.Start:a.End])
}

var unquote = strings.NewReplacer(`"`, "", `'`, "")
