package imageconfig

import (
	"strings"
	"testing"
)

func TestPlace(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       place
	}{
		{"before the stages", "ARG A=@\nFROM a\n", place{"ARG", "", 0, 1}},
		{"in the first", "FROM a\nenv A=@\n", place{"ENV", "a", 1, 0}},
		{"in the second", "FROM a AS b\nFROM c\nARG A=@\nFROM d\n", place{"ARG", "c", 2, 1}},
		{"in FROM itself", "FROM a\nFROM --platform=x @\n", place{"FROM", "@", 2, 0}},
		{"on a continued line", "FROM a\nRUN b \\\n  # c\n  @ \\\n  d\n", place{"RUN", "a", 1, 0}},
		{"in a document", "FROM a\nRUN <<EOF\nFROM b\n@\nEOF\n", place{"RUN", "a", 1, 0}},
		{"behind a document", "FROM a\nRUN <<EOF\nb\nEOF\nUSER @\n", place{"USER", "a", 1, 0}},
		{"in a comment", "FROM a\nUSER b\n# @\nUSER c\n", place{"", "a", 1, 0}},
		{"with another escape", "# escape=`\nFROM a\nRUN b `\n@\n", place{"RUN", "a", 1, 0}},
		{"on the first line of CRLF", "FROM a\r\nUSER @\r\n", place{"USER", "a", 1, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := placeOf(test.text, strings.Index(test.text, "@"))
			if got != test.want || err != nil {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
		})
	}
	for _, text := range []string{"", "FROM a\nRUN <<EOF\n"} {
		if got, err := placeOf(text, 0); err == nil {
			t.Errorf("%+v for %q", got, text)
		}
	}
}

func TestSamePlace(t *testing.T) {
	const image = "FROM a\nENV A=@\nLABEL x=y\nRUN b\nCMD c\n"
	const builds = "FROM a\nRUN @\nCMD c\n"
	const both = "FROM a AS b\nRUN @\nFROM c\nRUN d\n"
	for _, test := range []struct {
		name, before, after string
		moved, want, again  bool
	}{
		{"unchanged", image, image, false, true, false},
		{"in a new final stage", image, "FROM a AS b\nRUN b\nFROM c\nENV A=@\nCMD c\n", true, true, false},
		{"in the final stage of three", image, "FROM x AS y\nFROM a AS b\nRUN b\nFROM c\nRUN z\nENV A=@\n", true, true, false},
		{"left in the builder", image, "FROM a AS b\nENV A=@\nRUN b\nFROM c\nCMD c\n", false, false, true},
		{"repeated on another base", image, "FROM evil AS b\nENV A=@\nRUN b\nFROM c\nENV A=@\n", true, false, false},
		{"in another instruction", image, "FROM a\nRUN A=@\nCMD c\n", false, false, false},
		{"in a label", image, "FROM a\nLABEL A=@\nCMD c\n", false, false, false},
		{"before the stages", "ARG A=@\nFROM a\n", "ARG A=@\nFROM b\n", false, true, false},

		{"a command, now of a builder", builds, "FROM a AS b\nRUN @\nFROM c\nCMD c\n", false, true, false},
		{"a command in a new stage", builds, "FROM a AS b\nRUN x\nFROM c\nRUN @\nCMD c\n", false, false, false},
		{"a command on another base", builds, "FROM evil\nRUN @\nCMD c\n", false, false, false},
		{"a command after a new builder", builds, "FROM b AS b\nRUN x\nFROM a\nRUN @\nCMD c\n", false, true, false},
		{"a command that was moved", builds, builds, true, false, false},

		{"a builder", both, "FROM a AS b\nRUN @\nFROM c\nRUN e\n", false, true, false},
		{"a builder after another one", both, "FROM z\nFROM a AS b\nRUN @\nFROM c\n", false, true, false},
		{"a builder that is final now", both, "FROM a AS b\nRUN @\n", false, false, false},
		{"a text that BuildKit does not read", both, "FROM a AS b\nRUN @\nRUN <<EOF\n", false, false, false},
	} {
		got, again, err := SamePlace(test.before, strings.Index(test.before, "@"), test.after, strings.Index(test.after, "@"), test.moved)
		if got != test.want || again != test.again || (err != nil) != strings.Contains(test.after, "<<EOF") {
			t.Errorf("%s: %v, %v", test.name, got, err)
		}
	}
}
