package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// buildCommand is the command that builds the checks of Bazel. Its arguments
// are target patterns.
const buildCommand = "autofix.build"

// Bazel builds the checks of a workspace, and finds their artifacts.
type Bazel struct {
	// IsWorkspace reports whether Bazel can build the workspace at root.
	IsWorkspace func(root string) bool
	// Build builds the checks of target patterns, of all targets if there are
	// none, and returns the names of the artifacts that it made, also if it fails
	// to make all of them. Bazel's messages go to stderr.
	Build func(ctx context.Context, root string, patterns []string, stderr io.Writer) (artifacts []string, err error)
	// Events is the build event file that the person names; it may be empty.
	Events string
	// ReadEvents returns the names of the artifacts in a build event file.
	ReadEvents func(name string) (artifacts []string, err error)
}

// build builds the checks of the workspaces of the editor, and shows their
// findings.
func (s *server) build(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) error {
	var patterns []string
	for _, argument := range p.Arguments {
		var pattern string
		if json.Unmarshal(argument, &pattern) != nil || pattern == "" {
			return fail(jsonrpc2.CodeInvalidParams, "%s is not a target pattern", argument)
		}
		patterns = append(patterns, pattern)
	}
	if !s.building.TryLock() {
		return fail(codeRequestFailed, "a build is running: cancel it, or wait for its end")
	}
	defer s.building.Unlock()
	roots := s.buildable(v)
	if len(roots) == 0 {
		return fail(codeRequestFailed, "nothing to build: no folder of the editor is in a Bazel workspace, which has a MODULE.bazel")
	}
	ctx, work, end := s.begin(ctx, p.WorkDoneToken, "autofix: building the checks")
	var all error
	made := 0
	for _, root := range roots {
		artifacts, err := s.opts.Bazel.Build(ctx, root, patterns, work)
		made += len(artifacts)
		if len(artifacts) > 0 {
			s.collected.Store(root, byFolder(artifacts))
		}
		all = errors.Join(all, err)
	}
	canceled := ctx.Err() != nil
	switch {
	case canceled:
		end("canceled")
		all = fail(codeCanceled, "the build was canceled")
	case all != nil:
		end("failed")
	default:
		end(fmt.Sprintf("artifacts: %d", made))
	}
	if made > 0 {
		s.changing.Lock()
		s.renew()
		s.changing.Unlock()
	}
	return all
}

// buildable returns the Bazel workspaces of the folders of the editor or, if it
// has no folders, of its files.
func (s *server) buildable(v *view) (roots []string) {
	add := func(root string) {
		if root != "" && !slices.Contains(roots, root) && s.opts.Bazel.IsWorkspace(root) {
			roots = append(roots, root)
		}
	}
	if s.opts.Root != "" {
		add(s.opts.Root)
		return roots
	}
	for _, folder := range v.folders {
		if name := fileOf(folder); name != "" {
			if root, err := workspace.FindRoot(name); err == nil {
				add(root)
			}
		}
	}
	if len(v.folders) == 0 {
		for _, d := range v.documents {
			add(d.root)
		}
		slices.Sort(roots)
	}
	return roots
}

// outputPath matches the path of an artifact, with the folder of its target.
var outputPath = lazyregexp.New(`/bazel-out/[^/]+/bin/(?:(.*?)/)?[^/]+\.autofix/.*\.json$`)

// byFolder returns the names of artifacts by the folder of their target, or the
// root if the name does not have it.
func byFolder(artifacts []string) map[string][]string {
	all := map[string][]string{}
	for _, name := range artifacts {
		folder := "."
		if match := outputPath().FindStringSubmatch(filepath.ToSlash(name)); match != nil {
			folder = path.Clean(match[1])
		}
		all[folder] = append(all[folder], name)
	}
	return all
}
