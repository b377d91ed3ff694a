package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type baselineCmd struct {
	pathFlags
	programFlags
	Update bool
}

func newBaseline(flags *cli.Globals, env *environment) *cobra.Command {
	var c baselineCmd
	cmd := &cobra.Command{
		Use:   "baseline [flags] [PATH...]",
		Short: "Write the findings that may stay to " + baseline.FileName + ".",
		Long: `PATHS are the files and folders to check. Default: the working folder.

Checks the files, and writes ` + baseline.FileName + ` at the root of the workspace, which "check" then holds all findings against: the ones that are in it are old, and fail nothing. Commit it. If it is there already, entries of checked files that no finding has any more are removed, as "fix" does too, and nothing is added without --update.

With the history of git, "check --base" needs no file.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Toggle(&c.Update, "update", "Also add the findings that are new.")
	c.pathFlags.declare(f)
	c.programFlags.declare(f)
	return cmd
}

// Run writes the file.
func (c *baselineCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	opts := pipeline.Options{Tools: env.Tools()}
	ws, files, err := env.openPaths(ctx, flags, &c.pathFlags, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	if _, err := c.programFlags.begin(env, ws, files, nil, &opts); err != nil {
		return err
	}
	file, text, err := readBaseline(ws)
	if _, broken := errors.AsType[*baseline.SyntaxError](err); broken && c.Update {
		file, err = nil, nil // it is written again
	}
	if err != nil {
		return err
	}
	opts.Progress = env.progress("checking", nil)
	checked, err := pipeline.Check(ctx, ws, files, "", opts)
	env.ProgressDone()
	if err != nil {
		return err
	}
	if len(checked.Crashed) > 0 {
		return report.Judged(checked.Crashed, env.Shown(ws.Root()), nil)
	}
	head := baseline.State{Artifact: checked.Artifact, Text: checked.Text}
	line := fmt.Sprintf("%s: ", baseline.FileName)
	if file == nil {
		file = baseline.Of(head)
		line += report.NumberOf(file.Len(), "place")
	} else {
		compared, pruned := file.Compare(head, checkedIn(ws, files))
		fresh, _ := compared.Count()
		file = pruned
		if c.Update {
			file = file.With(head, checkedIn(ws, files))
		}
		line += report.NumberOf(file.Len(), "place") + ", " + fmt.Sprintf("%d removed", compared.Gone)
		switch {
		case c.Update:
			line += fmt.Sprintf(", %d added", file.Len()-pruned.Len())
		case fresh > 0:
			line += "; " + report.NumberOf(fresh, "new finding") + " not added: --update adds them"
		}
	}
	if err := writeBaseline(ctx, ws, text, file); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "autofix: %s\n", line)
	return nil
}

// checkedIn returns a function that reports whether a file was checked or is
// gone, so that its entries can be removed.
func checkedIn(ws *workspace.Workspace, files []string) func(string) bool {
	all := make(map[string]bool, len(files))
	for _, file := range files {
		all[file] = true
	}
	return func(path string) bool {
		if all[path] {
			return true
		}
		_, err := ws.Head(path, 0)
		return errors.Is(err, fs.ErrNotExist)
	}
}

// readBaseline returns the baseline file of a workspace with its text, or nil if
// there is none.
func readBaseline(ws *workspace.Workspace) (*baseline.File, []byte, error) {
	text, err := ws.Read(baseline.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := baseline.Parse(text)
	if err != nil {
		return nil, text, &cli.UsageError{Err: err}
	}
	return file, text, nil
}

// writeBaseline replaces the text of the baseline file of a workspace, or
// creates it if there is no text.
func writeBaseline(ctx context.Context, ws *workspace.Workspace, text []byte, file *baseline.File) error {
	change := workspace.Change{Path: baseline.FileName, After: file.Bytes(), Create: text == nil}
	if text != nil {
		change.BeforeSHA256 = fixedits.Digest(text)
	}
	return ws.Write(ctx, []workspace.Change{change})
}

// A heldLine is the baseline file of a run that fixes, as it was before.
type heldLine struct {
	file *baseline.File // nil: there is none
	text []byte
}

// holdLine reads the baseline file, before a run writes anything.
func holdLine(ws *workspace.Workspace) (h heldLine, err error) {
	h.file, h.text, err = readBaseline(ws)
	return h, err
}

// prune removes the entries of changed files that no finding has any more.
func (h *heldLine) prune(ctx context.Context, env *environment, ws *workspace.Workspace, changed []fixedits.FileChange, opts *pipeline.Options) error {
	if h.file == nil || len(changed) == 0 {
		return nil
	}
	var files []string
	for i := range changed {
		files = append(files, changed[i].Path)
	}
	checked, err := pipeline.Check(ctx, ws, files, "", pipeline.Options{Tools: opts.Tools, Config: opts.Config, Programs: opts.Programs})
	if err != nil || len(checked.Crashed) > 0 {
		return err
	}
	compared, pruned := h.file.Compare(baseline.State{Artifact: checked.Artifact, Text: checked.Text}, checkedIn(ws, files))
	if compared.Gone == 0 {
		return nil
	}
	env.Say("%s: %s removed, which no finding has any more", baseline.FileName, report.NumberOf(compared.Gone, "place"))
	return writeBaseline(ctx, ws, h.text, pruned)
}
