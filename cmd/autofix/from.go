package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// mostTargets bounds the targets that a command line names.
const mostTargets = 10

// openFrom opens the workspace, reads the artifacts of --from, and brings them
// up to date. The caller closes the workspace.
func (c *fixCmd) openFrom(ctx context.Context, flags *cli.Globals, env *environment, opts *pipeline.Options) (*workspace.Workspace, *pipeline.Renewed, error) {
	artifacts, err := env.readArtifactLists(ctx, "--from=", c.From, pipeline.ReadLists)
	if malformed, ok := errors.AsType[*cli.UsageError](err); ok {
		return nil, nil, &cli.UsageError{Err: fmt.Errorf("%w; nothing was written", malformed.Err)}
	}
	if err != nil {
		return nil, nil, err
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return nil, nil, err
	}
	renewed, err := c.renew(ctx, flags, env, ws, artifacts, opts)
	if err != nil {
		ws.Close()
		return nil, nil, err
	}
	c.targets = targetsOf(artifacts)
	return ws, renewed, nil
}

func (c *fixCmd) renew(ctx context.Context, flags *cli.Globals, env *environment, ws *workspace.Workspace, artifacts []*artifact.Artifact, opts *pipeline.Options) (*pipeline.Renewed, error) {
	var err error
	if opts.Config, err = env.loadConfig(ws, flags, pipeline.Paths(ws, artifacts), opts.Tools); err != nil {
		return nil, err
	}
	renewed, err := pipeline.Renew(ctx, ws, artifacts, *opts)
	if foreign, ok := errors.AsType[*pipeline.ForeignArtifactError](err); ok {
		return nil, &cli.UsageError{Err: fmt.Errorf("--from=%s: %w; nothing was written", strings.Join(c.From, " --from="), foreign)}
	}
	return renewed, err
}

// A readArtifacts is [pipeline.ReadLists] or [pipeline.ReadFindings].
type readArtifacts func(context.Context, []pipeline.Encoded) (artifacts []*artifact.Artifact, failed int, err error)

// readArtifactLists reads the artifacts in files, folders and standard input,
// which a flag names, as read reads them.
func (e *environment) readArtifactLists(ctx context.Context, flag string, names []string, read readArtifacts) ([]*artifact.Artifact, error) {
	var files []string
	for _, name := range names {
		some, err := e.artifactFiles(flag, name)
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	encoded := e.Encoded(files)
	for i, file := range files {
		if file != "-" {
			continue
		}
		text, err := pipeline.UntilDone(ctx, func() ([]byte, error) { return e.readInput(file) })
		if err != nil {
			return nil, err
		}
		encoded[i] = pipeline.Encoded{Text: text}
	}
	all, failed, err := read(ctx, encoded)
	if malformed, ok := errors.AsType[*artifact.Error](err); ok {
		return nil, &cli.UsageError{Err: fmt.Errorf("%s%s: %w", flag, files[failed], malformed)}
	}
	return all, cli.InputError(err)
}

// artifactFiles returns the files in a folder whose names end in .json, or the
// name itself if it is not a folder.
func (e *environment) artifactFiles(flag, name string) ([]string, error) {
	if info, err := os.Stat(e.Absolute(name)); name == "-" || err != nil || !info.IsDir() {
		return []string{name}, nil
	}
	var files []string
	err := fs.WalkDir(os.DirFS(e.Absolute(name)), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".json") {
			files = append(files, filepath.Join(name, filepath.FromSlash(path)))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s%s: %w", flag, name, err)
	}
	if len(files) == 0 {
		return nil, &cli.UsageError{Err: fmt.Errorf("%s%s: no file in it ends in .json: name the folder that has the artifacts", flag, name)}
	}
	return files, nil
}

// targetsOf returns the labels of the targets that artifacts are of, by the
// paths of their files.
func targetsOf(artifacts []*artifact.Artifact) map[string][]string {
	targets := map[string][]string{}
	for _, a := range artifacts {
		for _, s := range a.Snapshots {
			if a.Origin != "" && !slices.Contains(targets[s.Path], a.Origin) {
				targets[s.Path] = append(targets[s.Path], a.Origin)
			}
		}
	}
	return targets
}

// askBazel returns the remedy for files whose checkers are not built in.
func (c *fixCmd) askBazel(stale []string) string {
	var targets []string
	for _, path := range stale {
		targets = append(targets, c.targets[path]...)
	}
	slices.Sort(targets)
	targets = slices.Compact(targets)
	const why = "the checkers of these fixes are not built in: check again where they run"
	switch {
	case len(targets) == 0:
		return why
	case len(targets) > mostTargets:
		targets = nil
	}
	command := []string{"run", "//:fix"}
	if len(targets) > 0 {
		command = append(append(command, "--"), targets...)
	}
	return why + ", such as with: " + process.CommandLine("bazel", command...)
}

func fromFlags(names []string) []string {
	flags := make([]string, len(names))
	for i, name := range names {
		flags[i] = "--from=" + name
	}
	return flags
}

// renewedIn completes a summary with the files that were checked again.
func (c *fixCmd) renewedIn(s *report.Summary, renewed *pipeline.Renewed) {
	s.Checked.Artifacts = len(renewed.Artifacts) - renewed.Checks
	s.Checked.Again = len(renewed.Files)
	s.Again = c.askBazel(s.StaleFiles())
}
