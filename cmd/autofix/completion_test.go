package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// completionCases are command lines whose last word is partially typed, and its
// completions.
var completionCases = []struct {
	name  string
	words []string
	want  []string // all, sorted; nil: names of files
}{
	{"verbs", []string{"c"}, []string{"canonicalize", "check", "completion", "config", "copy"}},
	{"flags of a verb", []string{"fix", "--ro"}, []string{"--root", "--rounds"}},
	{"a flag that is given is not offered again", []string{"fix", "--rounds=1", "--ro"}, []string{"--root"}},
	{"a repeatable flag is offered again", []string{"fix", "--rule=text", "--ru"}, []string{"--rule"}},
	{"flags among arguments", []string{"check", "a.go", "--decl"}, []string{"--declared"}},
	{"required flags come first", []string{"bazel-fix", "--a"}, []string{"--aspect"}},
	{"values", []string{"fix", "--mode", "d"}, []string{"diff"}},
	{"values after =", []string{"fix", "--mode=d"}, []string{"diff"}},
	{"all values", []string{"fix", "--safety", ""}, []string{"certified", "safe", "suggestion", "unsafe"}},
	{"rules of --rule", []string{"fix", "--rule", "text/"}, ruleNamesOf("text/")},
	{"checkers", []string{"check", "--without", "t"}, []string{"text"}},
	{"formats", []string{"run-checker", "--checker=x", "--program=y", "--output", "a"}, []string{"artifact"}},
	{"rules to explain", []string{"explain", "text/"}, ruleNamesOf("text/")},
	{"namespaces of rules to list", []string{"rules", "dockerf"}, ruleNamesOf("dockerf")},
	{"verbs to show help for", []string{"help", "re"}, []string{"recover", "render", "report"}},
	{"shells", []string{"completion", "z"}, []string{"zsh"}},
	{"no arguments", []string{"version", "v"}, []string{}},
	{"a flag without known values", []string{"check", "--origin", "a"}, []string{}},
	{"files", []string{"check", "a"}, nil},
	{"the file of a flag", []string{"check", "--out", "a"}, nil},
	{"an argument file that does not exist", []string{"check", "@a"}, nil},
}

// ruleNamesOf returns the completions of --rule with a prefix, sorted.
func ruleNamesOf(prefix string) []string {
	checkers := newEnvironment().Checkers
	names := append(pipeline.Namespaces(pipeline.RuleNames(checkers.Rules())), pipeline.RuleNames(checkers.Rules())...)
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, prefix) })
	slices.Sort(names)
	return names
}

// The shells themselves complete with the scripts that the command prints. Only
// the interactive part, which shows completions, is replaced.
var completingShells = map[string]string{
	// The package bash-completion defines this function.
	"bash": `
		source "$1" || exit 9
		shift
		_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; }
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_TYPE=9
		COMP_POINT=${#COMP_LINE}
		__start_autofix
		printf '%s\n' "${COMPREPLY[@]}"`,
	// These belong to the line editor, which needs a terminal.
	"zsh": `
		compdef() { }
		_describe() { (( $#completions )) && print -rl -- $completions }
		_arguments() { print FILES }
		source "$1" || exit 9
		shift
		words=("$@") CURRENT=$#
		_autofix`,
	"fish": `
		source $argv[1]; or exit 9
		complete -C (string join -- ' ' $argv[2..])`,
}

func TestShellsComplete(t *testing.T) {
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "autofix")); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	writeFiles(t, files, map[string]string{"a.txt": ""})
	for shell, script := range completingShells {
		t.Run(shell, func(t *testing.T) {
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("no %s on this machine: .ci/run installs it; TestCompletions covers what the script asks for", shell)
			}
			completions := filepath.Join(bin, shell)
			if _, stderr, code := clitest.Command(t, bin, nil, nil, "completion", "--out="+completions, shell); code != cli.ExitDone {
				t.Fatalf("exit %d\n%s", code, stderr)
			}
			for _, test := range completionCases {
				args := append([]string{completions, "autofix"}, test.words...)
				cmd := exec.Command(program, shellArguments(shell, script, args)...)
				cmd.Dir = files
				cmd.Env = []string{clitest.AsCommand + "=1", "PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=dumb", "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0"}
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if code := cmd.ProcessState.ExitCode(); code == 9 || code < 0 {
					t.Fatalf("%s: %v\n%s", shell, err, &stderr)
				}
				want := test.want
				if want == nil {
					want = map[string][]string{"bash": {}, "zsh": {"FILES"}, "fish": {"a.txt"}}[shell]
				}
				if shell == "fish" && len(test.words) == 2 && test.words[1] == "@a" {
					want = []string{} // fish itself completes file names
				}
				if diff := cmp.Diff(want, completionsIn(string(out), test.words[len(test.words)-1])); diff != "" {
					t.Errorf("%s: %q (-want +got):\n%s%s", shell, test.words, diff, &stderr)
				}
			}
		})
	}
}

// shellArguments returns the arguments with which a shell runs a script.
func shellArguments(shell, script string, args []string) []string {
	switch shell {
	case "bash":
		return append([]string{"--norc", "-c", script, shell}, args...)
	case "zsh":
		return append([]string{"-f", "-c", script, shell}, args...)
	default:
		return append([]string{"--no-config", "-c", script}, args...)
	}
}

// completionsIn returns the completions that a shell printed, one per line and
// followed by their descriptions, sorted; only those of word, as a shell shows
// them.
func completionsIn(output, word string) []string {
	found := []string{}
	flag, value, assigned := strings.Cut(word, "=")
	if assigned {
		word = value // some shells complete only this
	}
	for line := range strings.Lines(output) {
		line = strings.TrimSuffix(line, "\n")
		for _, sep := range []string{"\t", "  (", ":"} { // of fish, of bash, of zsh
			line, _, _ = strings.Cut(line, sep)
		}
		line = strings.TrimPrefix(strings.TrimRight(line, " "), flag+"=")
		if strings.HasPrefix(line, word) || line == "FILES" {
			found = append(found, line)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestCompletions requests completions like the scripts.
func TestCompletions(t *testing.T) {
	for _, test := range completionCases {
		t.Run(test.name, func(t *testing.T) {
			stdout, stderr, code := clitest.Command(t, t.TempDir(), nil, nil, append([]string{"__complete"}, test.words...)...)
			if code != cli.ExitDone {
				t.Fatalf("exit %d\n%s", code, stderr)
			}
			lines := strings.SplitAfter(strings.TrimSuffix(stdout, "\n"), "\n")
			directive := strings.TrimSpace(lines[len(lines)-1])
			if (directive == ":0") != (test.want == nil) {
				t.Errorf("directive %s, but files: %v", directive, test.want == nil)
			}
			got := completionsIn(strings.Join(lines[:len(lines)-1], ""), test.words[len(test.words)-1])
			if diff := cmp.Diff(append([]string{}, test.want...), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
