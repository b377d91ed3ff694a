package session

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// fixCommand returns the command line that writes the changes of a preview.
func (s *Settings) fixCommand() string { return s.commandWith(s.Undeclared) }

// commandWith returns this run's command in the mode that writes, with the
// given --undeclared.
func (s *Settings) commandWith(mode string) string {
	return s.command(s.patterns(), s.flags(s.Chosen, mode), s.Flags)
}

// patterns returns the target patterns as a command line needs them: none for
// the whole workspace.
func (s *Settings) patterns() []string {
	if len(s.Targets) == 1 && s.Targets[0] == Everything {
		return nil
	}
	return s.Targets
}

// flags returns the flags that select the chosen fixes and the same files, with
// the given --undeclared, or "" for the default.
func (s *Settings) flags(chosen []string, mode string) []string {
	flags := slices.Clone(chosen)
	if mode != "" && (mode != string(undeclared.Count) || s.UndeclaredDefault != "") {
		flags = append(flags, "--undeclared="+mode)
	}
	if s.UndeclaredConfig != string(undeclared.Report) {
		flags = append(flags, "--undeclared-config="+s.UndeclaredConfig)
	}
	if s.AllowEmpty {
		flags = append(flags, "--allow-empty")
	}
	return flags
}

// command returns this run's command with other patterns, flags and flags of
// Bazel.
func (s *Settings) command(patterns, flags, bazelFlags []string) string {
	args := slices.Concat(flags, patterns)
	if len(bazelFlags) > 0 {
		args = append(append(args, "--"), bazelFlags...)
	}
	if s.FixCommand == "" {
		return process.CommandLine("autofix", append([]string{"bazel-fix", "--aspect=" + s.Aspect}, args...)...)
	}
	if len(args) == 0 {
		return s.FixCommand
	}
	return process.CommandLine(s.FixCommand, append([]string{"--"}, args...)...)
}
