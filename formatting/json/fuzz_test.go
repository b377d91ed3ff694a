package json_test

import (
	"bytes"
	"errors"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
)

func equal(t testing.TB, l formatting.DataLanguage, a, b string) bool {
	t.Helper()
	first, err := l.Value("a.jsonc", []byte(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := l.Value("a.jsonc", []byte(b))
	if err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(first, second)
}

// Any text is a syntax error, too large, or formatted so that the guard finds
// nothing wrong with it: the result parses, says the same, and is formatted to
// itself.
func FuzzFormat(f *testing.F) {
	paths := []string{"a.json", "a.jsonc", "package.json", "tsconfig.json"}
	for _, test := range layouts {
		f.Add(uint8(slices.Index(paths, path.Base(test.path))), []byte(test.src), uint8(test.opts.LineWidth), test.opts.TrailingCommas == "maintain")
	}
	f.Fuzz(func(t *testing.T, n uint8, src []byte, width uint8, maintain bool) {
		if bytes.IndexByte(src, 0) >= 0 || bytes.Contains(src, []byte("\r\n")) {
			return // the guard's own tests have these
		}
		path := paths[int(n)%len(paths)]
		opts := json.Options{LineWidth: int(width), KeepIndent: width%2 == 1, KeepLines: width%4 == 1}
		if maintain {
			opts.TrailingCommas = "maintain"
		}
		r := registry(t, opts)
		result, err := r.Format(path, src)
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); syntax {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if again, err := r.Format(path, result.Text); err != nil || again.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, result.Text, again.Text, err)
		}
	})
}
