package runners_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestExit(t *testing.T) {
	resultstest.Reads(t, runners.For([]string{"x"}, nil), []resultstest.Row{
		{Name: "a command that fails", Exit: 1},
		{Name: "a command that passes"},
		{Name: "a command whose compiler fails", Exit: 1, Stderr: "error: could not compile `x`\n", Want: []string{"not built"}},
	})
	resultstest.Reads(t, runners.For([]string{"tsc"}, nil), []resultstest.Row{
		{Name: "a build that fails", Exit: 1, Want: []string{"not built"}},
		{Name: "a build that passes"},
	})
}
