package formatting_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A table is a language of data, whose value is a list of words. A test defines
// its formatter.
type table struct{ fake }

func (table) Value(_ string, src []byte) (any, error) {
	switch words := strings.Fields(string(src)); {
	case len(words) > 0 && words[0] == "crash":
		panic("out of cheese")
	case len(words) > 0 && words[0] == "none":
		return nil, errors.New("no value")
	default:
		return words, nil
	}
}

func TestFormatKeepsValue(t *testing.T) {
	once := func(from, to string) func(string) (string, error) {
		return func(src string) (string, error) { return strings.Replace(src, from, to, 1), nil }
	}
	for _, test := range []struct {
		name      string
		format    func(string) (string, error)
		src, want string // want is the text, or part of the error
		refused   bool
	}{
		{"the same value", once("  ", " "), "a  b\n", "a b\n", false},
		{"another value", once("b", "c"), "a b\n", "a.fake: not formatted as fake: the formatter would change its value", true},
		{"a value in another order", once("a b", "b a"), "a b\n", "would change its value", true},
		{"a value that cannot be decoded", once("none  ", "none "), "none  a\n", "its value cannot be decoded: no value", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := formatting.NewRegistry(table{fake{format: test.format}}).Format("a.fake", []byte(test.src))
			_, refused := errors.AsType[*formatting.RefusedError](err)
			if refused != test.refused {
				t.Fatalf("%q, %v", got.Text, err)
			}
			if refused && !strings.Contains(err.Error(), test.want) || !refused && string(got.Text) != test.want {
				t.Errorf("%q, %v, want %q", got.Text, err, test.want)
			}
		})
	}
	crashing := table{fake{format: once("  ", " ")}}
	_, err := formatting.NewRegistry(crashing).Format("a.fake", []byte("crash  a\n"))
	if crash, ok := errors.AsType[*formatting.CrashError](err); !ok || crash.Value != "out of cheese" {
		t.Errorf("a decoder that panics: %v", err)
	}
}
