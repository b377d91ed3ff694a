package formattest

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// maxMessage is the maximum length in bytes of the message of a syntax error,
// which may quote the text.
const maxMessage = 200

// SyntaxErrors checks that Format, Differs and Parse return the syntax error
// Want, with its path, line and column, for the text of each case. "..." at the
// end of Want stands for the rest of the message.
func SyntaxErrors(t *testing.T, language formatting.Language, path string, cases []Case) {
	t.Helper()
	run(t, language, path, cases, func(t *testing.T, r *formatting.Registry, c Case) {
		src := []byte(c.Src)
		_, formatErr := r.Format(c.Path, src)
		_, _, differsErr := r.Differs(c.Path, src)
		found := map[string]error{"Format": formatErr, "Differs": differsErr, "Parse": r.Parse(c.Path, src)}
		for name, err := range found {
			syntaxError(t, name, err, c)
		}
	})
}

// ValueErrors checks that Value returns the same errors, although it may assume
// that a text parses.
func ValueErrors(t *testing.T, language formatting.Language, path string, cases []Case) {
	t.Helper()
	run(t, language, path, cases, func(t *testing.T, r *formatting.Registry, c Case) {
		_, err := r.Languages()[0].(formatting.DataLanguage).Value(c.Path, []byte(c.Src))
		syntaxError(t, "Value", err, c)
	})
}

// syntaxError checks one syntax error.
func syntaxError(t *testing.T, name string, err error, c Case) {
	t.Helper()
	e, ok := errors.AsType[*formatting.SyntaxError](err)
	if !ok {
		t.Errorf("%s: %v, want the syntax error %s", name, err, c.Want)
		return
	}
	want, open := strings.CutSuffix(c.Want, "...")
	if got := err.Error(); got != want && (!open || !strings.HasPrefix(got, want)) {
		t.Errorf("%s: %v, want %s", name, err, c.Want)
	}
	if e.Msg == "" || len(e.Msg) > maxMessage {
		t.Errorf("%s: a message of %d bytes", name, len(e.Msg))
	}
	if e.Offset < 0 || e.Offset > len(c.Src) {
		t.Errorf("%s: offset %d of %d bytes", name, e.Offset, len(c.Src))
		return
	}
	before := c.Src[:e.Offset]
	line, column := 1+strings.Count(before, "\n"), e.Offset-strings.LastIndex(before, "\n")
	if line != e.Line || column != e.Column {
		t.Errorf("%s: offset %d is at %d:%d, the error at %d:%d", name, e.Offset, line, column, e.Line, e.Column)
	}
}

// Refuses checks that the text of each case is refused for a reason that
// contains Want. If Want is empty, the text must be formatted without an error.
func Refuses(t *testing.T, language formatting.Language, path string, cases []Case) {
	t.Helper()
	run(t, language, path, cases, func(t *testing.T, r *formatting.Registry, c Case) {
		_, err := r.Format(c.Path, []byte(c.Src))
		if c.Want == "" {
			if err != nil {
				t.Errorf("%.300v", err)
			}
			return
		}
		refused, ok := errors.AsType[*formatting.RefusedError](err)
		if !ok || !strings.Contains(refused.Reason, c.Want) {
			t.Errorf("%.300v, want the refusal %s", err, c.Want)
		}
	})
}

// OptionErrors checks that create does not accept options. Their key is the
// error.
func OptionErrors[O any](t *testing.T, create func(O) (formatting.Language, error), options map[string]O) {
	t.Helper()
	for want, opts := range options {
		_, err := create(opts)
		if _, ok := errors.AsType[*formatting.OptionError](err); !ok || err.Error() != want {
			t.Errorf("%+v: %v, want %s", opts, err, want)
		}
	}
}
