// Package bazel talks to Bazel: it finds the command and the server of the
// build it runs in, builds targets with an aspect, and reads the files of the
// aspect and the failures from the build events.
//
// It knows nothing of the contents of those files.
package bazel

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// commandNames are the names of Bazel on a PATH, the likelier one first.
// Bazelisk reads .bazelversion itself.
var commandNames = []string{"bazel", "bazelisk"}

// FindCommand returns the Bazel command to run: named, or else the first of
// bazel and bazelisk on the PATH. A named command with a slash is a path
// relative to dir; one without is looked up on the PATH. The error names the
// command that was looked for.
func FindCommand(named, dir string) (string, error) {
	if named != "" {
		file := named
		if strings.ContainsAny(file, `/\`) && !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		found, err := exec.LookPath(file)
		if err != nil {
			return "", fmt.Errorf("bazel command %q: %w", named, cause(err))
		}
		return found, nil
	}
	for _, name := range commandNames {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("bazel command: neither %s is on the PATH",
		strings.Join(commandNames, " nor "))
}

// cause removes the name from a failed lookup. The message has it already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		return lookup.Err
	}
	return err
}

// NamesTargets reports whether a flag selects the targets to build, so that it
// contradicts target patterns.
func NamesTargets(flag string) bool {
	name, _, _ := strings.Cut(flag, "=")
	return name == "--target_pattern_file"
}

// WithoutTargets returns the flags that do not select targets.
func WithoutTargets(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), NamesTargets)
}
