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

type shown string

func (shown) WayOut() string { return "look" }
func (shown) Shown()         {}

type leading string

func (leading) WayOut() string { return "look" }
func (leading) Leading()       {}

func TestError(t *testing.T) {
	for _, row := range []struct {
		err  error
		want string
	}{
		{coded.New(late, nil, "file %s", "a"), "file a; wait"},
		{coded.New(late, fs.ErrNotExist, "a"), "a: file does not exist; wait"},
		{coded.New(other, fs.ErrNotExist, "a"), "a: file does not exist"},
		{coded.New(other, nil, "a"), "a"},
		{&coded.Error[code]{Path: "a b", Line: 3, Code: late, Detail: "c"}, "a b: line 3: c; wait"},
		{&coded.Error[code]{Path: "a\x1b", Code: other, Detail: "c"}, `"a\x1b": c`},
		{coded.New(shown("seen"), fs.ErrNotExist, "a"), "a: file does not exist; look (seen)"},
		{&coded.Error[leading]{Path: "b", Code: "seen", Detail: "a"}, "seen: b: a; look"},
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
