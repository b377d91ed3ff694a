package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
)

// explain says of a failure what it means for the workspace, and the way out.
func (c *bazelFixCmd) explain(err error, written bool) error {
	state := "nothing was written"
	if written {
		state = "what earlier rounds wrote stays, and is listed above"
	}
	var nothing *rounds.NothingCheckedError
	var failed *bazel.BuildError
	var apply *rounds.ApplyError
	var findings *findingsError
	var usage *usageError
	switch {
	case errors.As(err, &findings), errors.As(err, &usage):
		return err
	case errors.As(err, &apply) && !written:
		return fmt.Errorf("bazel-fix: %w", err)
	case errors.As(err, &nothing):
		return &usageError{err: fmt.Errorf("bazel-fix: %w; name other targets, put files that no target has in reach with an autofix_sources target, or pass --allow-empty", err)}
	case errors.As(err, &failed) && failed.Usage():
		return &usageError{err: fmt.Errorf("bazel-fix: %w\n%s", err, state)}
	case errors.As(err, &failed):
		return fmt.Errorf("bazel-fix: %w\n%s; %s", err, state, c.wayAround(failed))
	default:
		return fmt.Errorf("bazel-fix: %w\n%s", err, state)
	}
}

// partly is the failure of a run whose checks could not all be built: the others
// were applied. verdict is what the run would have ended with otherwise.
func (c *bazelFixCmd) partly(result *rounds.Result, verdict error) error {
	state := "the rest was checked"
	if !c.preview() {
		state += " and fixed"
	}
	unbuilt := fmt.Errorf("bazel-fix: %w\n%s; %s", result.Unbuilt, state, c.wayAround(result.Unbuilt))
	var findings *findingsError
	if verdict != nil && !errors.As(verdict, &findings) {
		return errors.Join(unbuilt, verdict)
	}
	return unbuilt
}

// wayAround is what to do about a build that failed: fix it, or leave out what
// does not build.
func (c *bazelFixCmd) wayAround(failed *bazel.BuildError) string {
	const fix = "fix what Bazel reports above"
	switch {
	case !failed.Partial || len(failed.Unchecked) == 0 && len(failed.Packages()) == 0:
		return fix
	case c.patternFile() && len(failed.Unchecked) > 0:
		return fix + ", or leave these targets out of the file of --target_pattern_file: " + strings.Join(failed.Unchecked, " ")
	}
	command := c.leavingOut(failed)
	if command == "" {
		return fix
	}
	return fix + ", or leave it out: " + command
}

// leavingOut returns this run's command without what does not build, "" if it
// would name nothing. Bazel loads a package also if a negative pattern leaves it
// out, so that one that does not load is left out by --deleted_packages.
func (c *bazelFixCmd) leavingOut(failed *bazel.BuildError) string {
	broken := failed.Packages()
	patterns := slices.DeleteFunc(slices.Clone(c.Targets), func(pattern string) bool {
		folder, recursive, ok := undeclared.FolderOf(pattern, c.dir)
		return ok && slices.Contains(broken, folder) && !(recursive && hasSubpackage(filepath.Join(c.root, filepath.FromSlash(folder))))
	})
	if len(patterns) == 0 && !c.patternFile() {
		return ""
	}
	for _, label := range failed.Unchecked {
		patterns = append(patterns, "-"+label)
	}
	bazelFlags := slices.Clone(c.BazelFlag)
	if len(broken) > 0 {
		bazelFlags = append(bazelFlags, "--deleted_packages="+strings.Join(broken, ","))
	}
	flags := c.selectionFlags(c.Undeclared)
	if c.preview() {
		flags = append(flags, "--mode="+c.Mode)
	}
	return c.commandFor(patterns, flags, bazelFlags)
}

// hasSubpackage reports whether there is a package below a folder, not counting
// its own.
func hasSubpackage(folder string) bool {
	found := false
	_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || found {
			return fs.SkipAll // what cannot be read has none that Bazel can load
		}
		found = slices.Contains(undeclared.BuildFiles, entry.Name()) && filepath.Dir(name) != folder
		return nil
	})
	return found
}
