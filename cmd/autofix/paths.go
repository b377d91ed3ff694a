package main

import (
	"context"
	"slices"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// pathFlags holds the PATHS of a verb and the flags about them.
type pathFlags struct {
	Paths       []string
	StrictFiles bool
	NoExclude   bool
	Staged      bool
	Lines       changedLines

	staged *pipeline.Staged // once they are opened
}

// declare declares the flags.
func (p *pathFlags) declare(f cli.FlagSet) {
	f.Toggle(&p.StrictFiles, "strict-files", "Fail, with exit code 2, if one of PATHS does not exist. By default it is left out, with a note.")
	f.Toggle(&p.NoExclude, "no-exclude", "Check files even if [files] exclude of autofix.toml matches them.")
}

// declareChanges declares the flags of verbs that can check only what changes.
func (p *pathFlags) declareChanges(f cli.FlagSet) {
	f.Toggle(&p.Staged, "staged", "Only the staged files among PATHS, with their staged texts, as git would commit them. Fixes go to the index, and to the working files except where unstaged lines are in the way.")
	p.Lines.declare(f)
}

// given reports whether there are flags about PATHS.
func (p *pathFlags) given() bool {
	return p.StrictFiles || p.NoExclude || p.Staged || p.Lines.Since != ""
}

// tree returns the files that the flags select from: of the workspace, or the
// staged ones.
func (p *pathFlags) tree(ws *workspace.Workspace) pipeline.Tree {
	if p.staged != nil {
		return p.staged
	}
	return ws
}

// flags returns the flags, for a command with the same PATHS.
func (p *pathFlags) flags() string {
	flags := ""
	if p.NoExclude {
		flags += " --no-exclude"
	}
	if p.Staged {
		flags += " --staged"
	}
	if since := p.Lines.flag(); since != "" {
		flags += " " + process.Quote(since)
	}
	return flags
}

// command returns the command that is given the same PATHS and flags.
func (p *pathFlags) command(command string) string {
	return withPaths(command+p.flags(), p.Paths)
}

// pasted is command, for a command that works when it is pasted.
func (p *pathFlags) pasted(command string) string {
	return process.CommandLine(command+p.flags(), fewPaths(p.Paths)...)
}

// openPaths opens the workspace, lists the files for PATHS (by default, the
// files of the working folder, but none for an empty list), and stores their
// configuration in opts. The caller closes the workspace.
func (e *environment) openPaths(ctx context.Context, flags *cli.Globals, p *pathFlags, opts *pipeline.Options) (*workspace.Workspace, []string, error) {
	ws, err := e.openWorkspace(flags)
	if err != nil {
		return nil, nil, err
	}
	named := pipeline.Named{Dir: e.Dir, Paths: p.Paths, Strict: p.StrictFiles, NoExclude: p.NoExclude}
	switch {
	case slices.Contains(p.Paths, "-"):
		ws.Close()
		return nil, nil, cli.Mistake("-: standard input is not a file: list files with @-, have one text fixed by `autofix canonicalize`, or write ./- for a file of that name")
	case e.Listed:
		named.Paths = slices.DeleteFunc(slices.Clone(p.Paths), func(path string) bool { return path == "" })
	case len(p.Paths) == 0:
		named.Paths = []string{"."}
	}
	files, left, err := p.list(ctx, ws, named, e.listing())
	e.ProgressDone()
	if err == nil {
		opts.LeftAlone = left
		files, err = pipeline.UntilDone(ctx, func() ([]string, error) {
			config, err := e.loadConfig(ws, flags, files, opts.Tools)
			if err != nil {
				return nil, err
			}
			opts.Config = config
			if files, err = p.Lines.only(ctx, ws, p.Staged, files, opts); err != nil {
				return nil, err
			}
			included, left := pipeline.Included(ws, named, files, config)
			opts.LeftAlone = append(opts.LeftAlone, left...)
			return included, nil
		})
	}
	if err != nil {
		ws.Close()
		return nil, nil, err
	}
	return ws, files, nil
}

// list lists the files for PATHS.
func (p *pathFlags) list(ctx context.Context, ws *workspace.Workspace, named pipeline.Named, progress func(int)) ([]string, []pipeline.LeftAlone, error) {
	if !p.Staged {
		return pipeline.Files(ctx, ws, named, progress)
	}
	index, err := ws.Index(ctx)
	if err != nil {
		return nil, nil, noCheckout("--staged", err)
	}
	p.staged = pipeline.NewStaged(index)
	return p.staged.Files(named)
}

// tellKept prints the working files that do not have all fixes of the staged
// ones.
func (p *pathFlags) tellKept(env *environment, shown report.Shown) {
	if p.staged == nil {
		return
	}
	for _, file := range p.staged.Index.Kept() {
		env.Say("%s: the working file does not have all fixes of the staged one: %s", inert.Line(shown.Of(file.Path)), inert.Line(file.Reason))
	}
}

// workspaceOf returns the workspace of a source. The source of a build action has
// none.
func workspaceOf(source pipeline.Source) (*workspace.Workspace, bool) {
	if staged, ok := source.(*pipeline.Staged); ok {
		return staged.Index.Workspace, true
	}
	ws, ok := source.(*workspace.Workspace)
	return ws, ok
}
