package indentation

import "testing"

func TestUnit(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines [][2]string // outer and inner
		want  string
	}{
		{"no lines", nil, ""},
		{"tabs", [][2]string{{"", "\t"}, {"\t", "\t\t"}}, "\t"},
		{"spaces", [][2]string{{"", "   "}, {"   ", "      "}}, "   "},
		{"what most lines have", [][2]string{{"", "  "}, {"", "  "}, {"", "    "}}, "  "},
		{"half of the lines", [][2]string{{"", "  "}, {"", "    "}}, ""},
		{"lines that are not indented", [][2]string{{"", "  "}, {"", ""}}, ""},
		{"a line before the one that it is in", [][2]string{{"    ", "  "}}, ""},
		{"two tabs", [][2]string{{"", "\t\t"}}, ""},
		{"spaces in tabs", [][2]string{{"\t", "        "}}, ""},
		{"a tab and a space", [][2]string{{"", "\t "}}, ""},
		{"the most spaces", [][2]string{{"", "                "}}, "                "},
		{"too many spaces", [][2]string{{"", "                 "}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var tally Tally
			for _, line := range test.lines {
				tally.Add([]byte(line[0]), []byte(line[1]))
			}
			if got := tally.Unit(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
