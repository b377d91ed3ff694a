package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func newRecover(flags *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "recover",
		Short: "Finish an interrupted write.",
		Long:  `A run that is killed while it writes leaves every file whole, old or new, and a journal. The next run that writes finishes the set first; this command does only that. If a strict "autofix bazel-fix" is killed between two rounds, its changes are undone.`,
		Args:  cli.TakesNone,
		RunE:  func(cmd *cobra.Command, _ []string) error { return recoverRun(cmd.Context(), flags, env) },

		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// recoverRun completes the work of a killed run.
func recoverRun(ctx context.Context, flags *cli.Globals, env *environment) error {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	ws.OnRecover = nil // the report contains its result
	recovered, err := ws.Recover(ctx)
	if err != nil {
		return fmt.Errorf("recover: %w", err)
	}
	return tellRecovered(env.Stdout, &recovered, env.Shown(ws.Root()))
}

// finishInterrupted completes the work of a killed run before a run that writes
// reads any file: half-written files must neither be checked nor be mistaken
// for edited ones.
func (e *environment) finishInterrupted(ctx context.Context, flags *cli.Globals) error {
	ws, err := e.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	if _, err := ws.Recover(ctx); err != nil {
		return fmt.Errorf("recover: %w", err)
	}
	return nil
}

// onRecover prints one line after the work of a killed run is completed.
func (e *environment) onRecover(r workspace.Recovered) {
	e.ProgressDone()
	if len(r.TakenBack) > 0 {
		fmt.Fprintf(e.Stderr, "autofix: undid an interrupted strict run; files restored: %d", len(r.TakenBack))
		if n := len(r.Stale); n > 0 {
			fmt.Fprintf(e.Stderr, ", left unchanged: %d", n)
		}
		fmt.Fprintln(e.Stderr)
		return
	}
	if r.RolledBack {
		fmt.Fprintln(e.Stderr, "autofix: removed the temporary files of an interrupted run, which had changed nothing")
		return
	}
	fmt.Fprintf(e.Stderr, "autofix: finished an interrupted run first; files written: %d", len(r.Written))
	if n := len(r.Stale); n > 0 {
		fmt.Fprintf(e.Stderr, ", left unchanged: %d", n)
	}
	fmt.Fprintln(e.Stderr)
}

func tellRecovered(w writer, r *workspace.Recovered, shown report.Shown) error {
	var text strings.Builder
	switch {
	case !r.Found:
		text.WriteString("autofix: nothing to recover\n")
	case r.RolledBack:
		text.WriteString("autofix: removed the temporary files of an interrupted run, which had changed nothing\n")
	case len(r.Written) > 0 || len(r.TakenBack) == 0:
		fmt.Fprintf(&text, "autofix: finished an interrupted run; files written: %d\n", len(r.Written))
	}
	for _, path := range r.Written {
		fmt.Fprintf(&text, "  %s\n", inert.Line(shown.Of(path)))
	}
	if len(r.TakenBack) > 0 {
		fmt.Fprintf(&text, "autofix: undid an interrupted strict run; files restored: %d\n", len(r.TakenBack))
	}
	for _, path := range r.TakenBack {
		fmt.Fprintf(&text, "  %s\n", inert.Line(shown.Of(path)))
	}
	for _, stale := range r.Stale {
		fmt.Fprintf(&text, "  %s: left unchanged: %s\n", inert.Line(shown.Of(stale.Path)), stale.Reason)
	}
	_, err := io.WriteString(w, text.String())
	return err
}
