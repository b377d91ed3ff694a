package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// vendored names the modules whose own Go tools repository rules build, from a
// vendor/ folder, which the zip of a Go module lacks.
var vendored = map[string]bool{"gazelle": true}

// An insertion adds text to a module's file, after a line that must be there
// once.
type insertion struct{ path, after, text string }

// mends has what a module needs to work without a network.
var mends = map[string][]insertion{
	// A Go SDK that a MODULE.bazel asks to download is the machine's own Go,
	// whose version is the one that go.mod asks for or later: bazelw sees to
	// that.
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
}

// mend makes the insertions in the module in dir.
func mend(dir string, insertions []insertion) error {
	for _, i := range insertions {
		path := filepath.Join(dir, i.path)
		content, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("mend: %w", err)
		}
		if n := bytes.Count(content, []byte(i.after)); n != 1 {
			return fmt.Errorf("mend %s: %q is there %d times, not once: mends.go is for another version", i.path, i.after, n)
		}
		mended := bytes.Replace(content, []byte(i.after), []byte(i.after+i.text), 1)
		if err := os.WriteFile(path, mended, 0o644); err != nil {
			return fmt.Errorf("mend: %w", err)
		}
	}
	return nil
}
