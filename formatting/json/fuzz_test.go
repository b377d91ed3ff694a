package json_test

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

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
		_, err := formattest.Fuzz(t, language(t, opts), path, src)
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); err != nil && !syntax {
			t.Fatalf("%q: %v", src, err)
		}
	})
}
