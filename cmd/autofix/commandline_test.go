package main

import (
	"os/exec"
	"strings"
	"testing"
)

// What a message says to paste must reach the command as it was.
func TestCommandLineSurvivesAShell(t *testing.T) {
	tests := []struct{ arg, want string }{
		{"app/main.go", "app/main.go"},
		{"--rule=text/*", "'--rule=text/*'"},
		{"a b", "'a b'"},
		{"it's", `'it'\''s'`},
		{"", "''"},
		{"$HOME;`id`", "'$HOME;`id`'"},
		{"ü@x%,+:=", "ü@x%,+:="},
		{"~", "'~'"},
		{"a\nb", "'a\nb'"},
	}
	shell, err := exec.LookPath("sh")
	for _, test := range tests {
		line := commandLine("printf", "%s|", test.arg)
		if got := strings.TrimPrefix(line, "printf '%s|' "); got != test.want {
			t.Errorf("%q is quoted as %s, want %s", test.arg, got, test.want)
		}
		if err != nil {
			continue // no shell to ask
		}
		out, err := exec.Command(shell, "-c", line).Output()
		if err != nil || string(out) != test.arg+"|" {
			t.Errorf("the shell made %q of %s (%v)", out, line, err)
		}
	}
}

func TestWithPaths(t *testing.T) {
	tests := []struct {
		paths []string
		want  string
	}{
		{nil, "autofix fix"},
		{[]string{"a b"}, "autofix fix 'a b'"},
		{[]string{"a", "b", "c"}, "autofix fix a b c"},
		{[]string{"a", "b", "c", "d"}, "autofix fix PATHS (the same 4 paths as here)"},
	}
	for _, test := range tests {
		if got := withPaths("autofix fix", test.paths); got != test.want {
			t.Errorf("withPaths(%q) = %q, want %q", test.paths, got, test.want)
		}
	}
}
