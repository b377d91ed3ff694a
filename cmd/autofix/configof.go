package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/setup/effective"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type configCmd struct {
	Files   []string
	Format  string
	Verbose bool
	Targets bool
	Bazel   string
}

func newConfig(flags *cli.Globals, env *environment) *cobra.Command {
	var c configCmd
	cmd := &cobra.Command{
		Use:   "config [flags] FILE...",
		Short: "Show which configuration, checkers, formatter and settings hold for a file.",
		Long: `Prints for each FILE its configuration files, the checkers that look at it, its formatter, and its settings with their values and the file and line that each is from; or why the file is left alone. In a Bazel workspace, it also prints what the checks of a build have otherwise, as far as .bazelrc and the BUILD files tell: the configuration files that are not declared, and checkers that only one of the two runs.

No checker of [checkers] is started, and nothing is written.`,
		Args: cli.Needs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Files = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Choice(&c.Format, "format", []string{"text", "json"}, "What to print.")
	f.Toggle(&c.Verbose, "verbose", "Also list the settings of [files] and of rules that are the defaults.")
	f.Toggle(&c.Targets, "targets", "Also list the targets that name the file. Asks bazel query.")
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command of --targets. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	return cmd
}

// Run prints what holds for the files.
func (c *configCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	files, err := c.named(ws, env)
	if err != nil {
		return err
	}
	opts := pipeline.Options{Tools: env.Tools()}
	if opts.Config, err = env.loadConfig(ws, flags, files, opts.Tools); err != nil {
		return err
	}
	var build *bazel.Build
	var declared *effective.Declared
	if inBazel := undeclared.IsWorkspace(ws.Root()); inBazel {
		if declared, err = effective.ReadDeclared(ws, files, opts); err != nil {
			return fmt.Errorf("config: %w", err)
		}
	} else if c.Targets {
		return cli.Mistake("--targets: %s is not the root of a Bazel workspace: it has no MODULE.bazel; name another with --root", ws.Root())
	}
	if c.Targets {
		command, err := session.FindBazel(c.Bazel, env.Dir)
		if err != nil {
			return err
		}
		build = &bazel.Build{Command: command, Dir: ws.Root(), Server: session.Server(ws.Root()), Stderr: env.Stderr}
	}
	var all []*effective.File
	for _, name := range files {
		file, err := effective.Of(ctx, ws, ws.Root(), name, opts, c.Verbose)
		if err == nil && declared != nil {
			err = declared.Compare(ctx, file, c.Verbose)
		}
		if err == nil && build != nil {
			file.Bazel.Targets, err = build.Owners(ctx, name)
			file.Bazel.NoTarget = len(file.Bazel.Targets) == 0
		}
		if err != nil {
			return fmt.Errorf("config: %w", err)
		}
		all = append(all, file)
	}
	return c.print(env, ws, all)
}

// named returns the files that are named, by their canonical paths.
func (c *configCmd) named(ws *workspace.Workspace, env *environment) ([]string, error) {
	for _, name := range c.Files {
		if info, err := os.Stat(env.Absolute(name)); err == nil && info.IsDir() {
			return nil, cli.Mistake("%s is a folder: name a file; in one folder, files of one kind have the same configuration", name)
		}
	}
	files, err := ws.List(c.Files, workspace.ListOptions{Dir: env.Dir, Canonical: true})
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return files, nil
}

func (c *configCmd) print(env *environment, ws *workspace.Workspace, all []*effective.File) error {
	if c.Format == "json" {
		encoder := json.NewEncoder(env.Stdout)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(struct {
			Version int               `json:"version"`
			Files   []*effective.File `json:"files"`
		}{1, all})
	}
	for i, file := range all {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		if err := file.Text(env.Stdout, env.Shown(ws.Root())); err != nil {
			return err
		}
	}
	return nil
}
