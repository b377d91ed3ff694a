package formatting_test

import (
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// An incremental language is one whose second look at a text a test makes up.
type incremental struct {
	fake
	again   func(path, before, once string) (string, error)
	differs bool // the two texts say something else
}

func (i incremental) FormatOnce(path string, src []byte) (once []byte, again formatting.Again, err error) {
	once, err = i.Format(path, src)
	return once, func() ([]byte, bool, error) {
		out, err := i.again(path, string(src), string(once))
		return []byte(out), !i.differs, err
	}, err
}

// The second look is the language's own where it has one, and judged as any other.
func TestSecondLook(t *testing.T) {
	tests := []struct {
		name    string
		src     string
		again   func(path, before, once string) (string, error)
		want    string
		looks   int
		differs bool
	}{
		{name: "it holds", src: "a", again: func(_, _, once string) (string, error) { return once, nil }, looks: 1},
		{name: "none at what was clean", src: "A", again: func(_, _, once string) (string, error) { panic(once) }},
		{
			name: "none at what does not parse", src: "!", again: func(_, _, once string) (string, error) { panic(once) },
			want: "a.fake:1:1: stray !",
		},
		{
			name: "it does not hold", src: "a", again: func(path, before, once string) (string, error) { return path + before + once, nil },
			want: "a.fake: not formatted as fake: the formatter is not stable on it: a second run changes line 1 again", looks: 1,
		},
		{
			name: "it does not parse", src: "a", again: func(path, _, once string) (string, error) {
				return "", &formatting.SyntaxError{Path: path, Line: 1, Column: 1, Msg: "no " + once}
			},
			want: "a.fake: not formatted as fake: what the formatter makes of it does not parse: a.fake:1:1: no A", looks: 1,
		},
		{
			name: "it says something else", src: "a", again: func(_, _, once string) (string, error) { return once, nil }, differs: true,
			want: "a.fake: not formatted as fake: the formatter would change its value", looks: 1,
		},
		{
			name: "another error", src: "a", again: func(_, before, _ string) (string, error) { return "", errors.New("no " + before) },
			want: "no a", looks: 1,
		},
		{
			name: "a crash", src: "a", again: func(_, before, _ string) (string, error) { panic("out of " + before) },
			want: "a.fake: the fake formatter crashed: out of a", looks: 1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			looks, calls := 0, 0
			lang := incremental{fake: fake{format: upper, calls: &calls}, differs: test.differs}
			lang.again = func(path, before, once string) (string, error) {
				looks++
				return test.again(path, before, once)
			}
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
