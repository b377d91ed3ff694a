package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// argsVariable names the file with the first arguments of an executable rule.
// The tool itself is the executable of the rule, so there is no shell to pass
// them. The value is a path in the runfiles, or absolute.
const argsVariable = "AUTOFIX_ARGS_FILE"

// ArgsFromFile prepends to args the arguments in the file that
// AUTOFIX_ARGS_FILE names, one per line, with {rlocation:PATH} replaced by the
// absolute path of a runfile. It unsets the variable, which is not meant for
// child processes.
func ArgsFromFile(args []string) ([]string, error) {
	name := os.Getenv(argsVariable)
	if name == "" {
		return args, nil
	}
	if err := os.Unsetenv(argsVariable); err != nil {
		return nil, fmt.Errorf("%s: %w", argsVariable, err)
	}
	fail := func(err error) ([]string, error) {
		return nil, &UsageError{Err: fmt.Errorf("%s: %w; start the tool with `bazel run` or `bazel test`", argsVariable, err)}
	}
	path := name
	if !filepath.IsAbs(name) {
		var err error
		if path, err = runfile(name); err != nil {
			return fail(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fail(err)
	}
	var first []string
	for line := range strings.Lines(string(data)) {
		arg, err := expandRunfiles(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return fail(err)
		}
		first = append(first, arg)
	}
	return append(first, args...), nil
}

const runfileMark = "{rlocation:"

// expandRunfiles replaces each {rlocation:PATH} of an argument.
func expandRunfiles(arg string) (string, error) {
	var expanded strings.Builder
	for {
		before, mark, found := strings.Cut(arg, runfileMark)
		expanded.WriteString(before)
		if !found {
			return expanded.String(), nil
		}
		name, after, closed := strings.Cut(mark, "}")
		if !closed {
			return "", fmt.Errorf("argument %q: no } after %s", arg, runfileMark)
		}
		path, err := runfile(name)
		if err != nil {
			return "", err
		}
		expanded.WriteString(path)
		arg = after
	}
}

// runfile returns the absolute path of the runfile at path, which starts with a
// canonical repository name.
func runfile(path string) (string, error) {
	found, err := runfiles.Rlocation(path)
	if err == nil {
		_, err = os.Stat(found)
	}
	if err != nil {
		// The variables for the runfiles may belong to another program, if its
		// test or run started Bazel, and a script that wraps the tool may hide
		// its name. `bazel run` starts in the runfiles folder of the main
		// repository.
		for _, root := range []string{os.Args[0] + ".runfiles", ".."} {
			own := filepath.Join(root, filepath.FromSlash(path))
			if _, statErr := os.Stat(own); statErr == nil {
				return filepath.Abs(own)
			}
		}
		return "", fmt.Errorf("runfile %s: %w", path, err)
	}
	return filepath.Abs(found)
}
