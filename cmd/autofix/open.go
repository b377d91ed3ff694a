package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"syscall"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// openWorkspace opens the workspace given by flags and environment. The caller
// closes it.
func (e *environment) openWorkspace(flags *globals) (*workspace.Workspace, error) {
	root, err := e.root(flags)
	if err != nil {
		return nil, &usageError{err: err}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		err = fmt.Errorf("%w; name another with --root", err)
		if errors.Is(err, fs.ErrPermission) {
			return nil, err
		}
		return nil, &usageError{err: err}
	}
	ws.OnWait, ws.OnRecover = e.onWait, e.onRecover
	return ws, nil
}

// openArtifacts opens the workspace, reads artifacts and reports, and stores the
// configuration of their files in opts. The caller closes the workspace.
func (e *environment) openArtifacts(ctx context.Context, flags *globals, names, imports []string, opts *pipeline.Options) (*workspace.Workspace, []*artifact.Artifact, error) {
	all, err := parseImports(imports)
	if err != nil {
		return nil, nil, err
	}
	artifacts, err := e.readArtifacts(ctx, names)
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
	for _, a := range theirs {
		pipeline.Import(ws, a, opts)
	}
	return ws, artifacts, nil
}

// readArtifacts reads artifacts. A malformed one is a failure of the checker
// that wrote it.
func (e *environment) readArtifacts(ctx context.Context, names []string) ([]*artifact.Artifact, error) {
	artifacts, failed, err := pipeline.ReadArtifacts(ctx, e.encoded(names))
	var malformed *artifact.Error
	switch {
	case errors.As(err, &malformed):
		return nil, fmt.Errorf("%s: %w; nothing was applied: make it again with `autofix check --out`", names[failed], err)
	case err == nil:
		return artifacts, nil
	case errors.Is(err, context.Cause(ctx)):
		return nil, err
	}
	return nil, fmt.Errorf("artifact: %w", inputError(err))
}

// inputError returns a usage error if a file given on the command line does not
// exist or is not a file. If it exists and cannot be read, the error is a
// failure.
func inputError(err error) error {
	for _, kind := range []error{fs.ErrNotExist, syscall.EISDIR, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.ELOOP} {
		if errors.Is(err, kind) {
			return &usageError{err: err}
		}
	}
	return err
}

// encoded returns the artifacts in files, whose names are relative to the
// folder of the command.
func (e *environment) encoded(names []string) []pipeline.Encoded {
	files := make([]pipeline.Encoded, len(names))
	for i, name := range names {
		files[i].Path = e.absolute(name)
	}
	return files
}

// openDeclared lists the files and folders for paths among the inputs of a
// build action, and stores their configuration in opts. Files that the
// configuration excludes are left out.
func (e *environment) openDeclared(flags *globals, paths []string, opts *pipeline.Options) (source workspace.Declared, files, folders []string, err error) {
	source = workspace.OpenDeclared(e.dir)
	if files, folders, err = source.List(paths); err != nil {
		return source, nil, nil, &usageError{err: err}
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
func (e *environment) declaredConfig(flags *globals, tools pipeline.Tools) (config.Source, error) {
	from := pipeline.ConfigFiles{File: flags.Config, FilePath: flags.ConfigPath, ToolFiles: flags.ToolConfig, Warn: e.configWarning, Declared: true}
	return pipeline.LoadConfig(workspace.OpenDeclared(e.dir), from, nil, tools)
}

// loadConfig returns the configuration of files of the workspace. Mistakes are
// in files as people read their paths.
func (e *environment) loadConfig(ws *workspace.Workspace, flags *globals, files []string, tools pipeline.Tools) (config.Source, error) {
	shown := e.shown(ws.Root())
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
			fmt.Fprintf(e.stderr, "autofix: %s is the configuration of %s/, and nothing of %s counts there; to build on it: extends = %q\n",
				report.OneLine(shown.Of(s.Path)), report.OneLine(shown.Of(path.Dir(s.Path))), report.OneLine(shown.Of(s.Above)), s.Extends())
		}
	}
	source, err := pipeline.LoadConfig(ws, from, files, tools)
	return source, show(err)
}

// configWarning reports a mistake in [ai], which the run can do without.
func (e *environment) configWarning(err error) {
	fmt.Fprintf(e.stderr, "autofix: warning: %v; no agent is asked until that is corrected\n", err)
}

// configFiles returns the source of the configuration. --config is relative to
// the folder in which the command was called.
func (e *environment) configFiles(flags *globals) pipeline.ConfigFiles {
	from := pipeline.ConfigFiles{FilePath: flags.ConfigPath, Files: flags.FoundConfig, ToolFiles: flags.ToolConfig, Warn: e.configWarning}
	if flags.Config != "" {
		from.File = e.absolute(flags.Config)
	}
	return from
}
