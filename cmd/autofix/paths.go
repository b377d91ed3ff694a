package main

import (
	"context"
	"slices"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// pathFlags holds the PATHS of a verb and the flags about them.
type pathFlags struct {
	Paths       []string
	StrictFiles bool
	NoExclude   bool
}

// declare declares the flags.
func (p *pathFlags) declare(f cli.FlagSet) {
	f.Toggle(&p.StrictFiles, "strict-files", "Fail, with exit code 2, if one of PATHS does not exist. By default it is left out, with a note.")
	f.Toggle(&p.NoExclude, "no-exclude", "Check files even if [files] exclude of autofix.toml matches them.")
}

// given reports whether there are flags about PATHS.
func (p *pathFlags) given() bool { return p.StrictFiles || p.NoExclude }

// command returns the command that is given the same PATHS and flags.
func (p *pathFlags) command(command string) string {
	if p.NoExclude {
		command += " --no-exclude"
	}
	return withPaths(command, p.Paths)
}

// pasted is command, for a command that works when it is pasted.
func (p *pathFlags) pasted(command string) string {
	if p.NoExclude {
		command += " --no-exclude"
	}
	return process.CommandLine(command, fewPaths(p.Paths)...)
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
	files, left, err := pipeline.Files(ctx, ws, named, e.listing())
	e.ProgressDone()
	if err == nil {
		opts.LeftAlone = left
		files, err = pipeline.UntilDone(ctx, func() ([]string, error) {
			config, err := e.loadConfig(ws, flags, files, opts.Tools)
			if err != nil {
				return nil, err
			}
			opts.Config = config
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
