package cue_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/cue"
)

func registry(t testing.TB, opts cue.Options) *formatting.Registry {
	t.Helper()
	return formatting.NewRegistry(cue.New(opts))
}

func TestFormat(t *testing.T) {
	tests := []struct {
		name      string
		opts      cue.Options
		src, want string
	}{
		{"alignment", cue.Options{}, "a:1\nlong :  2\n", "a:    1\nlong: 2\n"},
		{"tabs", cue.Options{}, "a: {\n  b: 1\n}\n", "a: {\n\tb: 1\n}\n"},
		{"comments stay", cue.Options{}, "//a\n\nb: 1 //c\n", "//a\n\nb: 1 //c\n"},
		{"no simplify", cue.Options{}, "\"a\": 1\n", "\"a\": 1\n"},
		{"simplify", cue.Options{Simplify: true}, "\"a\": 1\n", "a: 1\n"},
		{"commas stay", cue.Options{Simplify: true}, "a: [\n\t1,\n\t2,\n]\n", "a: [\n\t1,\n\t2,\n]\n"},
		{"strings keep what they hold", cue.Options{}, "a: \"\"\"\n\tb  \n\t\tc\n\t\"\"\"\n", "a: \"\"\"\n\tb  \n\t\tc\n\t\"\"\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := registry(t, test.opts).Format("a.cue", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "a: 1\nb: = 1\n", "a.cue:2:4: expected operand, found '='", 8},
		{"after letters of two bytes", "a: \"\u00e9\u00e9\" )\n", "a.cue:1:11: ", 10},
		{"at the end", "a: (1", "a.cue:1:6: ", 5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := registry(t, cue.Options{}).Parse("a.cue", []byte(test.src))
			e, ok := errors.AsType[*formatting.SyntaxError](err)
			if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset {
				t.Errorf("%+v, want %s, offset %d", err, test.want, test.offset)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l := cue.New(cue.Options{})
	for path, want := range map[string]bool{"a.cue": true, "x/a_tool.cue": true, "cue": false, ".a.cue": false, "a.CUE": false} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// What is nested so deep that a recursive parser would overflow the stack, which ends a process, is refused before
// it is parsed. What is only long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	tests := []struct {
		name, src string
		refused   bool
	}{
		{"brackets", "a: " + repeat("[", n) + repeat("]", n), true},
		{"blocks", repeat("a: {\n", n) + repeat("}\n", n), true},
		{"fields", repeat("a: ", n) + "1", true},
		{"fields across lines", repeat("a:\n", n) + "1", true},
		{"comprehensions", repeat("if a {\n", n) + repeat("}\n", n), true},
		{"interpolations", "a: " + repeat("\"\\(", n) + "b" + repeat(")\"", n), true},
		{"brackets after interpolations", "a: " + repeat("[\"]\\(b)]\\(c)]\", ", n) + repeat("]", n), true},
		{"terms", "a: 1" + repeat("+1", n), true},
		{"selectors", "a: b" + repeat(".b", n), true},
		{"signs", "a: " + repeat("!", n) + "b", true},
		{"elements are not nested", "a: [" + repeat("1, ", n) + "]", false},
		{"nor are fields one after the other", repeat("a: b: {c: [d, {e: f + 1}]}\n", n), false},
		{"nor what is within strings and comments", "a: \"" + repeat("[", n) + "\" // " + repeat("[", n) + "\n", false},
	}
	r := registry(t, cue.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.cue", []byte(test.src))
			if _, refused := errors.AsType[*formatting.RefusedError](err); refused != test.refused {
				t.Errorf("refused: %t, err: %.300v", refused, err)
			} else if !refused && err != nil {
				t.Errorf("%.300v", err)
			}
		})
	}
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "a:1", "package p\nimport \"b\"\n#C: {d?: int | *1, ...} // e", "a: [for b in c if d {b}]\r\n", "\"a\": \"\\(b)\"",
		"a: \"\"\"\n\tb\n\t\"\"\"\n", "let a = b\n[string]: a & {c: >1}", "@if(a)\nb: _ @c(d)",
	} {
		f.Add([]byte(seed))
	}
	r := registry(f, cue.Options{Simplify: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := r.Format("a.cue", src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format("a.cue", once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
