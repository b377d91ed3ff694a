package session

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/exit"
)

// Explain adds to a failure its effect on the workspace, and the remedy.
func (s *Session) Explain(err error, written bool) error {
	state := "nothing was written"
	if written {
		state = "what earlier rounds wrote stays, and is listed above"
	}
	var nothing *rounds.NothingCheckedError
	var failed *bazel.BuildError
	var apply *rounds.ApplyError
	var findings *exit.FindingsError
	var usage *exit.UsageError
	switch {
	case errors.As(err, &findings), errors.As(err, &usage):
		return err
	case errors.As(err, &apply) && !written:
		return fmt.Errorf("bazel-fix: %w", err)
	case errors.As(err, &nothing):
		return &exit.UsageError{Err: fmt.Errorf("bazel-fix: %w; name other targets, list files that no target has in an autofix_sources target, or pass --allow-empty", err)}
	case errors.As(err, &failed) && failed.Usage():
		return &exit.UsageError{Err: fmt.Errorf("bazel-fix: %w\n%s", err, state)}
	case errors.As(err, &failed):
		return fmt.Errorf("bazel-fix: %w\n%s; %s", err, state, s.wayAround(failed))
	default:
		return fmt.Errorf("bazel-fix: %w\n%s", err, state)
	}
}

// Partly returns the failure of a run that applied the fixes of some checks
// although others could not be built. verdict is the error that the run would
// have returned otherwise.
func (s *Session) Partly(result *rounds.Result, verdict error) error {
	state := "the rest was checked"
	if !s.Preview {
		state += " and fixed"
	}
	unbuilt := fmt.Errorf("bazel-fix: %w\n%s; %s", result.Unbuilt, state, s.wayAround(result.Unbuilt))
	var findings *exit.FindingsError
	if verdict != nil && !errors.As(verdict, &findings) {
		return errors.Join(unbuilt, verdict)
	}
	return unbuilt
}

// wayAround returns the remedy for a failed build: fix it, or leave out the
// targets that do not build.
func (s *Session) wayAround(failed *bazel.BuildError) string {
	const fix = "fix what Bazel reports above"
	switch {
	case !failed.Partial || len(failed.Unchecked) == 0 && len(failed.Packages()) == 0:
		return fix
	case s.patternFile() && len(failed.Unchecked) > 0 && len(failed.Unchecked) <= maxExcluded:
		return fix + ", or leave these targets out of the file of --target_pattern_file: " + strings.Join(failed.Unchecked, " ")
	}
	command := s.leavingOut(failed)
	if command == "" {
		return fix
	}
	return fix + ", or leave it out: " + command
}

// leavingOut returns this run's command without the targets that do not build,
// or "" if no target would remain. Bazel loads a package even if a negative
// pattern excludes it, so a package that does not load is excluded with
// --deleted_packages.
func (s *Session) leavingOut(failed *bazel.BuildError) string {
	broken := failed.Packages()
	patterns := slices.DeleteFunc(slices.Clone(s.Targets), func(pattern string) bool {
		folder, recursive, ok := undeclared.FolderOf(pattern, s.dir)
		return ok && slices.Contains(broken, folder) && !(recursive && hasSubpackage(filepath.Join(s.root, filepath.FromSlash(folder))))
	})
	if len(patterns) == 0 && !s.patternFile() {
		return ""
	}
	excluded := excluding(failed.Unchecked)
	if excluded == nil && len(failed.Unchecked) > 0 {
		return ""
	}
	patterns = append(patterns, excluded...)
	bazelFlags := slices.Clone(s.Flags)
	if len(broken) > 0 {
		bazelFlags = append(bazelFlags, "--deleted_packages="+strings.Join(broken, ","))
	}
	flags := s.flags(s.Chosen, s.Undeclared)
	if s.Preview {
		flags = append(flags, "--mode="+s.Mode)
	}
	return s.command(patterns, flags, bazelFlags)
}

// maxExcluded bounds the negative patterns of a command.
const maxExcluded = 10

// excluding returns negative patterns that leave out targets: each of them or,
// if these are too many, their packages or, if the packages are too many as
// well, the deepest folders that have them. It is nil if the top-level folders
// are too many.
func excluding(labels []string) []string {
	var each, packages []string
	for _, label := range labels {
		each = append(each, "-"+label)
		pkg, _, _ := strings.Cut(label, ":")
		if all := "-" + pkg + ":all"; !slices.Contains(packages, all) {
			packages = append(packages, all)
		}
	}
	switch {
	case len(each) <= maxExcluded:
		return each
	case len(packages) <= maxExcluded:
		return packages
	}
	deepest := 0
	for _, pkg := range packages {
		deepest = max(deepest, strings.Count(pkg, "/")-1)
	}
	for depth := deepest - 1; depth > 0; depth-- {
		if folders := foldersOf(packages, depth); len(folders) <= maxExcluded {
			return folders
		}
	}
	return nil
}

// foldersOf returns negative patterns for packages, where packages below a
// folder of the given depth share one pattern.
func foldersOf(packages []string, depth int) []string {
	var folders []string
	for _, pkg := range packages {
		name := strings.TrimSuffix(strings.TrimPrefix(pkg, "-//"), ":all")
		if parts := strings.Split(name, "/"); len(parts) > depth {
			pkg = "-//" + strings.Join(parts[:depth], "/") + "/..."
		}
		if !slices.Contains(folders, pkg) {
			folders = append(folders, pkg)
		}
	}
	return folders
}

// hasSubpackage reports whether there is a package below a folder, other than
// its own.
func hasSubpackage(folder string) bool {
	found := false
	_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir // Bazel cannot load packages in an unreadable folder
		case !entry.IsDir() && slices.Contains(undeclared.BuildFiles, entry.Name()) && filepath.Dir(name) != folder:
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}
