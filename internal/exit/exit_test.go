package exit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/exit"
)

func TestMistake(t *testing.T) {
	err := fmt.Errorf("wrapped: %w", exit.Mistake("--root=%s: %w", "a", fs.ErrNotExist))
	usage, ok := errors.AsType[*exit.UsageError](err)
	if !ok || usage.Error() != "command line: --root=a: file does not exist" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not the mistake with its cause", err)
	}
}
