package cue_test

import (
	"testing"

	upstream "cuelang.org/go/cue/format"

	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/format"
)

// The copy prints the texts, and the errors, that upstream's packages print.
func FuzzSame(f *testing.F) {
	for _, src := range []string{
		"",
		"a:1\nlong :  2 // c\n",
		"package p\nimport (\n\"b\"\n\"a\"\n)\n\"x\": a.b & >=1.50 | *0x1F | 1_000Ki\n",
		"a: {\n  \"b\": 1\n  b?: int\n  c!: [...string]\n  #d: _|_\n}\n",
		"a:\"\"\"\n    x \\(y)\n      y\n    \"\"\"\nb: '\\x41' @foo( bar)\n",
		"@experiment(try,aliasv2)\na: {if b {[x]} else {y}}\nc~X: X.d\n",
		"@experiment(unknown)\na: 1\n",
		"let x = 1e3\nfor k, v in x if k < \"a\" {(k): v+1.}\n",
		"a: = 1\n",
		"a: (1",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		want, wantErr := upstream.Source([]byte(src), upstream.Simplify())
		got, err := format.Source([]byte(src), format.Simplify())
		if string(got) != string(want) || text(err) != text(wantErr) {
			t.Errorf("got %q, %v; want %q, %v", got, err, want, wantErr)
		}
	})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
