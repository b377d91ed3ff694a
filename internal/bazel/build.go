package bazel

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// A Build is one `bazel build` of an aspect's output group.
type Build struct {
	Command  string    // the Bazel command
	Dir      string    // the working folder, inside the workspace: relative patterns start here
	Server   Server    // the server to reach
	Startup  []string  // further startup options
	Aspect   string    // e.g. @rules_autofix//rules:defs.bzl%autofix
	Group    string    // the output group to build and collect
	Outputs  string    // the files of the group that Bazel must fetch from a remote cache: a regular expression of Java's
	Flags    []string  // further flags of `bazel build`; they win over the defaults here
	Patterns []string  // target patterns, negative ones included
	Progress bool      // Stderr is a terminal: let Bazel show its progress
	Stderr   io.Writer // Bazel's messages: errors only, unless Flags ask for more

	merged bool // this Bazel does not know separatePhases
}

// separatePhases halves the time of a build that has nothing to do. Since 7.0,
// Bazel merges analysis and execution, and evaluates each pair of target and
// aspect again. A later Bazel may not know the flag.
const separatePhases = "--noexperimental_merged_skyframe_analysis_execution"

// refuses reports whether this Bazel does not know a flag of build.
func (b *Build) refuses(ctx context.Context, flag string) (bool, error) {
	code, err := b.run(ctx, append(b.verb("canonicalize-flags", "--for_command=build"), "--", flag), io.Discard, io.Discard)
	return code == client.ExitCommandLine, err
}

// Run builds and collects. If Bazel completes only part of the build, the
// collection has that part, and its Failed lists the missing part. Otherwise a
// failed build is a *BuildError. If ctx is canceled, Bazel is interrupted, and
// the error wraps the cause.
func (b *Build) Run(ctx context.Context) (*Collection, error) {
	scratch, err := os.MkdirTemp("", "autofix-bazel-")
	if err != nil {
		return nil, fmt.Errorf("build events: %w", err)
	}
	defer os.RemoveAll(scratch)
	eventFile := filepath.Join(scratch, "events.json")

	code, err := b.run(ctx, b.args(eventFile), b.Stderr, b.Stderr)
	if err == nil && code == client.ExitCommandLine && !b.merged {
		if b.merged, err = b.refuses(ctx, separatePhases); err == nil && b.merged {
			code, err = b.run(ctx, b.args(eventFile), b.Stderr, b.Stderr)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("bazel build: %w", err)
	}
	collection, err := CollectFile(eventFile, b.Group)
	if code != 0 {
		// The exit code is the news, and Bazel may have failed before its first
		// event.
		failed := &BuildError{ExitCode: code}
		if err == nil {
			failed.Failures, failed.Unchecked = collection.Failures, collection.Unchecked
			failed.Partial = code == client.ExitBuildFailed && !collection.Stopped && len(collection.Targets) > 0 && !failed.Usage()
		}
		if !failed.Partial {
			return nil, failed
		}
		collection.Failed = failed
	}
	if err != nil {
		return nil, err
	}
	return collection, nil
}

// run returns the exit code of Bazel. The error is not nil if the command could
// not be run, or was interrupted or killed.
func (b *Build) run(ctx context.Context, args []string, stdout, stderr io.Writer) (int, error) {
	p := client.Process{Program: b.Command, Args: args, Dir: b.Dir, Stdout: stdout, Stderr: stderr}
	return p.Run(ctx)
}

// args returns the arguments of the command. The required flags come last, so
// that neither Flags nor a bazelrc undo them:
//
//   - the aspect, which may require others that Flags name: Bazel accepts them
//     only in this order;
//   - the files to fetch, whatever --remote_download_outputs or
//     --remote_download_minimal say, and file URIs for them.
//
// The preferences come first: no validation actions (other rules' actions would
// compile the world), no links in the workspace for a --symlink_prefix that the
// outer build was given, outputs on this machine, a quiet Bazel, and
// separatePhases.
func (b *Build) args(eventFile string) []string {
	args := b.verb("build",
		"--keep_going",
		"--norun_validations",
		"--experimental_convenience_symlinks=ignore",
		"--remote_download_outputs=toplevel",
		"--show_result=0",
	)
	if !b.merged {
		args = append(args, separatePhases)
	}
	args = append(args, b.Flags...)
	args = append(args,
		"--aspects="+b.Aspect,
		"--output_groups="+b.Group,
		"--remote_download_regex="+b.Outputs,
		"--build_event_json_file_path_conversion=no",
		"--build_event_json_file="+eventFile,
		"--",
	)
	return append(args, b.Patterns...)
}

// verb returns the arguments of a quiet Bazel command.
func (b *Build) verb(name string, flags ...string) []string {
	args := append(slices.Concat(b.Startup, b.Server.startupOptions()), name)
	args = append(args, flags...)
	args = append(args, "--ui_event_filters=-info,-debug,-warning")
	if !b.Progress {
		args = append(args, "--noshow_progress")
	}
	return args
}

// CollectFile collects from the file of the given name, as [Collect] does.
func CollectFile(name, group string) (*Collection, error) {
	events, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("build events: %w; Bazel wrote none", err)
	}
	defer events.Close()
	return Collect(events, group)
}
