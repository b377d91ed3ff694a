package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// description is the first paragraph of the help.
const description = `autofix finds problems in files and fixes them. It merges the fixes of all checkers into one plan that does not depend on their order, formats the result, and writes all files or none.

Start with "autofix check" to see the findings in the current folder, "autofix fix --mode=diff" to see the changes, and "autofix fix" to make them.

Exit codes: 0 success; 1 findings (an error that stands; fix: a file that has changed since its check; strict policy: a pending fix or a conflict, too; --mode=check or diff: something would change); 2 wrong usage or configuration; 3 a checker, an agent or a write failed.`

// newCommand returns the command line of autofix. It can parse only one.
func newCommand(env *environment) *cobra.Command {
	var globals *cli.Globals
	root := cli.NewRoot(&env.Environment, description, func(flags *cli.Globals) (verbs []*cobra.Command) {
		globals = flags
		for _, verb := range []func(*cli.Globals, *environment) *cobra.Command{
			newInit, newCheck, newFix, newBaseline, newSuppress, newMerge, newActions, newCanonicalize, newBazelFix, newRender, newReport, newGate, newRunChecker,
			newLSP, newDoctor, newConfig, newStripConfig, newAnalyze, newAICheck, newProve, newSuggest, newDebug, newCopy, newRecover, newTrust, newRules, newExplain, newSchema, newCompletion, newMan, newVersion,
		} {
			verbs = append(verbs, verb(flags, env))
		}
		return verbs
	})
	parsed := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		err := parsed(cmd, args)
		env.colored(globals)
		return err
	}
	return root
}
