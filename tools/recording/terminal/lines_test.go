package terminal

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	plain := func(text string) Span { return Span{text, Style{}} }
	for _, test := range []struct {
		name    string
		printed string
		want    []Line
	}{
		{"nothing", "", nil},
		{"lines as a terminal ends them", "one\r\ntwo\r\n", []Line{{plain("one")}, {plain("two")}}},
		{"an empty line, and none after the last", "\n\nlast", []Line{nil, nil, {plain("last")}}},
		{"progress is overwritten", "\r\x1b[Kchecking 1 file\r\x1b[Kdone\r\n", []Line{{plain("done")}}},
		{"progress that is taken back", "\r\x1b[Kchecking\r\x1b[K\r\n", []Line{nil}},
		{"colors", "a \x1b[31;1mred\x1b[0m b\n", []Line{{plain("a "), {"red", Style{31, true}}, plain(" b")}}},
		{"a style that goes on", "\x1b[33ma\nb\x1b[m\x1b[1mc\x1b[22md\n", []Line{
			{{"a", Style{Color: 33}}},
			{{"b", Style{Color: 33}}, {"c", Style{Bold: true}}, plain("d")},
		}},
		{"tabs", "a\tb\n\x1b[31m123\x1b[39m\t\tc\n", []Line{
			{plain("a       b")},
			{{"123", Style{Color: 31}}, plain("             c")},
		}},
		{"a character of two bytes before a tab", "é\tb", []Line{{plain("é       b")}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Lines([]byte(test.printed))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLinesKnowsNoOtherSequences(t *testing.T) {
	for printed, want := range map[string]string{
		"a\x1b[2Jb":   `unknown escape sequence at the start of "\x1b[2Jb"`,
		"\x1b]0;t\a":  `unknown escape sequence at the start of "\x1b]0;t\a"`,
		"\x1b[38;5mx": `unknown escape sequence at the start of "\x1b[38;5mx"`,
		"a\x1b":       `unknown escape sequence at the start of "\x1b"`,
		"a\bb\n":      `unknown control character in "a\bb"`,
		"50%\r100%":   `unknown control character in "50%\r100%"`,
	} {
		if got, err := Lines([]byte(printed)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, error\n%v\nwant\n%s", printed, got, err, want)
		}
	}
}
