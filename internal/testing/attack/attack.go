// Package attack tests formatters with texts whose meaning they could change.
package attack

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// Refused starts the Want of a case whose text must be refused. A part of the
// reason follows.
const Refused = "refused: "

// Run checks the outcome of each case. Its Want is the formatted text, or
// Refused and a part of the reason.
func Run(t *testing.T, language formatting.Language, path string, cases []formattest.Case) {
	t.Helper()
	var formatted, refused []formattest.Case
	for _, c := range cases {
		if reason, ok := strings.CutPrefix(c.Want, Refused); ok {
			c.Want = reason
			refused = append(refused, c)
		} else {
			formatted = append(formatted, c)
		}
	}
	formattest.Format(t, language, path, formatted)
	formattest.Refuses(t, language, path, refused)
}

// controls are characters that some programs treat as whitespace or as a line
// ending.
var controls = []string{"\f", "\v", "\r", "\b", "\x01", "\x1b", "\x7f", "\u0085", "\u2028", "\u00a0", "\ufeff"}

// Controls formats templates with a control character in place of each "@".
// Unless the text is refused, it must mean the same before and after, to its
// language and to an oracle, which returns the difference.
func Controls(t *testing.T, language formatting.Language, path string, templates []string, oracle func(before, after []byte) error) {
	t.Helper()
	for _, template := range templates {
		for _, control := range controls {
			src := []byte(strings.ReplaceAll(template, "@", control))
			if err := changed(language, path, src, oracle); err != nil {
				t.Error(err)
			}
		}
	}
}

// Fuzz formats any text. Unless the text is refused, it must mean the same
// before and after, as for Controls.
func Fuzz(f *testing.F, language formatting.Language, path string, cases []formattest.Case, oracle func(before, after []byte) error) {
	for _, c := range cases {
		f.Add([]byte(c.Src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := changed(language, path, src, oracle); err != nil {
			t.Error(err)
		}
	})
}

// changed returns the difference in meaning that formatting makes to a text.
func changed(language formatting.Language, path string, src []byte, oracle func(before, after []byte) error) error {
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
