package formatting_test

import (
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// An incremental language is one whose second look at a text a test makes up.
type incremental struct {
	fake
	again func(path, before, once string) (string, error)
}

func (i incremental) FormatOnce(path string, src []byte) (once []byte, again func() ([]byte, error), err error) {
	once, err = i.Format(path, src)
	return once, func() ([]byte, error) {
		out, err := i.again(path, string(src), string(once))
		return []byte(out), err
	}, err
}

// The second look is the language's own where it has one, and judged as any other.
func TestSecondLook(t *testing.T) {
	tests := []struct {
		name  string
		src   string
		again func(path, before, once string) (string, error)
		want  string
		looks int
	}{
		{"it holds", "a", func(_, _, once string) (string, error) { return once, nil }, "", 1},
		{"none at what was clean", "A", func(_, _, once string) (string, error) { panic(once) }, "", 0},
		{"none at what does not parse", "!", func(_, _, once string) (string, error) { panic(once) }, "a.fake:1:1: stray !", 0},
		{
			"it does not hold", "a", func(path, before, once string) (string, error) { return path + before + once, nil },
			"a.fake: not formatted as fake: the formatter is not stable on it: a second run changes line 1 again", 1,
		},
		{"it does not parse", "a", func(path, _, once string) (string, error) {
			return "", &formatting.SyntaxError{Path: path, Line: 1, Column: 1, Msg: "no " + once}
		}, "a.fake: not formatted as fake: what the formatter makes of it does not parse: a.fake:1:1: no A", 1},
		{"another error", "a", func(_, before, _ string) (string, error) { return "", errors.New("no " + before) }, "no a", 1},
		{"a crash", "a", func(_, before, _ string) (string, error) { panic("out of " + before) }, "a.fake: the fake formatter crashed: out of a", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			looks, calls := 0, 0
			lang := incremental{fake{format: upper, calls: &calls}, func(path, before, once string) (string, error) {
				looks++
				return test.again(path, before, once)
			}}
			result, err := formatting.NewRegistry(lang).Format("a.fake", []byte(test.src))
			if test.want == "" && (err != nil || string(result.Text) != "A") || test.want != "" && (err == nil || err.Error() != test.want) {
				t.Errorf("%+v, %v, want %q", result, err, test.want)
			}
			if looks != test.looks || calls != 1 {
				t.Errorf("%d looks, %d calls", looks, calls)
			}
		})
	}
}
