package coded_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/coded"
)

type code string

const (
	late  code = "late"
	other code = "other"
)

func (c code) WayOut() string {
	if c == late {
		return "wait"
	}
	return ""
}

func TestError(t *testing.T) {
	for _, row := range []struct {
		err  *coded.Error[code]
		want string
	}{
		{coded.New(late, nil, "file %s", "a"), "file a; wait"},
		{coded.New(late, fs.ErrNotExist, "a"), "a: file does not exist; wait"},
		{coded.New(other, fs.ErrNotExist, "a"), "a: file does not exist"},
		{coded.New(other, nil, "a"), "a"},
	} {
		if got := row.err.Error(); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
	err := fmt.Errorf("step: %w", coded.New(late, fs.ErrNotExist, "a"))
	if !errors.Is(err, &coded.Error[code]{Code: late}) || errors.Is(err, &coded.Error[code]{Code: other}) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is another error than it is", err)
	}
}
