package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type trustCmd struct {
	pathFlags
	Show   bool
	List   bool
	Revoke bool
}

func newTrust(flags *cli.Globals, env *environment) *cobra.Command {
	var c trustCmd
	cmd := &cobra.Command{
		Use:   "trust [flags] [PATH...]",
		Short: "Allow the commands of [checkers] in the autofix.toml of a checkout to run.",
		Long: `PATHS are files and folders, as of check. Default: the working folder.

A checkout comes from others, and a command of its autofix.toml runs as you. So "check" and "fix" run the checkers that it declares only after you have trusted what the file says about them. Prints the commands of the files that apply to PATHS, and remembers, in your state folder, that you trust them: for this workspace, this file and this text of [checkers]. A change of the section asks again, and so does a workspace that was moved. The programs themselves may change.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Toggle(&c.Show, "show", "Print the commands, and whether they are trusted. Nothing is remembered.")
	f.Toggle(&c.List, "list", "List all that you trust, in all workspaces, and whether it is still as it was.")
	f.Toggle(&c.Revoke, "revoke", "Trust the files of PATHS no more. Default: all files of the workspace. PATHS may be gone.")
	return cmd
}

// Run shows, trusts, lists or revokes.
func (c *trustCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	switch {
	case c.Show && c.List, c.Show && c.Revoke, c.List && c.Revoke:
		return cli.Mistake("--show, --list and --revoke exclude each other")
	case c.List && len(c.Paths) > 0:
		return cli.Mistake("--list has no PATHS: it lists all that you trust")
	case c.List:
		return c.list(env)
	case c.Revoke:
		return c.revoke(flags, env)
	}
	opts := pipeline.Options{Tools: env.Tools()}
	ws, files, err := env.openPaths(ctx, flags, &c.pathFlags, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	all, err := programs.Declarations(files, &opts)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(env.Stdout, "autofix: nothing to trust: no autofix.toml of these files has a command in [checkers]")
		return err
	}
	var entries []person.Entry
	for _, d := range all {
		entry, err := person.EntryOf(ws.Root(), d.File, d.Digest)
		if err != nil {
			return err
		}
		entries = append(entries, entry)
	}
	if c.Show {
		return c.show(env, ws, all, entries)
	}
	for _, d := range all {
		if err := printDeclaration(env, d, ws.Root(), ""); err != nil {
			return err
		}
	}
	if err := person.AddTrusted(entries); err != nil {
		return &cli.UsageError{Err: err}
	}
	_, err = fmt.Fprintf(env.Stdout, "autofix: trusted: %s (workspace %s)\n", filesOf(entries, env.Shown(ws.Root())), inert.Line(ws.Root()))
	return err
}

// show prints the commands and whether they are trusted.
func (c *trustCmd) show(env *environment, ws *workspace.Workspace, all []*declared.Declaration, entries []person.Entry) error {
	for i, d := range all {
		trusted, err := person.Trusted(entries[i])
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		state := ", not trusted"
		switch {
		case trusted != nil && *trusted == entries[i]:
			state = ", trusted"
		case trusted != nil:
			state = ", changed since you trusted it"
		}
		if err := printDeclaration(env, d, ws.Root(), state); err != nil {
			return err
		}
	}
	return nil
}

// printDeclaration writes the commands of a declaration.
func printDeclaration(env *environment, d *declared.Declaration, root, state string) error {
	if _, err := fmt.Fprintf(env.Stdout, "%s%s\n", inert.Line(env.Shown(root).Of(d.File)), state); err != nil {
		return err
	}
	for _, checker := range d.Checkers {
		program, err := checker.Find(root)
		if err != nil {
			program = err.Error()
		}
		_, err = fmt.Fprintf(env.Stdout, "  [checkers.%s] %s\n    program: %s\n", checker.Name, checker.CommandLine(), inert.Line(program))
		if err != nil {
			return err
		}
	}
	return nil
}

func filesOf(entries []person.Entry, shown report.Shown) string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = inert.Line(shown.Of(e.File))
	}
	return strings.Join(names, ", ")
}

// list lists all entries with their state.
func (c *trustCmd) list(env *environment) error {
	all, unread := person.AllTrusted()
	for _, e := range all {
		if _, err := fmt.Fprintf(env.Stdout, "%s: %s\n", inert.Line(absoluteOf(e)), programs.State(e, env.Tools())); err != nil {
			return err
		}
	}
	if unread != nil {
		return &cli.UsageError{Err: unread}
	}
	return nil
}

func absoluteOf(e person.Entry) string {
	if filepath.IsAbs(filepath.FromSlash(e.File)) {
		return e.File + " in " + e.Workspace
	}
	return filepath.Join(e.Workspace, filepath.FromSlash(e.File))
}

// revoke removes entries.
func (c *trustCmd) revoke(flags *cli.Globals, env *environment) error {
	var within []string
	for _, path := range c.Paths {
		name := env.Absolute(path)
		within = append(within, name)
		if real, err := filepath.EvalSymlinks(name); err == nil {
			within = append(within, real)
		}
	}
	if len(within) == 0 {
		root, err := env.Root(flags)
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		if real, err := filepath.EvalSymlinks(root); err == nil {
			root = real
		}
		within = []string{root}
	}
	gone, err := person.RevokeTrusted(func(e person.Entry) bool {
		file := e.File
		if !filepath.IsAbs(filepath.FromSlash(file)) {
			file = filepath.Join(e.Workspace, filepath.FromSlash(file))
		}
		return slices.ContainsFunc(within, func(name string) bool {
			return e.Workspace == name || person.Within(name, file)
		})
	})
	for _, e := range gone {
		if _, err := fmt.Fprintf(env.Stdout, "autofix: no longer trusted: %s\n", inert.Line(absoluteOf(e))); err != nil {
			return err
		}
	}
	if len(gone) == 0 && err == nil {
		_, err = fmt.Fprintln(env.Stdout, "autofix: nothing to revoke: you trust nothing there")
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("revoke: %w", err)
	}
	return err
}
