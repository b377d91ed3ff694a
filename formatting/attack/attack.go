// Package attack holds formatters to texts of which they could change the
// meaning.
package attack

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Refused is what the Want of a case starts with if the text is to be refused;
// a part of the reason follows.
const Refused = "refused: "

// A Case is a text, and what comes of it.
type Case struct {
	Name string
	Path string // empty: that of the test
	Src  string
	Want string // the formatted text, or Refused and a part of the reason
}

// Run formats the text of each case.
func Run(t *testing.T, language formatting.Language, path string, cases []Case) {
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got, err := formatting.NewRegistry(language).Format(cmp.Or(c.Path, path), []byte(c.Src))
			want, refused := strings.CutPrefix(c.Want, Refused)
			if _, ok := errors.AsType[*formatting.RefusedError](err); refused && ok && strings.Contains(err.Error(), want) {
				return
			}
			if refused || err != nil || string(got.Text) != c.Want {
				t.Errorf("%q\nbecame %q, %v\nwant   %q", c.Src, got.Text, err, c.Want)
			}
		})
	}
}

// controls are characters that one program or another takes for a blank or for
// the end of a line.
var controls = []string{"\f", "\v", "\r", "\b", "\x01", "\x1b", "\x7f", "\u0085", "\u2028", "\u00a0", "\ufeff"}

// Controls formats templates with a control character in place of each "@". If
// one is not refused, both texts must be the same to an oracle, which returns
// what is different.
func Controls(t *testing.T, language formatting.Language, path string, templates []string, oracle func(before, after []byte) error) {
	for _, template := range templates {
		for _, control := range controls {
			src := []byte(strings.ReplaceAll(template, "@", control))
			if err := holds(language, path, src, oracle); err != nil {
				t.Error(err)
			}
		}
	}
}

// Fuzz formats any text. If it is not refused, it must say the same before and
// after, to its language and to an oracle.
func Fuzz(f *testing.F, language formatting.Language, path string, cases []Case, oracle func(before, after []byte) error) {
	for _, c := range cases {
		f.Add([]byte(c.Src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := holds(language, path, src, oracle); err != nil {
			t.Error(err)
		}
	})
}

// holds returns what formatting changes in the meaning of a text.
func holds(language formatting.Language, path string, src []byte, oracle func(before, after []byte) error) error {
	got, err := formatting.NewRegistry(language).Format(path, src)
	if err != nil || !got.Changed || strings.Contains(string(src), "\r\n") {
		return nil
	}
	differ := func(err error) error { return fmt.Errorf("%q became %q: %w", src, got.Text, err) }
	if l, ok := language.(formatting.Comparer); ok {
		if err := l.Compare(path, src, got.Text); err != nil {
			return differ(err)
		}
	}
	if oracle == nil {
		return nil
	}
	if err := oracle(src, got.Text); err != nil {
		return differ(err)
	}
	return nil
}
