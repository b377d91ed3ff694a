// Package formattest has the tests that every formatter needs. Each is a
// function of a language and a table.
//
// Except for Match, Values and ValueErrors, they call the formatter through the
// guard, as the command does.
package formattest

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A Case is a text and the expected outcome.
type Case struct {
	Name     string
	Language formatting.Language // nil: the test's
	Path     string              // empty: the test's
	Src      string
	Want     string // see the function that takes the case
}

// New returns the language of options, which create must accept.
func New[O any](t testing.TB, create func(O) (formatting.Language, error), opts O) formatting.Language {
	t.Helper()
	language, err := create(opts)
	if err != nil {
		t.Fatal(err)
	}
	return language
}

// run calls test for each case, as a subtest with the language and the path of
// the case.
func run(t *testing.T, language formatting.Language, path string, cases []Case, test func(*testing.T, *formatting.Registry, Case)) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Language == nil {
				c.Language = language
			}
			c.Path = cmp.Or(c.Path, path)
			test(t, formatting.NewRegistry(c.Language), c)
		})
	}
}

// Format checks that the text of each case becomes Want, and that Want does not
// change again.
func Format(t *testing.T, language formatting.Language, path string, cases []Case) {
	t.Helper()
	run(t, language, path, cases, func(t *testing.T, r *formatting.Registry, c Case) {
		got, err := r.Format(c.Path, []byte(c.Src))
		if err != nil || string(got.Text) != c.Want {
			t.Fatalf("Format(%.500q)\n= %.500q, %v\nwant %.500q", c.Src, got.Text, err, c.Want)
		}
		if _, differs, err := r.Differs(c.Path, []byte(c.Want)); differs || err != nil {
			t.Errorf("the formatted text %.500q differs: %t, %v", c.Want, differs, err)
		}
	})
}

// Match checks which paths are files of a language.
func Match(t *testing.T, language formatting.Language, paths map[string]bool) {
	t.Helper()
	for path, want := range paths {
		if got := language.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// Values checks which texts have the same value as base. All must parse.
func Values(t *testing.T, language formatting.Language, path, base string, texts map[string]bool) {
	t.Helper()
	data, ok := language.(formatting.DataLanguage)
	if !ok {
		t.Fatalf("%s is not a language of data", language.Name())
	}
	want, err := data.Value(path, []byte(base))
	if err != nil {
		t.Fatalf("Value(%q): %v", base, err)
	}
	for text, same := range texts {
		got, err := data.Value(path, []byte(text))
		if err != nil || reflect.DeepEqual(got, want) != same {
			t.Errorf("Value(%q) = %v, %v\nthe same as %v of %q: want %t", text, got, err, want, base, same)
		}
	}
}
