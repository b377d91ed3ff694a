package suites

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/verify"
)

// bazelSuites returns the tests of Bazel that depend on changed files.
func bazelSuites(ctx context.Context, in *Input) ([]Suite, error) {
	if in.Bazel == nil || !isBazelWorkspace(in.Dir) {
		return nil, nil
	}
	var paths []string
	for _, name := range in.Paths {
		if isPath(name) {
			paths = append(paths, name)
		}
	}
	judge := verify.Bazel{Client: in.Bazel, Dir: in.Dir}
	targets, err := judge.Affected(ctx, paths)
	if err != nil {
		return nil, fmt.Errorf("bazel cannot tell which tests depend on the change: %w", err)
	}
	var tests []string
	strange := 0
	for _, t := range targets {
		switch {
		case !t.Test:
		case isLabel(t.Name):
			tests = append(tests, t.Name)
		default:
			strange++
		}
	}
	// All tests are queried only to compare two states.
	all, err := in.Bazel.Query(ctx, `kind("_test rule", //...)`)
	if len(all) == 0 && err != nil {
		return nil, fmt.Errorf("bazel cannot tell which tests there are: %w", err)
	}
	has := map[string]bool{}
	for _, label := range all {
		if isLabel(label) {
			has[label] = true
		}
	}
	slices.Sort(tests)
	n := len(tests)
	kept, said := bounded(tests)
	s := bazelSuite(bazelPrefix(in), kept, has)
	s.Why = report.NumberOf(n, "test") + " of Bazel, by rdeps of the changed files" + said
	if strange > 0 {
		s.Why += fmt.Sprintf("; %s with a strange name left out", report.NumberOf(strange, "test"))
	}
	return []Suite{s}, nil
}

// bazelSuite returns a suite that runs labels.
func bazelSuite(prefix, labels []string, has map[string]bool) Suite {
	s := Suite{
		Kind: Bazel, Names: labels, id: Bazel, has: has,
		make: func(names []string) Suite { return bazelSuite(prefix, names, has) },
	}
	if len(labels) > 0 {
		s.Command = slices.Concat(prefix, []string{"--"}, labels)
	}
	return s
}

// isLabel reports whether a label of the main repository may stand in a command
// unescaped.
func isLabel(label string) bool { return strings.HasPrefix(label, "//") && isName(label) }

// isBazelWorkspace reports whether a folder is the root of a workspace.
func isBazelWorkspace(dir string) bool {
	return slices.ContainsFunc([]string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"}, func(name string) bool {
		info, err := os.Lstat(filepath.Join(dir, name))
		return err == nil && info.Mode().IsRegular()
	})
}

// choosing are the options of Bazel that choose among tests, or change how
// often they run. The others, such as --config, stay.
var choosing = map[string]bool{
	"test_filter": true, "test_arg": true, "test_tag_filters": true, "test_size_filters": true, "test_lang_filters": true,
	"test_timeout_filters": true, "build_tag_filters": true, "runs_per_test": true, "target_pattern_file": true, "build_tests_only": true,
}

// withValue are options of Bazel that may have their value in the next
// argument.
var withValue = map[string]bool{
	"config": true, "define": true, "platforms": true, "compilation_mode": true, "c": true, "jobs": true, "j": true, "test_output": true,
	"test_timeout": true, "output_base": true, "output_user_root": true, "test_env": true, "action_env": true, "test_filter": true,
	"test_arg": true, "test_tag_filters": true, "runs_per_test": true, "test_size_filters": true, "cpu": true, "host_cpu": true, "copt": true,
}

// bazelPrefix returns the command of Bazel before its targets: the
// reproduction's, if it is a command of Bazel.
func bazelPrefix(in *Input) []string {
	argv := in.Command
	if runners.For(argv, nil).Name != "bazel" {
		return []string{in.Bazel.Bazel, "test"}
	}
	prefix := []string{argv[0]}
	verb := false
	for i := 1; i < len(argv) && argv[i] != "--"; i++ {
		arg := argv[i]
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		value := strings.HasPrefix(arg, "-") && !hasValue && withValue[name] && i+1 < len(argv)
		switch {
		case !strings.HasPrefix(arg, "-"):
			if !verb {
				verb = true
				prefix = append(prefix, "test")
			}
			continue
		case choosing[strings.TrimPrefix(name, "no")] || choosing[name]:
		default:
			prefix = append(prefix, arg)
			if value {
				prefix = append(prefix, argv[i+1])
			}
		}
		if value {
			i++
		}
	}
	return prefix
}
