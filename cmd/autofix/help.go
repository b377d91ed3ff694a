package main

import (
	"slices"

	"github.com/alecthomas/kong"
)

// description stands at the top of the help.
const description = `autofix finds what is wrong in files and applies the fixes: it merges the fixes of all checkers into one plan that does not depend on their order, formats the result, and writes all files at once or none.

Start with "autofix check" to see what it finds in the folder you are in, "autofix fix --mode=diff" to see what it would change, and "autofix fix" to change it.

Exit codes: 0 done; 1 findings (strict policy: a pending fix, a conflict or an error; --mode=check or diff: something would change); 2 wrong usage or configuration; 3 a checker, an agent or a write failed.`

const helpVerb = "help"

type helpCmd struct {
	Verb []string `arg:"" optional:"" name:"verb" help:"The verb to explain."`
}

// Run shows the help of a verb, or of the command.
func (c *helpCmd) Run(parser *kong.Kong) error {
	if len(c.Verb) > 0 && !slices.ContainsFunc(parser.Model.Children, func(verb *kong.Node) bool { return verb.Name == c.Verb[0] }) {
		return unknownVerb(parser.Model, c.Verb[0])
	}
	_, err := parser.Parse(append(c.Verb, "--help"))
	return asUsage(err)
}
