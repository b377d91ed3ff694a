package imageconfig

import (
	"strings"
	"testing"
)

func TestPlace(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"before the stages", "ARG A=@\nFROM a\n", "stage 0, ARG"},
		{"in the first", "FROM a\nenv A=@\n", "stage 1, ENV"},
		{"in the second", "FROM a AS b\nFROM c\nARG A=@\n", "stage 2, ARG"},
		{"in FROM itself", "FROM a\nFROM @\n", "stage 2, FROM"},
		{"on a continued line", "FROM a\nRUN b \\\n  # c\n  @ \\\n  d\n", "stage 1, RUN"},
		{"in a document", "FROM a\nRUN <<EOF\nFROM b\n@\nEOF\n", "stage 1, RUN"},
		{"behind a document", "FROM a\nRUN <<EOF\nb\nEOF\nUSER @\n", "stage 1, USER"},
		{"in a comment", "FROM a\nUSER b\n# @\nUSER c\n", "stage 1"},
		{"with another escape", "# escape=`\nFROM a\nRUN b `\n@\n", "stage 1, RUN"},
		{"on the first line of CRLF", "FROM a\r\nUSER @\r\n", "stage 1, USER"},
		{"at the end", "FROM a\n@", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Place(test.text, strings.Index(test.text, "@"))
			if test.want != "" && (got != test.want || err != nil) {
				t.Errorf("%q, %v, want %q", got, err, test.want)
			}
		})
	}
	if got, err := Place("", 0); err == nil {
		t.Errorf("%q for an empty text", got)
	}
}
