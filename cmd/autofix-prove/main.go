// Command autofix-prove is the verbs of autofix that use the network, which
// autofix starts by it: prove takes a failing command to a patch with evidence,
// and suggest posts fixes on a pull request. Only this program has a network
// client, for engines and for GitHub.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/cmd/internal/proveverb"
	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/heap"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
)

func main() {
	sandbox.Init()
	heap.Small()
	ctx, stop := cli.Interruptible()
	env := cli.NewEnvironment()
	code := run(ctx, os.Args[1:], env)
	stop()
	os.Exit(code)
}

// run runs a command line of autofix with one of these verbs, and returns its
// exit code.
func run(ctx context.Context, args []string, env *cli.Environment) int {
	return env.Exit(cli.Interrupted(ctx, execute(ctx, args, env)))
}

func execute(ctx context.Context, args []string, env *cli.Environment) error {
	expanded := companion.Started() // by autofix, which has done it
	if err := companion.CheckVersion(); err != nil {
		return fmt.Errorf("%s: %w", proveverb.Program, err)
	}
	args, err := cli.ArgsFromFile(args)
	if err == nil && !expanded {
		args, err = env.ExpandArgFile(args)
	}
	if err != nil {
		return err
	}
	return env.Execute(ctx, func(env *cli.Environment) *cobra.Command {
		root := cli.NewRoot(env, description, func(flags *cli.Globals) []*cobra.Command {
			return []*cobra.Command{newProve(flags, env), newSuggest(flags, env)}
		})
		root.SetVersionTemplate(proveverb.Program + " {{.Version}}\n")
		root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
		return root
	})
}

// description is the first paragraph of the help.
const description = "autofix-prove is the verbs prove and suggest of autofix, a program of its own, since build actions need neither them nor a network client. Start it with \"autofix prove\" or \"autofix suggest\"."
