package main

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

func TestUnknownFlags(t *testing.T) {
	for _, test := range []struct {
		line, say string // what the message has after the flag
	}{
		{"fix --mdoe=diff", ", did you mean --mode?;"},
		{"fix --Mode=diff", ", did you mean --mode?;"},
		{"check --polcy=strict", ", did you mean --policy?;"},
		{"check --rul=text", ", did you mean --rule?;"},
		{"check --formats=json", ", did you mean --format?;"},
		{"check --verb", ", did you mean --verbose?;"},
		{"check --no_exclude", ", did you mean --no-exclude?;"},
		{"check --sarf=x", ", did you mean --sarif?;"},
		{"--verison", ", did you mean --version?;"},
		{"check --mode=diff", ": it is a flag of `autofix fix`;"},
		{"check --safety=unsafe", ": it is a flag of `autofix fix`;"},
		{"fix --checker=x", ": it is a flag of `autofix run-checker`;"},
		{"check --fix", ": `autofix fix` applies fixes;"},
		{"check -w", ": `autofix fix` applies fixes;"},
		{"fix --dry-run", ": `autofix check` reports, and `autofix fix --mode=check` or"},
		{"fix --diff", ": the mode of `autofix fix` is --mode=diff"},
		{"check --select=F401", ": select rules with --rule=GLOB;"},
		{"check --strict", ": choose the policy with --policy=strict"},
		{"check --json", ": choose a format with --format=FORMAT;"},
		{"check -o x", ": write a file with --out=FILE"},
		{"check --no-color", ": choose with --color=always or --color=never;"},
		{"check --since=main", ": --staged checks what is staged, --changed-lines=REV what touches changed lines, and"},
		{"check --no-such-flag", ";"},
		{"fix --zzz", ";"},
		{"check -z", ";"},
		{"check --ou", ";"},
	} {
		words := strings.Fields(test.line)
		flag, _, _ := strings.Cut(words[min(len(words), 2)-1], "=")
		_, stderr, code := clitest.Command(t, t.TempDir(), nil, nil, words...)
		if want := "autofix: command line: unknown flag " + flag + test.say; code != cli.ExitUsage || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: exit %d, %s want %s", test.line, code, stderr, want)
		}
	}
}

// Every flag that is explained must be unknown to the verbs that it is explained
// to, and not be one of all verbs.
func TestExplainedFlagsAreOfOtherTools(t *testing.T) {
	root := newCommand(&environment{})
	for _, verb := range []string{"check", "fix"} {
		cmd, _, err := root.Find([]string{verb})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, other := range cli.Otherwise {
			for _, name := range other.Names {
				if seen[name] {
					t.Errorf("%s: explained twice", name)
				}
				seen[name] = true
				if root.PersistentFlags().Lookup(name) != nil || verb == "fix" && cmd.Flags().Lookup(name) != nil {
					t.Errorf("%s is a flag of autofix %s", name, verb)
				}
			}
		}
	}
}
