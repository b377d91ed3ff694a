package verify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// Bazel judges by building and testing in a shadow, in the workspace that is at
// its root.
type Bazel struct {
	Client   *client.Client
	Dir      string   // the root of the shadow
	Universe []string // target patterns; targets that depend on a fix are built
	Flags    []string // of build and test

	checked bool            // that the universe has targets
	tests   map[string]bool // labels of tests that depend on a fix
}

// A NoTargetsError says that a pattern of the universe matches no target.
type NoTargetsError struct {
	Pattern  string
	Messages string // the last lines that Bazel printed
}

func (e *NoTargetsError) Error() string {
	return fmt.Sprintf("%s matches no target: %s", e.Pattern, e.Messages)
}

// everything is the universe if none is named.
const everything = "//..."

// Affected asks Bazel for the reverse dependencies of files.
func (b *Bazel) Affected(ctx context.Context, files []string) ([]Target, error) {
	if err := b.checkUniverse(ctx); err != nil {
		return nil, err
	}
	seeds, err := b.seedsOf(ctx, files)
	if err != nil {
		return nil, err
	}
	var sets []string
	for _, s := range seeds {
		sets = append(sets, s.patterns()...)
	}
	slices.Sort(sets)
	sets = slices.Compact(sets)
	if len(sets) == 0 {
		return nil, nil
	}
	expression := fmt.Sprintf("rdeps(%s, set(%s))", b.universe(), strings.Join(sets, " "))
	// A .bazelrc may have the opposite of the flags of dependencies.
	text, err := b.query(ctx, expression, "--output=streamed_jsonproto", "--order_output=no",
		"--implicit_deps", "--tool_deps",
		"--noproto:locations", "--proto:output_rule_attrs=tags", "--proto:rule_inputs_and_outputs")
	if err != nil {
		return nil, err
	}
	graph, err := readGraph(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("bazel query: its output is not that of a known Bazel: %w", err)
	}
	graph.named(b.Universe)
	targets := graph.affected(seeds)
	b.tests = map[string]bool{}
	for _, target := range targets {
		b.tests[target.Name] = target.Test
	}
	return targets, nil
}

// checkUniverse fails if a pattern that the user named matches nothing.
func (b *Bazel) checkUniverse(ctx context.Context) error {
	for _, pattern := range b.Universe {
		if b.checked || strings.HasPrefix(pattern, "-") {
			continue
		}
		text, err := b.Client.QueryText(ctx, "query", "some("+client.Quote(pattern)+")")
		var partial *client.PartialError
		var failed *client.Error
		switch {
		case len(text) > 0:
		case errors.As(err, &partial):
			return &NoTargetsError{pattern, partial.Messages}
		case errors.As(err, &failed):
			return &NoTargetsError{pattern, failed.Messages}
		case err != nil:
			return err
		}
	}
	b.checked = true
	return nil
}

// query returns the output of a query. Packages that do not load are left out:
// Bazel reports them in the build.
func (b *Bazel) query(ctx context.Context, expression string, options ...string) ([]byte, error) {
	text, err := b.Client.QueryText(ctx, "query", expression, options...)
	var partial *client.PartialError
	if errors.As(err, &partial) {
		err = nil
	}
	return text, err
}

// universe returns the query expression of the universe.
func (b *Bazel) universe() string {
	patterns := b.Universe
	if len(patterns) == 0 {
		patterns = []string{everything}
	}
	var with, without []string
	for _, pattern := range patterns {
		if out, negative := strings.CutPrefix(pattern, "-"); negative {
			without = append(without, client.Quote(out))
		} else {
			with = append(with, client.Quote(pattern))
		}
	}
	if len(with) == 0 {
		with = []string{everything}
	}
	expression := "(" + strings.Join(with, " + ") + ")"
	if len(without) > 0 {
		expression = "(" + expression + " - (" + strings.Join(without, " + ") + "))"
	}
	return expression
}

// Try builds and tests the targets in one command, or in two if a test is only
// to be built.
func (b *Bazel) Try(ctx context.Context, requests []Request) ([]Answer, error) {
	var build, test []string
	var runs []string
	for _, request := range requests {
		if !request.Test {
			build = append(build, request.Target)
			continue
		}
		test = append(test, request.Target)
		if request.Runs > 1 {
			runs = append(runs, fmt.Sprintf("--runs_per_test=%s@%d", labelFilter(request.Target), request.Runs))
		}
	}
	if len(test) > 0 && !slices.ContainsFunc(build, func(target string) bool { return b.tests[target] }) {
		test, build = append(test, build...), nil // one command does both
	}
	built, tested := map[string]client.Target{}, map[string]client.Test{}
	messages := ""
	note := func(result *client.Result, err error) error {
		if err != nil {
			return err
		}
		for _, target := range result.Targets {
			built[target.Label] = target
		}
		for _, test := range result.Tests {
			tested[test.Label] = test
		}
		messages = result.Messages
		return nil
	}
	flags := slices.Concat(b.Flags, tryFlags)
	if len(build) > 0 {
		if err := note(b.Client.Build(ctx, build, flags...)); err != nil {
			return nil, err
		}
	}
	if len(test) > 0 {
		if len(runs) > 0 {
			runs = append(runs, "--noruns_per_test_detects_flakes", "--cache_test_results=auto")
		}
		if err := note(b.Client.Test(ctx, test, slices.Concat(flags, testFlags, runs)...)); err != nil {
			return nil, err
		}
	}
	answers := make([]Answer, len(requests))
	for i, request := range requests {
		answers[i] = answer(request, built, tested)
		if a := &answers[i]; a.Broken && a.Output == "" {
			a.Output = messages
		}
	}
	return answers, nil
}

// Actions asks Bazel for the actions of targets.
func (b *Bazel) Actions(ctx context.Context, targets []string) (actions []client.Action, trouble string, err error) {
	words := make([]string, len(targets))
	for i, target := range targets {
		words[i] = client.Quote(target)
	}
	actions, err = b.Client.Aquery(ctx, "set("+strings.Join(words, " ")+")", b.Flags...)
	if partial, ok := errors.AsType[*client.PartialError](err); ok {
		return actions, cmp.Or(partial.Messages, partial.Error()), nil
	}
	if failed, ok := errors.AsType[*client.Error](err); ok {
		return nil, cmp.Or(failed.Messages, failed.Error()), nil
	}
	return actions, "", err
}

// tryFlags are the flags of builds and tests that a .bazelrc must not change:
// Bazel is quiet, writes nothing into the workspace, and leaves out targets
// that are incompatible with the platform.
var tryFlags = []string{
	"--noshow_progress", "--ui_event_filters=-info,-debug,-warning", "--show_result=0",
	"--experimental_convenience_symlinks=ignore", "--skip_incompatible_explicit_targets",
}

// testFlags are the flags of tests: all of them are built and run.
var testFlags = []string{
	"--test_output=summary", "--test_summary=none", "--test_keep_going", "--nobuild_tests_only",
}

// labelFilter returns a regular expression of Java's for one label, as
// --runs_per_test has them: no escape keeps an @ or a comma from ending the
// expression. Bazel may put the name of the main repository before the label.
func labelFilter(label string) string {
	return "(^|[^/])" + strings.NewReplacer("@", `\x40`, ",", `\x2c`).Replace(regexp.QuoteMeta(label)) + "$"
}

// answer returns the answer to a request.
func answer(request Request, built map[string]client.Target, tested map[string]client.Test) Answer {
	target, known := built[request.Target]
	switch {
	case !known:
		return Answer{Color: Red, Broken: true}
	case target.Status == client.Skipped:
		return Answer{}
	case target.Status != client.Built:
		return Answer{Color: Red, Broken: true, Output: target.Output}
	case !request.Test:
		return Answer{}
	}
	test, ran := tested[request.Target]
	if !ran {
		return Answer{} // the person's options filter it out
	}
	switch {
	case test.Status.Green():
		return Answer{Cached: test.Cached}
	case test.Status == client.TestFailedToBuild || test.Status == client.TestNoStatus:
		return Answer{Color: Red, Broken: true, Output: target.Output}
	}
	a := Answer{Color: Red, Cached: test.Cached, Output: test.Output}
	if slices.ContainsFunc(passing(test), func(green bool) bool { return green }) && request.Runs > 1 {
		a.Color = Flaky
	}
	for _, c := range test.Cases {
		if c.Status.Red() {
			a.Case = c.Name
			break
		}
	}
	return a
}

// passing returns whether all shards of each run of a test passed in the end.
func passing(test client.Test) []bool {
	type shard struct{ run, shard int }
	last := map[shard]client.Attempt{}
	for _, attempt := range test.Attempts { // in order
		last[shard{attempt.Run, attempt.Shard}] = attempt
	}
	green := map[int]bool{}
	for at, attempt := range last {
		if before, seen := green[at.run]; !seen || before {
			green[at.run] = attempt.Status.Green()
		}
	}
	return slices.Collect(maps.Values(green))
}

// isPackageFile reports whether a file makes its folder a package.
func isPackageFile(name string) bool { return name == "BUILD" || name == "BUILD.bazel" }

// packageOf returns the package that a file belongs to, in the shadow.
func (b *Bazel) packageOf(file string) (pkg string, found bool) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range []string{"BUILD.bazel", "BUILD"} {
			if info, err := os.Stat(filepath.Join(b.Dir, filepath.FromSlash(dir), name)); err == nil && !info.IsDir() {
				return strings.TrimPrefix(dir, "."), true
			}
		}
		if dir == "." {
			return "", false
		}
	}
}
