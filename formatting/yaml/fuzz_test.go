package yaml_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// The guard holds on any input, and nothing panics: there is an error, or text
// that is formatted, has the value of the input, and has its bytes but for
// whitespace and line endings.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"a:\n    - b: [c, { d: e }]\n      f: |2-\n        g\n # h\n", "? - a\n: - b # c\n     # d\n", "- &a !t 'b\n   c'\n- *a\n",
		"%YAML 1.2\n---\na: >+\n\n  b\n\n...\n", "{\n\t\"a\":1, # b\n\n # c\n d e\n f}", "\ufeffa: b\r\nc:  \"d\\\r\n  e\"",
		"a: {{ b }}", "--- |\na\n--- b\n c\n", "a:\n- b\n-   - c\n    - d", "<<: [*a , !!str , x]",
	} {
		f.Add([]byte(seed), 0, "")
		f.Add([]byte(seed), 4, "always")
		f.Add([]byte(seed), 3, "never")
	}
	f.Fuzz(func(t *testing.T, src []byte, indent int, sequences string) {
		made, err := yaml.New(yaml.Options{Indent: indent, IndentSequences: sequences})
		if err != nil {
			t.Skip()
		}
		once, err := formattest.Fuzz(t, made, "x.yaml", src)
		if crash, crashed := errors.AsType[*formatting.CrashError](err); crashed {
			t.Errorf("%v\n%s", err, crash.Stack)
		}
		if err == nil && !bytes.Equal(ink(src), ink(once)) {
			t.Errorf("%q became %q", src, once)
		}
	})
}

func ink(text []byte) []byte {
	return bytes.Join(bytes.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }), nil)
}
