package formattest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A fake is a language whose files end in .fake. Its formatter writes letters
// in upper case, unless a test replaces a function. It does not parse a "!".
type fake struct {
	format func(src []byte) ([]byte, error)
	parse  func(src []byte) error
}

func (fake) Name() string                     { return "fake" }
func (fake) Names() []*formatting.Names       { return nil }
func (fake) Match(path string, _ []byte) bool { return strings.HasSuffix(path, ".fake") }

func (f fake) Parse(path string, src []byte) error {
	if f.parse != nil {
		return f.parse(src)
	}
	_, err := f.Format(path, src)
	return err
}

func (f fake) Format(_ string, src []byte) ([]byte, error) {
	if f.format != nil {
		return f.format(src)
	}
	return upper(src)
}

func upper(src []byte) ([]byte, error) {
	if i := strings.Index(string(src), "!"); i >= 0 {
		return nil, formatting.SyntaxErrorAt("a.fake", src, i, "stray !")
	}
	return []byte(strings.ToUpper(string(src))), nil
}

// A data is a fake language of data. The value of a text is its words.
type data struct {
	fake
	value func(src []byte) (any, error)
}

func (d data) Value(_ string, src []byte) (any, error) {
	if d.value != nil {
		return d.value(src)
	}
	if _, err := upper(src); err != nil {
		return nil, err
	}
	return strings.Fields(strings.ToLower(string(src))), nil
}

// failing returns a language whose functions all return an error.
func failing(err error) data {
	return data{
		fake{
			func([]byte) ([]byte, error) { return nil, err },
			func([]byte) error { return err },
		},
		func([]byte) (any, error) { return nil, err },
	}
}

// changing returns a language whose formatter formats each text well for some
// calls and then adds to it.
func changing(calls int) fake {
	return fake{format: func(src []byte) ([]byte, error) {
		if calls--; calls < 0 {
			return append(src, 'X'), nil
		}
		return upper(src)
	}}
}

// create returns the language of options, which is an error for any but "".
func create(options string) (formatting.Language, error) {
	switch options {
	case "":
		return fake{}, nil
	case "plain":
		return nil, errors.New("style: not known")
	}
	return nil, &formatting.OptionError{Option: "style", Msg: "not known"}
}

// The functions accept a formatter that does what the cases say.
func TestGoodFormatter(t *testing.T) {
	language := New(t, create, "")
	path := "a.fake"
	Format(t, language, path, []Case{
		{Name: "changed", Src: "a\n", Want: "A\n"},
		{Name: "clean", Src: "A\n", Want: "A\n"},
		{Name: "of another path", Path: "a.txt", Src: "a\n", Want: "a\n"},
		{Name: "of another language", Language: data{}, Src: "a\n", Want: "A\n"},
	})
	SyntaxErrors(t, language, path, []Case{
		{Name: "whole", Src: "a\nb!\n", Want: "a.fake:2:2: stray !"},
		{Name: "the start of the message", Src: "!", Want: "a.fake:1:1: str..."},
	})
	ValueErrors(t, data{}, path, []Case{{Name: "syntax", Src: "a!", Want: "a.fake:1:2: stray !"}})
	Refuses(t, language, path, []Case{
		{Name: "binary", Src: "\x00", Want: "NUL byte"},
		{Name: "not refused", Src: "a"},
	})
	OptionErrors(t, create, map[string]string{"style: not known": "x"})
	Match(t, language, map[string]bool{"a.fake": true, "a.txt": false})
	Values(t, data{}, path, "a b", map[string]bool{"A  b": true, "a": false})
	Stable(t, language, path, []string{"a", "A", ""})
	if text, err := Fuzz(t, language, path, []byte("a")); string(text) != "A" || err != nil {
		t.Errorf("Fuzz = %q, %v", text, err)
	}
	for src, want := range map[string]string{"!": "a.fake:1:1: stray !", "\x00": "a.fake: not formatted as fake: not text: NUL byte at offset 0"} {
		if text, err := Fuzz(t, language, path, []byte(src)); text != nil || err == nil || err.Error() != want {
			t.Errorf("Fuzz(%q) = %q, %v, want %s", src, text, err, want)
		}
	}
	crashing := fake{format: func([]byte) ([]byte, error) { panic("out of cheese") }}
	if _, err := Fuzz(t, crashing, path, []byte("a")); err == nil {
		t.Error("Fuzz of a formatter that panics returns no error")
	}
}

// broken are calls that must fail, each with a part of the message.
var broken = []struct {
	name string
	call func(t *testing.T)
	want string
}{
	{"New: options are not accepted", func(t *testing.T) { New(t, create, "x") }, "style: not known"},

	{"Format: another text", format("a", "B"), `= "A", <nil>`},
	{"Format: an error", format("a!", "A!"), "stray !"},
	{"Format: a clean file changes", format("a", "a"), `= "A", <nil>`},
	{"Format: the result changes later", func(t *testing.T) {
		Format(t, changing(2), "a.fake", []Case{{Name: "x", Src: "a", Want: "A"}})
	}, `the formatted text "A" differs: true`},

	{"SyntaxErrors: no error", syntax(fake{}, "a", "a.fake:1:1: stray !"), "Format: <nil>, want the syntax error"},
	{"SyntaxErrors: another message", syntax(fake{}, "!", "a.fake:1:1: stray"), "stray !, want a.fake:1:1: stray"},
	{"SyntaxErrors: another start of the message", syntax(fake{}, "!", "a.fake:1:1: no..."), "stray !, want a.fake:1:1: no..."},
	{"SyntaxErrors: another place", syntax(fake{}, "a!", "a.fake:1:1: stray !"), "a.fake:1:2: stray !, want"},
	{"SyntaxErrors: another type of error", syntax(failing(errors.New("no")), "a", "no"), "Format: no, want the syntax error no"},
	{"SyntaxErrors: only Parse accepts the text", syntax(fake{parse: func([]byte) error { return nil }}, "!", "a.fake:1:1: stray !"), "Parse: <nil>, want the syntax error"},
	{"SyntaxErrors: no message", syntax(failing(&formatting.SyntaxError{Path: "a", Line: 1, Column: 1}), "a", "a:1:1: "), "a message of 0 bytes"},
	{
		"SyntaxErrors: a long message",
		syntax(failing(&formatting.SyntaxError{Path: "a", Line: 1, Column: 1, Msg: strings.Repeat("x", maxMessage+1)}), "a", "a:1:1: ..."),
		"a message of 201 bytes",
	},
	{"SyntaxErrors: an offset outside of the text", syntax(failing(&formatting.SyntaxError{Path: "a", Line: 1, Column: 1, Offset: 9, Msg: "no"}), "a", "a:1:1: no"), "offset 9 of 1 bytes"},
	{"SyntaxErrors: an offset elsewhere", syntax(failing(&formatting.SyntaxError{Path: "a", Line: 1, Column: 1, Offset: 2, Msg: "no"}), "a\nb", "a:1:1: no"), "offset 2 is at 2:1, the error at 1:1"},

	{"ValueErrors: no error", func(t *testing.T) {
		ValueErrors(t, data{}, "a.fake", []Case{{Name: "x", Src: "a", Want: "a.fake:1:1: no"}})
	}, "Value: <nil>, want the syntax error"},
	{"ValueErrors: another message", func(t *testing.T) {
		ValueErrors(t, data{}, "a.fake", []Case{{Name: "x", Src: "!", Want: "a.fake:1:1: no"}})
	}, "Value: a.fake:1:1: stray !, want"},

	{"Refuses: formatted", refuses(fake{}, "a", "too large"), "<nil>, want the refusal too large"},
	{"Refuses: another reason", refuses(fake{}, "\x00", "too large"), "NUL byte at offset 0, want the refusal too large"},
	{"Refuses: a syntax error", refuses(fake{}, "!", "stray !"), "stray !, want the refusal stray !"},
	{"Refuses: refused", refuses(fake{}, "\x00", ""), "NUL byte at offset 0"},

	{"OptionErrors: accepted", func(t *testing.T) {
		OptionErrors(t, create, map[string]string{"style: not known": ""})
	}, "<nil>, want style: not known"},
	{"OptionErrors: another message", func(t *testing.T) {
		OptionErrors(t, create, map[string]string{"style: too old": "x"})
	}, "style: not known, want style: too old"},
	{"OptionErrors: another type of error", func(t *testing.T) {
		OptionErrors(t, create, map[string]string{"style: not known": "plain"})
	}, "style: not known, want style: not known"},

	{"Match: not matched", func(t *testing.T) { Match(t, fake{}, map[string]bool{"a.txt": true}) }, "Match(a.txt) = false"},
	{"Match: matched", func(t *testing.T) { Match(t, fake{}, map[string]bool{"a.fake": false}) }, "Match(a.fake) = true"},

	{"Values: not a language of data", func(t *testing.T) { Values(t, fake{}, "a.fake", "a", nil) }, "fake is not a language of data"},
	{"Values: the base does not parse", values("!", "a", true), "Value(\"!\"): a.fake:1:1: stray !"},
	{"Values: a text does not parse", values("a", "!", false), "stray !"},
	{"Values: another value", values("a", "b", true), `the same as [a] of "a": want true`},
	{"Values: the same value", values("a", "A", false), `the same as [a] of "a": want false`},

	{"Stable: an error", func(t *testing.T) { Stable(t, fake{}, "a.fake", []string{"a", "!"}) }, "stray !"},
	{"Stable: a refusal", func(t *testing.T) { Stable(t, changing(1), "a.fake", []string{"a"}) }, "the formatter is not stable"},

	{"Fuzz: the source changes", fuzz(fake{format: func(src []byte) ([]byte, error) {
		copy(src, "A")
		return src, nil
	}}), `the source "a" was changed to "A"`},
	{"Fuzz: an error of an unknown type", fuzz(failing(errors.New("no"))), "an error of type *errors.errorString: no"},
	{"Fuzz: the result changes later", fuzz(changing(2)), `"a" became "A", and then "", a.fake: not formatted as fake: the formatter is not stable`},
}

func format(src, want string) func(*testing.T) {
	return func(t *testing.T) { Format(t, fake{}, "a.fake", []Case{{Name: "x", Src: src, Want: want}}) }
}

func syntax(language formatting.Language, src, want string) func(*testing.T) {
	return func(t *testing.T) {
		SyntaxErrors(t, language, "a.fake", []Case{{Name: "x", Src: src, Want: want}})
	}
}

func refuses(language formatting.Language, src, want string) func(*testing.T) {
	return func(t *testing.T) { Refuses(t, language, "a.fake", []Case{{Name: "x", Src: src, Want: want}}) }
}

func values(base, text string, same bool) func(*testing.T) {
	return func(t *testing.T) { Values(t, data{}, "a.fake", base, map[string]bool{text: same}) }
}

func fuzz(language formatting.Language) func(*testing.T) {
	return func(t *testing.T) { Fuzz(t, language, "a.fake", []byte("a")) }
}

// runBroken is the environment variable that makes TestBroken run the calls.
const runBroken = "FORMATTEST_RUN_BROKEN"

// The functions fail for a formatter that does something else. A test that
// fails on purpose runs in another process.
func TestBroken(t *testing.T) {
	if os.Getenv(runBroken) != "" {
		for i, test := range broken {
			t.Run(fmt.Sprint(i), test.call)
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, "-test.run=^TestBroken$", "-test.v", "-test.count=1")
	command.Env = append(os.Environ(), runBroken+"=1")
	out, err := command.CombinedOutput()
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, test := range broken {
		t.Run(test.name, func(t *testing.T) {
			said := outputOf(string(out), fmt.Sprintf("TestBroken/%d", i))
			if !regexp.MustCompile(fmt.Sprintf(`(?m)^\s*--- FAIL: TestBroken/%d `, i)).Match(out) || !strings.Contains(said, test.want) {
				t.Errorf("it did not fail with %q:\n%s", test.want, said)
			}
		})
	}
}

// outputOf returns the output of a test and its subtests.
func outputOf(out, test string) string {
	_, out, _ = strings.Cut(out, "=== RUN   "+test+"\n")
	lines := strings.SplitAfter(out, "\n")
	for i, line := range lines {
		if name, ok := strings.CutPrefix(line, "=== RUN   "); ok && !strings.HasPrefix(name, test+"/") {
			lines = lines[:i]
			break
		}
	}
	return strings.Join(lines, "")
}
