package process

import (
	"os/exec"
	"strings"
	"testing"
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
		line := CommandLine("printf", "%s|", test.arg)
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
