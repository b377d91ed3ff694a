package formatting_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A code is a language of code. A test defines how its texts are compared.
type code struct {
	fake
	controls string
	compare  func(before, after string) error
}

func (c code) Controls() string { return c.controls }

func (c code) Compare(_ string, before, after []byte) error {
	return c.compare(string(before), string(after))
}

// Code is compared with its formatted text if the two differ.
func TestCompare(t *testing.T) {
	same := func(string, string) error { return nil }
	uncalled := func(before, _ string) error { panic(before + " is compared") }
	for _, test := range []struct {
		name, src, controls string
		compare             func(before, after string) error
		want                string // the text, or the error
	}{
		{"the same", "a", "\f", same, "A"},
		{"a clean file is not compared", "A\f", "\f", uncalled, "A\f"},
		{
			"a character that is layout", "a\n\u00e4\fb", "\v\f", uncalled,
			"a.fake: not formatted as fake: the formatter would treat a form feed at line 2, column 3 as layout; remove it or write it as an escape sequence",
		},
		{"another character that is layout", "a\v", "\v\f", uncalled, "a.fake: not formatted as fake: the formatter would treat a vertical tab at line 1, column 2"},
		{"a character without a name", "a\x01", "\x01", uncalled, "a.fake: not formatted as fake: the formatter would treat the character U+0001 at line 1, column 2"},
		{
			"a difference with a place", "a\nb", "", func(before, _ string) error { return formatting.ChangeAt([]byte(before), 2, "a comment") },
			"a.fake: not formatted as fake: the formatter would change a comment at line 2",
		},
		{
			"a difference without a place", "a", "", func(string, string) error { return &formatting.ChangeError{} },
			"a.fake: not formatted as fake: the formatter would change its meaning",
		},
		{"a failure", "a", "", func(string, string) error { return errors.New("out of paper") }, "out of paper"},
		{"a crash", "a", "", func(string, string) error { panic("out of cheese") }, "a.fake: the fake formatter crashed: out of cheese"},
	} {
		t.Run(test.name, func(t *testing.T) {
			lang := code{fake{format: upper}, test.controls, test.compare}
			got, err := formatting.NewRegistry(lang).Format("a.fake", []byte(test.src))
			said := string(got.Text)
			if err != nil {
				said = err.Error()
			}
			if !strings.HasPrefix(said, test.want) || err == nil && said != test.want {
				t.Errorf("%q, want %q", said, test.want)
			}
		})
	}
}
