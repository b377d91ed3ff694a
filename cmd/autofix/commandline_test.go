package main

import (
	"os/exec"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Arguments of a printed command must reach the command unchanged.
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
			continue // the shell is not installed
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

// The flags that a gate prints select the rules literally, whatever characters
// are in their names, and are quoted for a shell.
func TestTrustFlags(t *testing.T) {
	for _, test := range []struct {
		safety fixedits.Safety
		rules  []string
		want   string
	}{
		{fixedits.SafetySafe, []string{"r/named"}, "--rule=r/named"},
		{fixedits.SafetySuggestion, []string{"r/x", "r/y"}, "--safety=suggestion --rule=r/x --rule=r/y"},
		{fixedits.SafetyUnsafe, []string{"own/it's [1]*"}, `--safety=unsafe '--rule=own/it'\''s \[1]\*'`},
	} {
		if got := trustFlags(test.safety, test.rules); got != test.want {
			t.Errorf("%s %q: %s, want %s", test.safety, test.rules, got, test.want)
		}
	}
}
