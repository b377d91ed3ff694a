package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/tools/recording/terminal"
)

// needTerminal skips the test on machines without pseudo terminals.
func needTerminal(t *testing.T) {
	t.Helper()
	control, other, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo terminals: %v", err)
	}
	control.Close()
	other.Close()
}

// program puts a script called say into a new folder, and returns the folder.
func program(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "say"), []byte("#!/bin/sh\n"+script), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRecord(t *testing.T) {
	needTerminal(t)
	t.Setenv("LEAK", "leaked")
	bin := program(t, `[ -t 1 ] && [ -t 2 ] && printf '\033[32m%s\033[0m%s%s\n' "$1" "$LEAK" "$TERM" >&2; ls; exit "$2"`)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Record(context.Background(), dir, bin, []Command{{"say one 0", 0}, {"say two 3", 3}})
	if err != nil {
		t.Fatal(err)
	}
	step := func(command, word string) terminal.Step {
		return terminal.Step{Command: command, Output: []terminal.Line{
			{{Text: word, Style: terminal.Style{Color: 32}}, {Text: "xterm-256color"}},
			{{Text: "file"}},
		}}
	}
	if diff := cmp.Diff([]terminal.Step{step("say one 0", "one"), step("say two 3", "two")}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRecordFails(t *testing.T) {
	needTerminal(t)
	bin := program(t, `printf "$1"; exit "$2"`)
	for _, test := range []struct {
		line string
		want string
	}{
		{"say sorry 1", "say sorry 1: exited with status 1, expected 0:\nsorry"},
		{`say '\033[2J' 0`, "unknown escape sequence"},
	} {
		_, err := Record(context.Background(), t.TempDir(), bin, []Command{{test.line, 0}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.line, err, test.want)
		}
	}
}
