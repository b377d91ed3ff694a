package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/adapters/reports"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// openWorkspace opens the workspace given by flags and environment. The caller
// closes it.
func (e *environment) openWorkspace(flags *cli.Globals) (*workspace.Workspace, error) {
	root, err := e.Root(flags)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		err = fmt.Errorf("%w; name another with --root", err)
		if errors.Is(err, fs.ErrPermission) {
			return nil, err
		}
		return nil, &cli.UsageError{Err: err}
	}
	ws.OnWait, ws.OnRecover = e.onWait, e.onRecover
	return ws, nil
}

// openArtifacts opens the workspace, reads artifacts and reports, and stores
// the configuration of their files in opts. The caller closes the workspace.
func (e *environment) openArtifacts(ctx context.Context, flags *cli.Globals, names, imports []string, opts *pipeline.Options) (*workspace.Workspace, []*artifact.Artifact, error) {
	all, err := reports.ParseImports(imports)
	if err != nil {
		return nil, nil, err
	}
	artifacts, err := e.ReadArtifacts(ctx, names)
	if err != nil {
		return nil, nil, err
	}
	ws, err := e.openWorkspace(flags)
	if err != nil {
		return nil, nil, err
	}
	theirs, err := e.readImports(ctx, flags, ws, all, opts)
	artifacts = append(artifacts, theirs...)
	if err == nil {
		opts.Config, err = e.loadConfig(ws, flags, pipeline.Paths(ws, artifacts), opts.Tools)
	}
	if err != nil {
		ws.Close()
		return nil, nil, err
	}
	opts.LeftAlone = pipeline.Import(ws, theirs, opts)
	return ws, artifacts, nil
}

// openDeclared lists the files and folders for paths among the inputs of a
// build action, and stores their configuration in opts. Files that the
// configuration excludes are left out.
func (e *environment) openDeclared(flags *cli.Globals, paths []string, opts *pipeline.Options) (source workspace.Declared, files, folders []string, err error) {
	source = workspace.OpenDeclared(e.Dir)
	if files, folders, err = source.List(paths); err != nil {
		return source, nil, nil, &cli.UsageError{Err: err}
	}
	if opts.Config, err = e.declaredConfig(flags, opts.Tools); err != nil {
		return source, nil, nil, err
	}
	files, opts.LeftAlone = pipeline.NotExcluded(source, files, opts.Config)
	folders, _ = pipeline.NotExcluded(source, folders, opts.Config)
	return source, files, folders, nil
}

// declaredConfig returns the configuration of an action: only files that it was
// given.
func (e *environment) declaredConfig(flags *cli.Globals, tools pipeline.Tools) (config.Source, error) {
	from := pipeline.ConfigFiles{File: flags.Config, FilePath: flags.ConfigPath, ToolFiles: flags.ToolConfig, Warn: e.configWarning, Declared: true}
	return pipeline.LoadConfig(workspace.OpenDeclared(e.Dir), from, nil, tools)
}

// loadConfig returns the configuration of files of the workspace. Mistakes are
// in files as people read their paths.
func (e *environment) loadConfig(ws *workspace.Workspace, flags *cli.Globals, files []string, tools pipeline.Tools) (config.Source, error) {
	shown := e.Shown(ws.Root())
	show := func(err error) error {
		if mistake, ok := errors.AsType[*config.Error](err); ok {
			mistake.Path = shown.Of(mistake.Path)
		}
		return err
	}
	from := e.configFiles(flags)
	from.Warn = func(err error) { e.configWarning(show(err)) }
	if e.verbose {
		from.Shadowed = func(s config.Shadow) {
			fmt.Fprintf(e.Stderr, "autofix: %s is the configuration of %s/, and nothing of %s counts there; to build on it: extends = %q\n",
				inert.Line(shown.Of(s.Path)), inert.Line(shown.Of(path.Dir(s.Path))), inert.Line(shown.Of(s.Above)), s.Extends())
		}
	}
	source, err := pipeline.LoadConfig(ws, from, files, tools)
	return source, show(err)
}

// configWarning reports a mistake in [ai], which the run can do without.
func (e *environment) configWarning(err error) {
	fmt.Fprintf(e.Stderr, "autofix: warning: %v; no agent is asked until that is corrected\n", err)
}

// configFiles returns the source of the configuration. --config is relative to
// the folder in which the command was called.
func (e *environment) configFiles(flags *cli.Globals) pipeline.ConfigFiles {
	from := pipeline.ConfigFiles{FilePath: flags.ConfigPath, Files: flags.FoundConfig, ToolFiles: flags.ToolConfig, Warn: e.configWarning}
	if flags.Config != "" {
		from.File = e.Absolute(flags.Config)
	}
	return from
}
