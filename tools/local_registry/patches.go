package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// vendored names the modules whose repository rules build their Go tools from a
// vendor/ folder, which is missing from the zip of a Go module.
var vendored = map[string]bool{"gazelle": true}

// An insertion adds text to a file of a module, after a line that must occur
// exactly once.
type insertion struct{ path, after, text string }

// patches are the insertions that a module needs to work offline, and to build
// its own tools once for all workspaces.
var patches = map[string][]insertion{
	// Instead of downloading a Go SDK, use the Go installation of the machine.
	// bazelw ensures that it has at least the version required by go.mod.
	"rules_go": {
		{
			path:  "go/private/sdk.bzl",
			after: "def _go_download_sdk_impl(ctx):\n",
			text: `    if not ctx.attr.goos or (ctx.attr.goos, ctx.attr.goarch) == detect_host_platform(ctx):
        goroot = _detect_host_sdk(ctx)
        version = ctx.execute([goroot + "/bin/go", "env", "GOVERSION"]).stdout.strip().removeprefix("go")
        _sdk_build_file(ctx, _detect_sdk_platform(ctx, goroot), version, experiments = ctx.attr.experiments)
        _local_sdk(ctx, goroot)
        return None

`,
		},
		{
			path:  "go/private/sdk.bzl",
			after: "def fetch_sdks_by_version(ctx, allow_fail = False):\n",
			text: `    if allow_fail:
        return None

`,
		},
	},
	// The cache of the Go command has the tools only if no path of a workspace
	// is in their flags.
	"gazelle": {
		{
			path:  "internal/go_repository_tools.bzl",
			after: "        \"github.com/bazelbuild/bazel-gazelle/cmd/generate_repo_config\",\n    ]\n",
			text: `    args = [go_tool, "install", "-trimpath"] + [arg for arg in args if arg.startswith("github.com/")]
`,
		},
	},
}

// patch makes the insertions in the module in dir.
func patch(dir string, insertions []insertion) error {
	for _, i := range insertions {
		path := filepath.Join(dir, i.path)
		content, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("patch: %w", err)
		}
		if n := bytes.Count(content, []byte(i.after)); n != 1 {
			return fmt.Errorf("patch %s: found %q %d times, want once: patches.go is for another version", i.path, i.after, n)
		}
		patched := bytes.Replace(content, []byte(i.after), []byte(i.after+i.text), 1)
		if err := os.WriteFile(path, patched, 0o644); err != nil {
			return fmt.Errorf("patch: %w", err)
		}
	}
	return nil
}
