package formatting_test

import (
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// An empty file stays empty or is a syntax error, whatever its formatter
// returns.
func TestEmpty(t *testing.T) {
	line := func(string) (string, error) { return "\n", nil }
	r := formatting.NewRegistry(parsed{fake{format: line}, nil})
	got, err := r.Format("a.fake", nil)
	if err != nil || got.Changed || len(got.Text) > 0 || got.Language != "fake" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, differs, err := r.Differs("a.fake", nil); differs || err != nil {
		t.Errorf("differs: %t, %v", differs, err)
	}
	wanting := formatting.NewRegistry(parsed{fake{format: line}, &formatting.SyntaxError{Msg: "nothing"}})
	if _, err := wanting.Format("a.fake", nil); !isSyntax(err) {
		t.Error(err)
	}
	if _, _, err := wanting.Differs("a.fake", nil); !isSyntax(err) {
		t.Error(err)
	}
}

// A parsed is a language whose parser a test defines.
type parsed struct {
	fake
	err error
}

func (p parsed) Parse(string, []byte) error { return p.err }

func isSyntax(err error) bool {
	_, ok := errors.AsType[*formatting.SyntaxError](err)
	return ok
}
