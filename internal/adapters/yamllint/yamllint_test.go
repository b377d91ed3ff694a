package yamllint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "columns are characters, and the byte order mark is none",
			text:   "\ufeffé😀:  x\r\n",
			output: "a.yaml:1:5: [error] too many spaces after colon (colons)\n",
			want:   []string{"a.yaml:11-11 error yamllint/colons too many spaces after colon"},
		},
		{
			name:   "a message with parentheses, and a level",
			text:   "a: 1\n",
			output: "a.yaml:1:1: [warning] line too long (98 > 80 characters) (line-length)\n",
			want:   []string{"a.yaml:0-0 warning yamllint/line-length line too long (98 > 80 characters)"},
		},
		{
			name:   "an absolute name, and lines that end with CR LF",
			text:   "a: 1\n",
			output: "/work/a.yaml:1:5: [error] no new line character at the end of file (new-line-at-end-of-file)\r\n\r\n",
			want:   []string{"a.yaml:4-4 error yamllint/new-line-at-end-of-file no new line character at the end of file"},
		},
		{
			name:   "a column after the end of its line is the end",
			text:   "a: 1\nb: 2\n",
			output: "a.yaml:1:99: [error] x (colons)\n",
			want:   []string{"a.yaml:4-4 error yamllint/colons x"},
		},
		{
			name:   "a file that does not parse",
			text:   "a: b: c\n",
			output: "a.yaml:1:5: [error] syntax error: mapping values are not allowed here (syntax)\n",
			want:   []string{"a.yaml:4-4 error yamllint/syntax syntax error: mapping values are not allowed here"},
		},
		{
			name:    "a line that the file does not have",
			text:    "a: 1\n",
			output:  "a.yaml:7:1: [error] x (colons)\n",
			want:    []string{"a.yaml:5-5 error yamllint/colons x"},
			refused: []string{"place: result 1 (colons): a.yaml: 7:1: no such place: the text has 2 lines"},
		},
		{
			name:    "a file that was not given",
			output:  "b.yaml:1:1: [error] x (colons)\n",
			refused: []string{"not_given: result 1 (colons): b.yaml: not among the files that the checker was given"},
		},
		{name: "nothing found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.yaml": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"a.yaml: ok\n":     `line 1: "a.yaml: ok" is not FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE)`,
		"a:1:1: [error":    `line 1: "a:1:1: [error" is not FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE)`,
		"{\"a\": 1}":       `line 1: "{\"a\": 1}" is not FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE)`,
		"a:x:1: [error] b": `line 1: "a:x:1: [error] b" is not FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE)`,
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffa:  1\r\n", "a.yaml:1:5: [error] too many spaces after colon (colons)\n")
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.yaml", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type line struct {
		Path         string
		Line, Column uint64
		Error        bool
		Message      string
		Rule         string
	}
	encode := func(lines *[]line) ([]byte, error) {
		var text strings.Builder
		for _, l := range *lines {
			level := "warning"
			if l.Error {
				level = "error"
			}
			fmt.Fprintf(&text, "%s:%d:%d: [%s] %s (%s)\n", l.Path, l.Line, l.Column, level, strings.ReplaceAll(l.Message, "\n", " "), l.Rule)
		}
		return []byte(text.String()), nil
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.yaml", encode)
}
