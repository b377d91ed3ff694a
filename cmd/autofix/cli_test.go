package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// A commandLineParsed is the verb of a command line, its flags with their
// values, and its other arguments.
type commandLineParsed struct {
	verb  string
	flags map[string]string
	args  []string
}

// parsed parses a command line without running it.
func parsed(args ...string) (line commandLineParsed, err error) {
	root := newCommand(&environment{Environment: cli.Environment{Stdout: io.Discard, Stderr: io.Discard}})
	for _, verb := range root.Commands() {
		verb.RunE = func(cmd *cobra.Command, args []string) error {
			line = commandLineParsed{verb: cmd.Name(), flags: map[string]string{}, args: unmarked(args)}
			cmd.Flags().Visit(func(flag *pflag.Flag) { line.flags[flag.Name] = flag.Value.String() })
			return nil
		}
	}
	root.SetArgs(markNegatives(root, args))
	err = root.Execute()
	return line, err
}

func TestCommandLine(t *testing.T) {
	type flags = map[string]string
	tests := []struct {
		name  string
		args  []string
		verb  string
		flags flags
		rest  []string
	}{
		{
			"flags among arguments, with and without their value",
			[]string{"fix", "a", "--mode=diff", "b", "--rule", "text", "c"},
			"fix",
			flags{"mode": "diff", "rule": "text"},
			[]string{"a", "b", "c"},
		},
		{
			"a toggle takes no argument",
			[]string{"gate", "--allow-empty", "a.json", "--stamp", "s", "b.json"},
			"gate",
			flags{"allow-empty": "true", "stamp": "s"},
			[]string{"a.json", "b.json"},
		},
		{
			"a toggle with a value",
			[]string{"gate", "--allow-empty=no"},
			"gate",
			flags{"allow-empty": "false"},
			nil,
		},
		{
			"flags of every verb before the verb",
			[]string{"--root", "r", "--config=c", "fix", "a"},
			"fix",
			flags{"root": "r", "config": "c"},
			[]string{"a"},
		},
		{
			"what follows a -- is no flag",
			[]string{"fix", "a", "--", "--mode=diff", "--", "b"},
			"fix",
			flags{},
			[]string{"a", "--mode=diff", "--", "b"},
		},
		{
			"names that look like verbs, - and nothing are arguments",
			[]string{"check", "fix", "-", "", "b,c"},
			"check",
			flags{},
			[]string{"fix", "-", "", "b,c"},
		},
		{
			"a value that is a verb or starts with a dash",
			[]string{"--root", "check", "canonicalize", "--out", "-", "--path=-p", "a"},
			"canonicalize",
			flags{"root": "check", "out": "-", "path": "-p"},
			[]string{"a"},
		},
		{
			"target patterns, negative ones too, in their order",
			[]string{"bazel-fix", "--aspect=a", "//a", "-//a/old/...", "--mode=diff", "//b", "-:c"},
			"bazel-fix",
			flags{"aspect": "a", "mode": "diff"},
			[]string{"//a", "-//a/old/...", "//b", "-:c"},
		},
		{
			"a value that looks like a negative pattern",
			[]string{"bazel-fix", "--aspect", "-//:a.bzl", "--", "-//x", "--define", "a=b,c d"},
			"bazel-fix",
			flags{"aspect": "-//:a.bzl"},
			[]string{"-//x", "--define", "a=b,c d"},
		},
		{
			"commas where they separate, and where they do not",
			[]string{"fix", "--rule=text,format/*", "--rule", "a", "--artifact=a,b"},
			"fix",
			flags{"rule": "text,format/*,a", "artifact": "a,b"},
			nil,
		},
		{
			"numbers in place of the default",
			[]string{"run-checker", "--checker=c", "--program=p", "--exit-code=1,2", "--exit-code", "3", "--arg=", "--arg", "-x"},
			"run-checker",
			flags{"checker": "c", "program": "p", "exit-code": "[1,2,3]", "arg": ",-x"},
			nil,
		},
		{
			"an old name",
			[]string{"fix", "--tool-config=x", "--editorconfig", "y", "--tool-config=z"},
			"fix",
			flags{"tool-config": "x,y,z", "editorconfig": "x,y,z"},
			nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parsed(test.args...)
			if err != nil {
				t.Fatal(err)
			}
			if got.verb != test.verb {
				t.Errorf("verb %s, want %s", got.verb, test.verb)
			}
			if diff := cmp.Diff(test.flags, got.flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(strings.Join(test.rest, "|"), strings.Join(got.args, "|")); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
		})
	}
}

// A build action may have ten thousand files, and a merge as many artifacts.
func TestCommandLineOfManyArguments(t *testing.T) {
	const many = 20_000
	args := []string{"fix", "--artifact", "first", "--mode=diff"}
	want := []string{"first"}
	var paths []string
	for i := range many {
		value := fmt.Sprint("a=", i)
		if i%2 == 0 {
			args = append(args, "--artifact", value)
		} else {
			args = append(args, "--artifact="+value)
		}
		want = append(want, value)
		paths = append(paths, fmt.Sprint("path", i))
	}
	args = append(append(args, paths...), "--policy=strict")
	start := time.Now()
	line, err := parsed(args...)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*time.Second { // a few ms, unless the time is quadratic
		t.Errorf("it took %v", took)
	}
	if diff := cmp.Diff(strings.Join(want, ","), line.flags["artifact"]); diff != "" {
		t.Errorf("artifacts: %s", diff)
	}
	if diff := cmp.Diff(paths, line.args); diff != "" {
		t.Errorf("paths: %s", diff)
	}
	if line.flags["mode"] != "diff" || line.flags["policy"] != "strict" {
		t.Errorf("flags %v", line.flags)
	}
}

// A flag that is not given has the value of its variable. An empty variable
// counts as unset.
func TestFlagsFromTheEnvironment(t *testing.T) {
	t.Setenv("AUTOFIX_MODE", "diff")
	t.Setenv("AUTOFIX_POLICY", "strict")
	t.Setenv("AUTOFIX_RULE", "text,format")
	t.Setenv("AUTOFIX_VERBOSE", "yes")
	t.Setenv("AUTOFIX_SAFETY", "")
	var s selection
	cmd := &cobra.Command{Use: "x"}
	s.declare(cli.FlagsOf(cmd))
	if err := cmd.ParseFlags([]string{"--policy=permissive"}); err != nil {
		t.Fatal(err)
	}
	if err := cli.CompleteFlags(cmd); err != nil {
		t.Fatal(err)
	}
	want := selection{Mode: "diff", Policy: "permissive", Safety: "safe", Rule: []string{"text", "format"}, Rounds: 10, Verbose: true}
	if diff := cmp.Diff(want, s, cmpopts.IgnoreUnexported(selection{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The help of every verb and flag ends like a sentence.
func TestVerbsAndFlagsHaveHelp(t *testing.T) {
	root := newCommand(&environment{})
	sentence := func(what, text string) {
		if !strings.HasSuffix(text, ".") {
			t.Errorf("the help of %s does not end as a sentence does: %q", what, text)
		}
	}
	for _, flag := range cli.Listed(root.PersistentFlags()) {
		sentence("--"+flag.Name, flag.Usage)
	}
	for _, verb := range root.Commands() {
		sentence(verb.Name(), verb.Short)
		for _, flag := range cli.OwnFlags(verb) {
			sentence(verb.Name()+" --"+flag.Name, flag.Usage)
		}
	}
}
