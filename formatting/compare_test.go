package formatting_test

import (
	"errors"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// A code is a language of code. A test defines how its texts are compared.
type code struct {
	fake
	controls string
	compare  func(before, after string) error
	digest   func(text string) string
}

func (c code) Controls() string { return c.controls }

func (c code) Compare(_ string, before, after []byte) error {
	return c.compare(string(before), string(after))
}

func (c code) Digest(_ string, src []byte) (*trees.Digest, error) {
	d := trees.NewDigest()
	d.Text(c.digest(string(src)))
	return d, nil
}

// Code is compared with its formatted text if the two differ: by their digests,
// and if these differ, to find the place.
func TestCompare(t *testing.T) {
	uncalled := func(before, _ string) error { panic(before + " is compared") }
	exact := func(text string) string { return text }
	for _, test := range []struct {
		name, src, controls string
		digest              func(text string) string
		compare             func(before, after string) error
		want                string // the text, or the error
	}{
		{"the same", "a", "\f", strings.ToLower, uncalled, "A"},
		{"a clean file is not compared", "A\f", "\f", func(string) string { panic("a digest is made") }, uncalled, "A\f"},
		{
			"a character that is layout", "a\n\u00e4\fb", "\v\f", exact, uncalled,
			"a.fake: not formatted as fake: the formatter would treat a form feed at line 2, column 3 as layout; remove it or write it as an escape sequence",
		},
		{"another character that is layout", "a\v", "\v\f", exact, uncalled, "a.fake: not formatted as fake: the formatter would treat a vertical tab at line 1, column 2"},
		{"a character without a name", "a\x01", "\x01", exact, uncalled, "a.fake: not formatted as fake: the formatter would treat the character U+0001 at line 1, column 2"},
		{
			"a difference with a place", "a\nb", "", exact, func(before, _ string) error { return formatting.ChangeAt([]byte(before), 2, "a comment") },
			"a.fake: not formatted as fake: the formatter would change a comment at line 2",
		},
		{
			"a difference without a place", "a", "", exact, func(string, string) error { return &formatting.ChangeError{} },
			"a.fake: not formatted as fake: the formatter would change its meaning",
		},
		{
			"a difference that only the digests have", "a", "", exact, func(string, string) error { return nil },
			"a.fake: not formatted as fake: the formatter would change its meaning",
		},
		{"a failure", "a", "", exact, func(string, string) error { return errors.New("out of paper") }, "out of paper"},
		{"a crash", "a", "", exact, func(string, string) error { panic("out of cheese") }, "a.fake: the fake formatter crashed: out of cheese"},
		{"a crash of a digest", "a", "", func(string) string { panic("out of cheese") }, uncalled, "a.fake: the fake formatter crashed: out of cheese"},
	} {
		t.Run(test.name, func(t *testing.T) {
			lang := code{fake{format: upper}, test.controls, test.compare, test.digest}
			got, err := formatting.NewRegistry(lang).Format("a.fake", []byte(test.src))
			said := string(got.Text)
			if err != nil {
				said = err.Error()
			}
			if !strings.HasPrefix(said, test.want) || err == nil && said != test.want {
				t.Errorf("%q, want %q", said, test.want)
			}
			certified := got.Certificate.Holds() && got.Certificate.Kind == fixedits.CertificateSyntax
			if certified != got.Changed {
				t.Errorf("certificate %+v of a text that changed: %t", got.Certificate, got.Changed)
			}
		})
	}
}
