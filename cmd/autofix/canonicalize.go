package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type canonicalizeCmd struct {
	File       string
	Path       string
	Out        string
	FixCommand string
	Policy     string
}

func newCanonicalize(flags *cli.Globals, env *environment) *cobra.Command {
	c := canonicalizeCmd{Out: "-"}
	cmd := &cobra.Command{
		Use:   "canonicalize [flags] FILE",
		Short: "Write the canonical text of one file.",
		Long: `FILE is the file to read; - is standard input.

The canonical text is what "autofix fix" would leave: formatted, with all safe fixes applied. A file that does not parse, that no checker handles, or that is larger than 16 MiB stays as it is. Only the configuration of --config and --tool-config is used, so that a build action depends on its inputs alone.`,
		Args: cli.NeedsOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.File = args[0]
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Text(&c.Path, "path", "PATH", "The workspace path of the text, which decides which checkers and formatters handle it. Default: FILE.")
	f.Text(&c.Out, "out", "FILE", "Write the canonical text here; - is standard output.")
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that makes FILE canonical, for the message. Default: autofix fix PATH.")
	cli.FromVariable(f.Choice(&c.Policy, "policy", policies, "strict writes nothing and exits 1 if FILE is not canonical."), "AUTOFIX_POLICY")
	return cmd
}

// Run reads, canonicalizes and writes one file.
func (c *canonicalizeCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	name := path.Clean(cmp.Or(c.Path, filepath.ToSlash(c.File)))
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return &cli.UsageError{Err: fmt.Errorf("%s: outside the workspace: name a path relative to its root with --path", name)}
	}
	input, err := pipeline.UntilDone(ctx, func() (io.ReadCloser, error) { return env.openInput(c.File) })
	if err != nil {
		return err
	}
	defer input.Close()
	content, err := pipeline.UntilDone(ctx, func() ([]byte, error) {
		return io.ReadAll(io.LimitReader(input, workspace.MaxSize+1))
	})
	if err != nil {
		return cli.InputError(fmt.Errorf("%s: %w", c.File, err))
	}
	if len(content) > workspace.MaxSize {
		tooLarge := workspace.SizeError{Path: name}
		fmt.Fprintf(env.Stderr, "autofix: %s: left unchanged: %s\n", inert.Line(name), tooLarge.Reason())
		if env.isFile(input, c.Out) {
			return nil
		}
		return env.copyTo(c.Out, io.MultiReader(bytes.NewReader(content), input))
	}
	opts := pipeline.Options{Tools: env.Tools()}
	if opts.Config, err = env.declaredConfig(flags, opts.Tools); err != nil {
		return err
	}
	canonical, err := pipeline.Canonicalize(ctx, name, content, opts)
	if err != nil {
		return err
	}
	if policy.Policy(c.Policy) == policy.Strict {
		reason, fixable := canonical.Differs()
		switch {
		case fixable:
			command := c.FixCommand
			if command == "" {
				command = process.CommandLine("autofix", "fix", name)
			}
			return &cli.FindingsError{What: fmt.Sprintf("%s: not canonical: %s; run: %s", name, reason, command)}
		case reason != "":
			return &cli.FindingsError{What: fmt.Sprintf("%s: not canonical: %s; fix it by hand", name, reason)}
		}
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := w.Write(canonical.Text)
		return err
	})
}

// openInput opens a file given on the command line.
func (e *environment) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(e.Stdin), nil
	}
	file, err := os.Open(e.Absolute(name))
	if err != nil {
		return nil, cli.InputError(err)
	}
	return file, nil
}

// isFile reports whether input is the same file as an output.
func (e *environment) isFile(input io.Reader, name string) bool {
	file, ok := input.(*os.File)
	if !ok || name == "-" {
		return false
	}
	of, err := file.Stat()
	there, missing := os.Stat(e.Absolute(name))
	return err == nil && missing == nil && os.SameFile(of, there)
}

// copyTo writes the content of r to the file name, or to stdout if that is -.
func (e *environment) copyTo(name string, r io.Reader) error {
	if name == "-" {
		_, err := io.Copy(e.standardOutput(), r)
		return err
	}
	file, err := os.Create(e.Absolute(name))
	if err == nil {
		_, err = io.Copy(file, r)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// readInput reads a file given on the command line.
func (e *environment) readInput(name string) ([]byte, error) {
	if name == "-" {
		content, err := io.ReadAll(e.Stdin)
		if err != nil {
			return nil, fmt.Errorf("stdin: %w", err)
		}
		return content, nil
	}
	content, err := os.ReadFile(e.Absolute(name))
	if err != nil {
		return nil, cli.InputError(err)
	}
	return content, nil
}
