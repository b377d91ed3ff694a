package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// run runs a command line and returns its exit code. If that is not 0 and the
// report on stdout does not say why, it prints the reason to stderr.
func run(ctx context.Context, args []string, env *environment) int {
	return env.Exit(cli.Interrupted(ctx, execute(ctx, args, env)))
}

func execute(ctx context.Context, args []string, env *environment) error {
	args, err := cli.ArgsFromFile(args)
	if err != nil {
		return err
	}
	if cli.Completes(args) {
		return complete(ctx, args, env) // args are not yet a complete command line
	}
	if startup, ok := startsWorker(args); ok {
		return env.serve(ctx, startup)
	}
	args, err = env.ExpandArgFile(args)
	if err != nil {
		return err
	}
	return execVerb(ctx, args, env)
}

// execVerb runs the verb of a complete command line. It leaves no state in this
// process, which may be a worker.
func execVerb(ctx context.Context, args []string, env *environment) error {
	return env.Execute(ctx, func(shared *cli.Environment) *cobra.Command {
		own := *env
		own.Environment, own.args = *shared, args
		root := newCommand(&own)
		root.SetArgs(markNegatives(root, append([]string{}, args...)))
		return root
	})
}
