package runners_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

// commandsOf has a command of each runner.
var commandsOf = map[string]string{
	"bazel": "bazel test //a", "cargo": "cargo test a", "go-test": "go test ./a", "jest": "jest a", "mocha": "mocha a",
	"node": "node --test a.js", "pytest": "pytest a.py", "unittest": "python3 -m unittest a", "vitest": "vitest run a",
}

// TestAll checks what holds for every runner.
func TestAll(t *testing.T) {
	names := map[string]string{}
	owns := func(t *testing.T, runner, name string) {
		if other := names[name]; other != "" {
			t.Errorf("%s is of %s and %s", name, other, runner)
		}
		names[name] = runner
	}
	for _, r := range runners.All {
		t.Run(r.Name, func(t *testing.T) {
			if r.Name == "exit" || r.Instrument == nil || r.Read == nil || len(r.Programs)+len(r.Modules) == 0 {
				t.Fatalf("%+v lacks something", r)
			}
			owns(t, r.Name, "the name "+r.Name)
			for _, name := range slices.Concat(r.Programs, r.Modules, r.Synonyms) {
				if results.Program(name) != name {
					t.Errorf("%q has a version, or is not in lower case", name)
				}
			}
			for _, name := range r.Programs {
				owns(t, r.Name, "the program "+name)
			}
			for _, name := range r.Modules {
				owns(t, r.Name, "the module "+name)
			}
			for _, first := range slices.Concat(r.Tests, r.Setup) {
				words := strings.Fields(first)
				of := slices.Contains(r.Programs, words[0]) || len(words) == 3 && words[0] == "python" && words[1] == "-m" && slices.Contains(r.Modules, words[2])
				if !of || r.Rule == nil {
					t.Errorf("%q may run by default, and is not of this runner, or has no rule", first)
				}
			}
			for _, flag := range slices.Concat(r.Refused, r.Loading) {
				if !r.JavaScript || len(flag) > 1 && (flag != strings.ToLower(flag) || strings.Contains(flag, "-")) {
					t.Errorf("the flag %q cannot match", flag)
				}
			}
			for name, parts := range r.Parts {
				if name != strings.ToLower(name) || len(parts) == 0 {
					t.Errorf("%q has the parts %q", name, parts)
				}
			}
			for name := range r.Versions {
				if argument := runners.VersionArgument(name); argument != r.Versions[name] {
					t.Errorf("the version of %s is asked for by %q", name, argument)
				}
			}

			argv := strings.Fields(commandsOf[r.Name])
			if len(argv) == 0 || runners.For(argv, nil) != r {
				t.Fatalf("%q is not a command of it", argv)
			}
			before := slices.Clone(argv)
			if got := r.Instrument(argv, "/o"); !within(argv, got) || !within(got, r.Instrument(got, "/o")) {
				t.Errorf("the instrumented command is %q", got)
			}
			if r.Whole != nil {
				whole := r.Whole(argv, missing)
				if again := r.Whole(whole, missing); len(whole) == 0 || !slices.Equal(whole, again) || runners.For(whole, nil) != r {
					t.Errorf("all tests are run by %q, and all of these by %q", whole, again)
				}
			}
			ways, why := runners.Measurements(r, argv, "/o")
			if (len(ways) == 0) != (why != "") || (r.Measure == nil) != (len(ways) == 0) {
				t.Errorf("%d ways to measure it, and %q", len(ways), why)
			}
			for _, way := range ways {
				if way.By == "" || way.Reached == nil || len(way.Commands) == 0 || way.Commands[0][0] != argv[0] {
					t.Errorf("%+v", way)
				}
				if reached, err := way.Read(&results.Raw{Out: t.TempDir(), Dir: t.TempDir()}, ".", nil); err == nil && len(reached) > 0 {
					t.Errorf("without a report, %s says %v", way.By, reached)
				}
			}
			if !slices.Equal(argv, before) {
				t.Errorf("the command was changed to %q", argv)
			}

			for _, raw := range []*results.Raw{
				resultstest.Wrote(t, 0, nil),
				resultstest.Wrote(t, 0, map[string]string{results.JUnitFile: "<", results.JSONFile: "{", "events.json": "{"}),
				{End: evidence.Exited, Out: t.TempDir(), Stdout: []byte("\x1b[31m{\x00\n"), Stderr: []byte("\xff ... ok\n")},
			} {
				raw.Argv = r.Instrument(argv, raw.Out)
				got := r.Read(raw)
				resultstest.Check(t, got)
				if len(got.Problems) == 0 || len(got.Cases) > 0 {
					t.Errorf("a run that passed without results has no problem, or cases: %s", resultstest.Text(got))
				}
			}
		})
	}
	if len(commandsOf) != len(runners.All) {
		t.Errorf("%d runners, and commands of %d", len(runners.All), len(commandsOf))
	}
}

func missing(string) ([]byte, error) { return nil, os.ErrNotExist }

// within reports whether words are among others, in their order.
func within(words, others []string) bool {
	for _, word := range others {
		if len(words) > 0 && words[0] == word {
			words = words[1:]
		}
	}
	return len(words) == 0
}
