package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

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
	over, gone, err := overIn(ws, files, file)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("%s: ", baseline.FileName)
	if file == nil {
		file = baseline.Of(head)
		line += report.NumberOf(file.Len(), "place")
	} else {
		compared, pruned := file.Compare(head, over)
		fresh, _ := compared.Count()
		removed := fmt.Sprintf("%d removed", compared.Gone) + inGone(file, gone)
		file = pruned
		if c.Update {
			file = file.With(head, over)
		}
		line += report.NumberOf(file.Len(), "place") + ", " + removed
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

// overIn returns a function that reports whether a file was checked or is gone,
// so that its entries that no finding has are removed, and the files that are
// gone. The baseline file may be nil.
func overIn(ws *workspace.Workspace, files []string, file *baseline.File) (over func(path string) bool, gone map[string]bool, err error) {
	checked := make(map[string]bool, len(files))
	for _, file := range files {
		checked[file] = true
	}
	if file != nil {
		others := slices.DeleteFunc(file.Paths(), func(path string) bool { return checked[path] })
		if gone, err = ws.Gone(others); err != nil {
			return nil, nil, err
		}
	}
	return func(path string) bool { return checked[path] || gone[path] }, gone, nil
}

// inGone says how many places of a baseline file are in files that are gone.
func inGone(file *baseline.File, gone map[string]bool) string {
	if len(gone) == 0 {
		return ""
	}
	places := file.Count(func(path string) bool { return gone[path] })
	return fmt.Sprintf(" (%d in %s no longer there)", places, report.NumberOf(len(gone), "file"))
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

// A heldLine is the baseline file from before a run that fixes.
type heldLine struct {
	file *baseline.File // nil: there is none
	text []byte
}

// holdLine reads the baseline file, before a run writes anything.
func holdLine(ws *workspace.Workspace) (h heldLine, err error) {
	h.file, h.text, err = readBaseline(ws)
	return h, err
}

// prune removes the entries of changed files that no finding has any more, and
// of files that are gone.
func (h *heldLine) prune(ctx context.Context, env *environment, ws *workspace.Workspace, changed []fixedits.FileChange, opts *pipeline.Options) error {
	if h.file == nil {
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
	over, gone, err := overIn(ws, files, h.file)
	if err != nil {
		return err
	}
	compared, pruned := h.file.Compare(baseline.State{Artifact: checked.Artifact, Text: checked.Text}, over)
	if compared.Gone == 0 {
		return nil
	}
	env.Say("%s: %s removed, which no finding has any more%s", baseline.FileName, report.NumberOf(compared.Gone, "place"), inGone(h.file, gone))
	change := []pipeline.RuleChange{pipeline.ReplacedFile(baseline.FileName, baseline.FileName, h.text, pruned.Bytes())}
	switch err := opts.Commits.Prepare(ctx, change); {
	case err == nil:
		opts.Commits.Keep(change)
	case errors.As(err, new(*workspace.UncommittableError)):
		env.Say("%s: not committed: %s", baseline.FileName, err)
		if err := opts.Commits.Prepare(ctx, nil); err != nil {
			return err
		}
	default:
		return err
	}
	return writeBaseline(ctx, ws, h.text, pruned)
}
