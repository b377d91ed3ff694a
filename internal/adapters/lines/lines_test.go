package lines

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

func TestRead(t *testing.T) {
	files := adaptertest.Files{"a.py": "one two\nthree\n", "é.go": "a\nx, é := 1, 2\n", "src/b.c": "int x\n"}
	for _, test := range []struct {
		name, pattern, output string
		want, refused         []string
	}{
		{name: "flake8", output: "./a.py:1:5: E501 line too long (82 > 79 characters)\n", want: []string{"a.py:4-4 warning x/E501 line too long (82 > 79 characters)"}},
		{name: "mypy", output: "a.py:2: error: Name \"z\" is not defined  [name-defined]\na.py:2: note: see the docs\nFound 1 error in 1 file (checked 1 source file)\n", want: []string{"a.py:8-8 error x/name-defined Name \"z\" is not defined"}},
		{name: "mypy without findings", output: "Success: no issues found in 1 source file\n"},
		{name: "codespell", output: "a.py:1: teh ==> the\n", want: []string{"a.py:0-0 warning x/finding teh ==> the"}},
		{name: "gcc", output: "In file included from a.h:1:\nsrc/b.c: In function 'main':\nsrc/b.c:1:5: warning: unused variable 'x' [-Wunused-variable]\n    1 | int x\n      |     ^\nsrc/b.c:1:6: fatal error: gone\ncompilation terminated.\n", want: []string{"src/b.c:5-5 error x/finding gone", "src/b.c:4-4 warning x/-Wunused-variable unused variable 'x'"}},
		{name: "Windows", output: "C:\\work\\a.py:1:1: error: m\r\nsrc\\b.c(1,5): error C2065: 'x': undeclared\r\n", want: []string{"src/b.c:4-4 error x/C2065 'x': undeclared"}, refused: []string{`not_given: result 1: C:/work/a.py: not among the files that the checker was given`}},
		{name: "a line that the file does not have", output: "a.py:9:1: error: m\n", want: []string{"a.py:14-14 error x/finding m"}, refused: []string{"place: result 1: a.py: 9:1: no such place: the text has 3 lines"}},
		{name: "a column in bytes or characters", output: "é.go:2:4: before\né.go:2:7: after\n", want: []string{"é.go:2-2 warning x/finding after", "é.go:5-5 warning x/finding before"}},
		{name: "a column after the end of its line", output: "a.py:2:80: m\n", want: []string{"a.py:8-8 warning x/finding m"}},
		{name: "another line", output: "a.py:1:1: m\nDone\n", want: []string{"a.py:0-0 warning x/finding m"}, refused: []string{`skipped: 1 line is not a finding: "Done"`}},
		{name: "other lines", output: "Loading plugins\na.py:1:1: m\nDone\n", want: []string{"a.py:0-0 warning x/finding m"}, refused: []string{`skipped: 2 lines are not findings, the first: "Loading plugins"`}},
		{name: "a pattern", pattern: `^(?P<severity>\w)!(?P<line>\d+)!(?P<endLine>\d+)!(?P<endColumn>\d+)!(?P<file>.*)!(?P<code>.*)!(?P<message>.*)$`, output: "E!1!1!4!a.py!S 1!m\n", want: []string{"a.py:0-3 error x/S-1 m"}},
		{name: "nothing found", output: "\n"},
	} {
		a := Adapter{Name: "x"}
		if test.pattern != "" {
			var err error
			if a.Pattern, err = Compile(test.pattern); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, a, files, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	const want = `no line is a finding, the first: "Traceback (most recent call last):"`
	if got := adaptertest.Malformed(t, Adapter{}, nil, "Traceback (most recent call last):\n"); !strings.HasPrefix(got, want) {
		t.Errorf("error %s", got)
	}
	for pattern, want := range map[string]string{
		"(":                      "missing closing )",
		"(?P<file>a)(?P<line>1)": "has no group (?P<message>...)",
		"(?P<file>a)(?P<line>1)(?P<message>b)(?P<col>c)": `has the unknown group "col"`,
	} {
		if _, err := Compile(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", pattern, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a\r\nb", "a.py:1:2: error: m [c]\n")
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.py", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type line struct {
		Path                             string
		Line, Column, EndLine, EndColumn int64
		Severity, Message, Code          string
	}
	encode := func(all *[]line) ([]byte, error) {
		var text strings.Builder
		for _, l := range *all {
			fmt.Fprintf(&text, "%s:%d:%d-%d:%d: %s: %s [%s]\n", l.Path, l.Line, l.Column, l.EndLine, l.EndColumn, l.Severity, l.Message, l.Code)
		}
		return []byte(text.String()), nil
	}
	adaptertest.FuzzModel(f, Adapter{Name: "x"}, "a.py", encode, "note", "info", "E501")
}
