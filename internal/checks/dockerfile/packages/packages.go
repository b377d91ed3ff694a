// Package packages parses the commands of package managers in a RUN: the
// manager, its action and flags, and the packages that it installs with their
// versions.
//
//	for _, op := range packages.In(p.Script(stage, ins), packages.AptGet) {
//		if op.Action == packages.Install && !op.Has("y", "yes") {
//			edits := op.AddFlag("-y")
//		}
//	}
//
// An Operation refers to its lint.Command, and every flag and package keeps its
// lint.Arg, so that fixes have their positions. Only literal text is parsed: a
// manager whose name comes from a variable is not found, and a package whose
// name does has the kind Unknown.
package packages

import (
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A Manager is a package manager. Commands with the same verbs and flags are
// one manager.
type Manager string

// The known managers, with their commands.
const (
	AptGet   Manager = "apt-get"
	Apt      Manager = "apt" // the interactive front end
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

// An Action is the effect of a verb, independent of the manager's name for it.
type Action int

const (
	// Other is any other verb, including unknown ones.
	Other Action = iota
	// Install installs packages: from the command line, or of a
	// project (npm ci, yarn).
	Install
	// Remove removes packages.
	Remove
	// Update downloads the package lists.
	Update
	// Upgrade upgrades installed packages.
	Upgrade
	// Clean deletes downloaded files.
	Clean
)

// An Operation is one command of a package manager.
type Operation struct {
	Command *lint.Command
	Manager Manager
	Action  Action

	// Verb is the manager's verb, such as "install", or two words, such as
	// "module install", if it has nested verbs. It is empty if there is none,
	// or if only the shell knows it.
	Verb string
	// Words are the words of Verb.
	Words []lint.Arg
	// Flags are all flags, before and after the verb, in order.
	Flags []Flag
	// Operands are the arguments that are neither flags nor the verb, in order.
	Operands []lint.Arg
	// Packages are the operands of an Install, and the packages in its flags (a
	// requirements file). For go run, it is the program to run.
	Packages []Package
	// Open means that a variable may contain more flags, judged by its name
	// ($APT_OPTS), so that a missing flag may be there.
	Open bool

	head  lint.Arg       // the word of the manager: its name, or pip in python -m pip
	tail  lint.Arg       // the word after which a new flag is added
	first map[string]int // index into Flags by name; nil until first use
}

// A Flag is a flag of a command. In a cluster of letters, such as -qqy, each
// letter is a flag.
type Flag struct {
	Name  string   // without dashes
	Value string   // of --name=VALUE, --name VALUE or -nVALUE, without quotes; variables stay as written
	Arg   lint.Arg // the word with the flag
	End   lint.Arg // the last word of the flag: its value if that is a separate word
}

// In returns the operations of the given managers, or of all managers, in a
// script, in order.
func In(s *lint.Script, managers ...Manager) []*Operation {
	var ops []*Operation
	for _, c := range s.Commands {
		if op := Of(c, managers...); op != nil {
			ops = append(ops, op)
		}
	}
	return ops
}

// Of returns the operation of a command with one of the given managers, or with
// any manager if none is given. It returns nil if the command runs no such
// manager. All callers share the operation and must not change it.
func Of(c *lint.Command, managers ...Manager) *Operation {
	op := lint.Recall(c, read)
	if op == nil || len(managers) > 0 && !slices.Contains(managers, op.Manager) {
		return nil
	}
	return op
}

// read returns the operation of a command with any manager, or nil.
func read(c *lint.Command) *Operation {
	m, skip := recognize(c)
	if m == nil {
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

// Sudo reports whether the command runs with sudo or doas.
func (op *Operation) Sudo() bool {
	before := op.Command.Before
	return len(before) > 0 && before[0].Is("sudo", "doas")
}

// Flag returns the first flag with one of the names, or nil. It is called for
// each package, so its time must not depend on the number of flags.
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

// Has reports whether there is a flag with one of the names.
func (op *Operation) Has(names ...string) bool { return op.Flag(names...) != nil }

// AddFlag returns the edits that add a flag after the verb, and after the flags
// directly following it that have no separate value: apt-get install -y FLAG -t
// sid curl.
func (op *Operation) AddFlag(flag string) []fixedits.Edit {
	return op.Command.InsertAfter(op.tail, flag)
}

// AddGlobalFlag returns the edits that add a flag before the verb, after the
// manager's name.
func (op *Operation) AddGlobalFlag(flag string) []fixedits.Edit {
	return op.Command.InsertAfter(op.head, flag)
}

// Text returns a word of a command without its quotes. Variables and other
// shell expansions stay as written.
func Text(c *lint.Command, a lint.Arg) string {
	if a.Static || !c.Shell() {
		return a.Value
	}
	return unquote.Replace(c.Script.Source[a.Start:a.End])
}

var unquote = strings.NewReplacer(`"`, "", `'`, "")
