// Package suggestverb contains the flags and the help of `autofix suggest`.
// autofix shows them, checks a command line against them, and starts
// autofix-prove, which has the client of GitHub and obeys them.
package suggestverb

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// Flags are the flags of the verb.
type Flags struct {
	Event   string
	From    []string
	Most    int
	Command string
}

// New returns the verb, which stores its flags in c and calls run.
func New(c *Flags, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "suggest --github-event=FILE --from=FILE",
		Short: "Post the fixes that a check computed on the pull request of GitHub that it was for.",
		Long: `Reads what "autofix check --out=artifacts=FILE" wrote in a run for a pull request, and posts the safe fixes for lines that the change added: small ones as suggestions at their lines, the others in one comment, which later runs update. It needs no checkout, runs nothing, and takes nothing from FILE that GitHub does not confirm.

The token is that of GITHUB_TOKEN or GH_TOKEN. A pull request that was closed, or has another commit by now, gets nothing, which is no error.`,
		Args: cli.TakesNone,
		RunE: run,
	}
	f := cli.FlagsOf(cmd)
	cli.Required(f.Text(&c.Event, "github-event", "FILE", "The event workflow_run of GitHub Actions, which GITHUB_EVENT_PATH names. It says which commit was checked."))
	cli.Required(f.List(&c.From, "from", "FILE", "Artifacts of that run, as check --out=artifacts=FILE writes them. Repeatable."))
	f.Number(&c.Most, "most", 10, "How many suggestions a pull request has at most, from 0 to 50. The other fixes go into the comment.")
	f.Text(&c.Command, "fix-command", "COMMAND", `The command in the texts that applies all fixes, such as "bazel run //:fix". Default: autofix fix.`)
	return cmd
}
