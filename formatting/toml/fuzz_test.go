package toml_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

func equal(t testing.TB, l formatting.DataLanguage, a, b string) bool {
	t.Helper()
	first, err := l.Value("a.toml", []byte(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := l.Value("a.toml", []byte(b))
	if err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(first, second)
}

// Any text is a syntax error, or formatted so that the guard finds nothing
// wrong with it: the result parses, says the same, and is formatted to itself.
func FuzzFormat(f *testing.F) {
	for _, test := range layouts {
		f.Add([]byte(test.src))
	}
	f.Add([]byte("l=0 \na=10\t#0? #00\n 0a=100  #0\na10=0#0\t? #00")) // comments that come to be in one column
	fixed, kept := registry(f, toml.Options{}), registry(f, toml.Options{KeepIndent: true, KeepLayout: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		r := fixed
		if len(src)%2 == 1 {
			r = kept
		}
		if bytes.IndexByte(src, 0) >= 0 || bytes.Contains(src, []byte("\r\n")) {
			return // the guard's own tests have these
		}
		result, err := r.Format("a.toml", src)
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); syntax {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if again, err := r.Format("a.toml", result.Text); err != nil || again.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, result.Text, again.Text, err)
		}
	})
}
