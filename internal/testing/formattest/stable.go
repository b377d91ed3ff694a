package formattest

import (
	"bytes"
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Stable checks that each text can be formatted, and that the result formats to
// itself.
func Stable(t *testing.T, language formatting.Language, path string, texts []string) {
	t.Helper()
	for _, text := range texts {
		if _, err := Fuzz(t, language, path, []byte(text)); err != nil {
			t.Errorf("%.500q: %v", text, err)
		}
	}
}

// Fuzz is the body of a fuzz test. Any text must be an error of a documented
// type, or become a text that formats to itself. Fuzz returns the result or the
// error, for further checks. It accepts a *formatting.CrashError, which may be a
// bug of a library.
func Fuzz(t *testing.T, language formatting.Language, path string, src []byte) ([]byte, error) {
	t.Helper()
	r := formatting.NewRegistry(language)
	before := bytes.Clone(src)
	once, err := r.Format(path, src)
	if !bytes.Equal(src, before) {
		t.Errorf("the source %q was changed to %q", before, src)
	}
	if err != nil {
		if !known(err) {
			t.Errorf("%q: an error of type %T: %v", src, err, err)
		}
		return nil, err
	}
	twice, err := r.Format(path, once.Text)
	if err != nil || twice.Changed {
		t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
	}
	return once.Text, nil
}

// known reports whether an error is of a type that Format documents.
func known(err error) bool {
	_, syntax := errors.AsType[*formatting.SyntaxError](err)
	_, refused := errors.AsType[*formatting.RefusedError](err)
	_, crashed := errors.AsType[*formatting.CrashError](err)
	return syntax || refused || crashed
}
