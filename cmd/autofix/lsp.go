package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type lspCmd struct {
	Trust       bool
	Aspect      string
	Bazel       string
	BazelFlag   []string
	BuildEvents string
}

func newLSP(flags *cli.Globals, env *environment) *cobra.Command {
	var c lspCmd
	cmd := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "Serve an editor: findings, fixes and formatting of open files.",
		Long: `Speaks the Language Server Protocol on stdin and stdout, for the editor that starts it. It shows the findings of "autofix check" for the texts in the editor, saved or not, and its fixes make the texts that "autofix fix" makes. Each file is in the workspace of its folder in the editor. Changes of the configuration count when they are saved.

Exits 1 if the editor goes away without a shutdown.`,
		Args:              cli.TakesNone,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.Run(cmd.Context(), flags, env) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cli.FlagsOf(cmd)
	cli.FromVariable(f.Toggle(&c.Trust, "trust", "Run the commands of [checkers], whether or not you have trusted them with `autofix trust`."), "AUTOFIX_TRUST")
	f.Text(&c.Aspect, "aspect", "ASPECT", "The aspect that the command autofix.build builds with: the one of your fix target. Default: "+session.DefaultAspect+".")
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command of autofix.build. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	f.List(&c.BazelFlag, "bazel-flag", "FLAG", "A flag for the bazel build of autofix.build. Repeatable.")
	f.Text(&c.BuildEvents, "build-events", "FILE", "Also show the findings of the build whose --build_event_json_file this is.")
	return cmd
}

// Run serves one editor.
func (c *lspCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	opts := editor.Options{Tools: env.Tools(), Version: version.Version}
	if flags.Root != "" {
		opts.Root = env.Absolute(flags.Root)
	}
	opts.Config = func(ws *workspace.Workspace, files []string) (config.Source, error) {
		return env.loadConfig(ws, flags, files, opts.Tools)
	}
	opts.Programs = func(ws *workspace.Workspace, files []string, note func(string), run *pipeline.Options) error {
		shown := env.Shown(ws.Root())
		settings := programs.Settings{
			Root: ws.Root(), Trust: c.Trust, Note: note,
			Shown:   func(path string) string { return inert.Line(shown.Of(path)) },
			Refused: newRefusals(env, shown),
		}
		_, err := settings.Begin(files, run)
		return err
	}
	opts.Bazel, opts.Ask = c.bazel(env), c.ask(env, flags)
	input, closed := closable(env.Stdin)
	err := editor.Serve(ctx, input, env.Stdout, closed, opts)
	if errors.Is(err, editor.ErrNoShutdown) {
		return &cli.FindingsError{What: fmt.Sprintf("lsp: %v", err)}
	}
	return err
}

// closable returns a reader that ends when it is closed. A file such as stdin
// may block a read that has begun until the other end writes.
func closable(r io.Reader) (io.Reader, func() error) {
	in, out := io.Pipe()
	go func() {
		_, err := io.Copy(out, r)
		_ = out.CloseWithError(err)
	}()
	return in, func() error { return in.CloseWithError(io.ErrClosedPipe) }
}
