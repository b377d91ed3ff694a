// Package command decides which commands a proof may run, and resolves their
// programs.
//
// No shell ever runs a command: Parse splits a line into words, and refuses
// syntax that only a shell understands. A Policy then allows a command by its
// first words, and always refuses flags that run code other than the tests of
// the tree. So a command does no more than it appears to. This does not make
// tests harmless: they are code that a model may have written, and the sandbox
// confines them.
package command

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// A Command is a program with its arguments, ready to run.
type Command struct {
	Assignments []string // NAME=value, for the environment of the program
	Argv        []string // as given; Argv[0] is the name of the program
	// Program is the absolute path of the program. Neither the path nor any
	// link on the way to the file is in the tree. Its own links are kept,
	// because some programs, such as Python's in virtual environments, look at
	// them.
	Program string
}

// A Policy says which commands may run.
type Policy struct {
	// Allow has the first words of commands that may run, such as "go test". The
	// last word may end with a *, for any rest of that word. Nil is Tests().
	Allow []string
	// Assign has the names of variables that a command may set. Nil is
	// Variables. Variables by which a program runs other code, reads other
	// configuration, or reaches the network, may never be set.
	Assign []string
}

// A Lookup finds a program by its name, which has no slash. It returns an
// absolute path, or an error.
type Lookup func(name string) (string, error)

// Resolve checks a command, and finds its program. The first words may be
// assignments. The tree is the absolute path of the folder in which the command
// runs. A nil lookup is Path with the PATH of this process. All errors are of
// type *Error.
func (p *Policy) Resolve(words []string, tree string, look Lookup) (*Command, error) {
	if err := checkWords(words); err != nil {
		return nil, err
	}
	c := &Command{}
	for len(words) > 0 && assignment().MatchString(words[0]) {
		if err := p.checkAssignment(words[0]); err != nil {
			return nil, err
		}
		c.Assignments, words = append(c.Assignments, words[0]), words[1:]
	}
	if len(words) == 0 {
		return nil, rules.Refuse(rules.Empty, "", "there is no program")
	}
	c.Argv = slices.Clone(words)
	if err := p.check(c.Argv); err != nil {
		return nil, err
	}
	if look == nil {
		look = Path("", tree)
	}
	var err error
	c.Program, err = program(words[0], tree, look)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// check decides about a command by its words alone.
func (p *Policy) check(argv []string) error {
	name, arguments := argv[0], argv[1:]
	key := canonical(name)
	switch {
	case strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name):
		return rules.Refuse(rules.InTree, name, "the program is a file of the tree")
	case wrappers[key] != "":
		return rules.Refuse(rules.Wrapper, name, wrappers[key])
	}
	matched := slices.Concat([]string{key}, arguments)
	if tool := toolOf(key); tool != nil {
		words, err := tool(arguments, p)
		if err != nil {
			return err
		}
		matched = slices.Concat([]string{key}, words)
	}
	if filepath.IsAbs(name) {
		// The name go says little about the program.
		matched[0] = name
	}
	if !p.allows(matched) {
		return rules.Refuse(rules.NotAllowed, strings.Join(matched[:min(len(matched), 3)], " "), "not in the list of allowed commands")
	}
	return nil
}

// canonical returns the name by which a program is known here: without its
// folder and the suffixes of Windows and of versions.
func canonical(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.ToLower(name)
	for _, suffix := range []string{".exe", ".cmd", ".bat", ".com", ".ps1"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if known := strings.TrimRight(name, "0123456789."); known == "python" || known == "pypy" {
		return "python"
	}
	if other := synonyms[name]; other != "" {
		return other
	}
	for _, r := range runners.All {
		if slices.Contains(r.Synonyms, name) {
			return r.Programs[0]
		}
	}
	return name
}

// synonyms are names of the same program, if it is not a test runner's.
var synonyms = map[string]string{"yarnpkg": "yarn", "gmake": "make", "py": "python"}

// program finds a program that is not in the tree.
func program(name, tree string, look Lookup) (string, error) {
	found := name
	if filepath.IsAbs(name) {
		if _, err := exec.LookPath(name); err != nil {
			return "", rules.Because(err, rules.NotFound, name, "the program cannot be found")
		}
	} else {
		var err error
		if found, err = look(name); err != nil {
			return "", rules.Because(err, rules.NotFound, name, "the program cannot be found")
		}
	}
	visited, err := hops(found)
	if err != nil {
		return "", rules.Because(err, rules.NotFound, name, "the program cannot be found")
	}
	if slices.ContainsFunc(visited, func(at string) bool { return inside(tree, at) }) {
		return "", rules.Refuse(rules.InTree, name, "the program is a file of the tree, or a link that passes through it")
	}
	if target := canonical(visited[len(visited)-1]); wrappers[target] != "" {
		return "", rules.Refuse(rules.Wrapper, name, "the program is a link to "+target+", which runs other programs")
	}
	return found, nil
}
