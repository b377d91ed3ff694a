package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/verify"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// bazelBase is the flag --base of a run with Bazel: only findings that the
// checks of a revision do not have.
type bazelBase struct {
	Base string

	changed *workspace.Changed
}

func (b *bazelBase) declare(f cli.FlagSet) {
	f.Text(&b.Base, "base", "REVISION", "With --mode=check or diff: only findings that are new since HEAD left this revision of git, such as origin/main. Its checks are built beside the workspace, with the configuration and the modules of now. Nothing is fetched.")
}

// begin finds the base. It excludes modes that write, and files that no target
// names.
func (b *bazelBase) begin(ctx context.Context, ws *workspace.Workspace, mode, undeclaredMode string, opts *pipeline.Options) (err error) {
	switch {
	case b.Base == "":
		return nil
	case mode != "check" && mode != "diff":
		return cli.Mistake("--base: it judges what is new, and writes nothing: add --mode=check or --mode=diff")
	case undeclaredMode == "fix":
		return cli.Mistake("--base excludes --undeclared=fix: the base has only the checks of targets")
	}
	opts.OnlyNew = true
	if b.changed, err = ws.Changed(ctx, b.Base, false); err != nil {
		return noCheckout("--base="+b.Base, err)
	}
	return nil
}

// headFiles are the names of files of Bazel that decide which tools run. The
// base has them as they are now.
var headFiles = []string{"MODULE.bazel", "MODULE.bazel.lock", ".bazelrc", ".bazelversion"}

// files returns the files that differ in the base, except for the configuration
// of tools.
func (b *bazelBase) files(ctx context.Context, kinds []*config.FileKind) ([]shadow.File, error) {
	ofHead := append(slices.Clone(headFiles), config.Name)
	for _, kind := range kinds {
		if !kind.Named {
			ofHead = append(ofHead, kind.Names...)
		}
	}
	all, err := b.changed.Files(ctx)
	var files []shadow.File
	for _, f := range all {
		if !slices.ContainsFunc(ofHead, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path.Base(f.Path)) }) {
			files = append(files, shadow.File{Path: f.Path, Text: f.Text, Executable: f.Executable, Deleted: f.Absent})
		}
	}
	return files, err
}

// compare builds the checks of the base, and removes the findings that it has
// from the artifacts of the head. It returns the line that counts them.
func (b *bazelBase) compare(ctx context.Context, ws *workspace.Workspace, settings verify.Settings, build bazel.Build, artifacts []*artifact.Artifact, opts *pipeline.Options) (string, error) {
	failed := func(err error) error {
		if noCheck, ok := errors.AsType[*cli.UsageError](noCheckout("--base="+b.Base, err)); ok {
			return noCheck
		}
		return fmt.Errorf("--base=%s: the checks of the base: %w", b.Base, err)
	}
	files, err := b.files(ctx, opts.Tools.Checkers.FileKinds())
	if err != nil {
		return "", failed(err)
	}
	var past []*artifact.Artifact
	err = verify.BuildOther(ctx, settings, files, build, func(built *bazel.Collection) (err error) {
		past, _, err = rounds.ReadArtifacts(ctx, built)
		return err
	})
	if err != nil {
		return "", failed(err)
	}
	tool := opts.Tools.Checkers.Tool
	base, err := pipeline.Together(past, tool)
	if err != nil {
		return "", failed(err)
	}
	head, err := pipeline.Together(artifacts, tool)
	if err != nil {
		return "", err
	}
	now := pipeline.OfArtifact(ws, head).Text
	to := map[string]string{} // paths of now, by those of the base
	for _, s := range head.Snapshots {
		to[b.changed.From(s.Path)] = s.Path
	}
	was := func(path string) []byte {
		if text, ok := b.changed.Was(path); ok {
			return text
		}
		if b.changed.Has(path) {
			return nil
		}
		return now(path)
	}
	c := baseline.Compare(baseline.State{Artifact: renamed(base, to), Text: was}, baseline.State{Artifact: head, Text: now}, func(string) bool { return false })
	old := c.Old(head)
	line := policy.Line{Config: opts.Config}
	for i, a := range artifacts {
		artifacts[i] = baseline.Without(a, old, func(d *fixedits.Diagnostic) bool { return line.Always(d.Path, d.Rule) })
	}
	return c.Text(""), nil
}

// renamed returns an artifact whose files have other paths.
func renamed(a *artifact.Artifact, to map[string]string) *artifact.Artifact {
	b := *a
	b.Diagnostics, b.Fixes = slices.Clone(a.Diagnostics), slices.Clone(a.Fixes)
	for i := range b.Diagnostics {
		if now, ok := to[b.Diagnostics[i].Path]; ok {
			b.Diagnostics[i].Path = now
		}
	}
	for i := range b.Fixes {
		fix := &b.Fixes[i]
		fix.Edits = slices.Clone(fix.Edits)
		for k := range fix.Edits {
			if now, ok := to[fix.Edits[k].Path]; ok {
				fix.Edits[k].Path = now
			}
		}
	}
	return &b
}
