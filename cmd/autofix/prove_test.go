package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// standIn writes a program that prints its arguments and what it reads, and
// returns the variable that makes it autofix-prove.
func standIn(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), "stand-in")
	const text = "#!/bin/sh\nfor arg; do printf '%s|' \"$arg\"; done\ncat\necho why >&2\nexit 7\n"
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return "AUTOFIX_PROVE_PROGRAM=" + path
}

// autofix-prove gets the command line as it is, with its list of files expanded,
// and autofix has its streams and exit code.
func TestProveIsHandedOver(t *testing.T) {
	program := standIn(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "args"), []byte("--patch=a b\n--\ntrue\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"prove"}, "prove|"},
		{[]string{"prove", "--patch=-", "--", "go", "test", "-run=A B", ""}, "prove|--patch=-|--|go|test|-run=A B||"},
		{[]string{"--root=x", "prove", "--json", "--", "fix"}, "--root=x|prove|--json|--|fix|"},
		{[]string{"prove", "@args"}, "prove|--patch=a b|--|true|"},
		{[]string{"prove", "--set=runs=5", "--", "prove", "help"}, "prove|--set=runs=5|--|prove|help|"},
		{[]string{"suggest", "--github-event=e.json", "--from=a.json"}, "suggest|--github-event=e.json|--from=a.json|"},
	} {
		stdout, stderr, code := clitest.Command(t, dir, []string{program}, []byte("input"), row.args...)
		if stdout != row.want+"input" || stderr != "why\n" || code != 7 {
			t.Errorf("%q: %q, %q, exit code %d; want %q and 7", row.args, stdout, stderr, code, row.want+"input")
		}
	}
}

// Help, completion and mistakes in flags need no autofix-prove.
func TestProveWithoutItsProgram(t *testing.T) {
	for _, row := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"prove", "--", "x"}, cli.ExitFailed, "", "autofix: prove: the program autofix-prove is missing: "},
		{[]string{"prove", "--nosuch"}, cli.ExitUsage, "", "autofix: command line: unknown flag --nosuch; see `autofix help prove`\n"},
		{[]string{"prove", "--safety=safe"}, cli.ExitUsage, "", "autofix: command line: unknown flag --safety: it is a flag of `autofix fix`; see `autofix help prove`\n"},
		{[]string{"fix", "--keep-hunks"}, cli.ExitUsage, "", "autofix: command line: unknown flag --keep-hunks: it is a flag of `autofix prove`; see `autofix help fix`\n"},
		{[]string{"prove", "--attempts=many", "--", "x"}, cli.ExitUsage, "", "autofix: command line: --attempts=many: must be an integer; see `autofix help prove`\n"},
		{[]string{"help", "prove"}, cli.ExitDone, "Usage: autofix prove [flags] -- COMMAND...\n", ""},
		{[]string{"prove", "--help"}, cli.ExitDone, "Usage: autofix prove [flags] -- COMMAND...\n", ""},
		{[]string{"suggest"}, cli.ExitUsage, "", "autofix: command line: missing flags: --github-event=FILE, --from=FILE; see `autofix help suggest`\n"},
		{[]string{"suggest", "--github-event=e.json", "--from=a.json"}, cli.ExitFailed, "", "autofix: suggest: the program autofix-prove is missing: "},
		{[]string{"__complete", "prove", "--verify-e"}, cli.ExitDone, "--verify-evidence", "Completion ended with directive: "},
	} {
		stdout, stderr, code := clitest.Command(t, t.TempDir(), nil, nil, row.args...)
		if code != row.code || !strings.HasPrefix(stdout, row.stdout) || !strings.HasPrefix(stderr, row.stderr) || stderr != "" && row.stderr == "" {
			t.Errorf("%q: %q, %q, exit code %d; want %q, %q, %d", row.args, stdout, stderr, code, row.stdout, row.stderr, row.code)
		}
	}
	_, stderr, _ := clitest.Command(t, t.TempDir(), nil, nil, "prove", "--", "x")
	if out := "; install it from the archive that has autofix, into the same folder, or set AUTOFIX_PROVE_PROGRAM to its path\n"; !strings.HasSuffix(stderr, out) {
		t.Errorf("%q does not tell the way out %q", stderr, out)
	}
}
