package toml_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// Any text is a syntax error, or formatted so that the guard finds nothing
// wrong with it: the result parses, says the same, and is formatted to itself.
func FuzzFormat(f *testing.F) {
	for _, test := range layouts {
		f.Add([]byte(test.Src))
	}
	f.Add([]byte("l=0 \na=10\t#0? #00\n 0a=100  #0\na10=0#0\t? #00")) // comments that come to be in one column
	fixed, kept := language(f, toml.Options{}), language(f, toml.Options{KeepIndent: true, KeepLayout: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		l := fixed
		if len(src)%2 == 1 {
			l = kept
		}
		if bytes.IndexByte(src, 0) >= 0 || bytes.Contains(src, []byte("\r\n")) {
			return // the guard's own tests have these
		}
		_, err := formattest.Fuzz(t, l, "a.toml", src)
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); err != nil && !syntax {
			t.Fatalf("%q: %v", src, err)
		}
	})
}
