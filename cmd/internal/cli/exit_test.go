package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func TestExitCodes(t *testing.T) {
	plain := errors.New("disk full")
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"no error", nil, 0},
		{"findings", &FindingsError{}, 1},
		{"findings with a message", fmt.Errorf("fix: %w", &FindingsError{What: "a.go: not canonical"}), 1},
		{"usage", &UsageError{Err: plain}, 2},
		{"a path that cannot be checked", fmt.Errorf("fix: %w", &pipeline.PathError{Err: plain}), 2},
		{"a configuration", &pipeline.ConfigError{Err: &config.Error{Msg: "unknown key"}}, 2},
		{"a configuration file that a checker requested", fmt.Errorf("check: %w", errors.Join(&config.Error{Msg: "is a directory"})), 2},
		{"the same, if a checker failed too", errors.Join(&checks.CheckerError{Err: plain}, &config.Error{Msg: "is a directory"}), 3},
		{"a path that cannot be read", &pipeline.PathError{Err: fmt.Errorf("a.txt: %w", fs.ErrPermission)}, 3},
		{"a configuration that cannot be read", &pipeline.ConfigError{Err: fmt.Errorf("autofix.toml: %w", fs.ErrPermission)}, 3},
		{"findings, and a checker that failed", errors.Join(checks.Crashes{{Err: plain}}, &FindingsError{What: "a.go has no target"}), 3},
		{"a checker", &checks.CheckerError{Checker: "go", Err: plain}, 3},
		{"several checkers", errors.Join(&checks.CheckerError{Err: plain}, &checks.CheckerError{Err: plain}), 3},
		{"anything else", plain, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := ExitCode(test.err); got != test.want {
				t.Errorf("exit %d, want %d", got, test.want)
			}
		})
	}
}
