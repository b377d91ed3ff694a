package baseline

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func everything(string) bool { return true }

func TestFile(t *testing.T) {
	for _, test := range []struct {
		name, base, head, want string
		left                   int // places after pruning
	}{
		{"the same", "!a\n!b\n", "!a\n!b\n", "0 new, 2 old", 2},
		{"moved", "x\n!a\ny\n", "1\n2\nx\n!a\ny\n", "0 new, 1 old", 1},
		{"a neighbor changed", "x\n!a\ny\n", "1\n!a\n2\n", "0 new, 1 old", 1},
		{"one more", "x\n!a\ny\n", "x\n!a\ny\n!a\n", "1 new, 1 old", 1},
		{"its line has more", "x\n!a b\ny\n", "x\n!a b c\ny\n", "0 new, 1 old", 1},
		{"moved, other neighbors", "1\n!a b\n2\n", "2\n1\n!a b\n", "0 new, 1 old", 1},
		{"one replaced by another of the same text", "x\n!a b\ny\nz\n", "x\ny\n!a c\nz\n", "1 new, 0 old, 1 old one gone", 0},
		{"one replaced by another, and one stays", "!a 1\n!a 2\nx\n", "!a 2\nx\n!a 3\n", "1 new, 1 old, 1 old one gone", 1},
		{"another", "!a\n", "!b\n", "1 new, 0 old, 1 old one gone", 0},
		{"all fixed", "!a\n!b\n", "a\nb\n", "0 new, 0 old, 2 old ones gone", 0},
		{"none", "a\n", "!a\n", "1 new, 0 old", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := Of(state(test.base)).Bytes()
			file, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if again := file.Bytes(); !bytes.Equal(again, text) {
				t.Errorf("read and written again:\n%s\nwas\n%s", again, text)
			}
			c, pruned := file.Compare(state(test.head), everything)
			if got := c.Text(""); got != test.want || pruned.Len() != test.left {
				t.Errorf("%s, and %d are left; want %s and %d", got, pruned.Len(), test.want, test.left)
			}
			if got, want := file.With(state(test.head), everything).Bytes(), Of(state(test.head)).Bytes(); !bytes.Equal(got, want) {
				t.Errorf("updated:\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A file that was not checked keeps its entries.
func TestFilePrunesCheckedFiles(t *testing.T) {
	file := Of(state("!a\n"))
	_, pruned := file.Compare(state("a\n"), func(string) bool { return false })
	if pruned.Len() != 1 {
		t.Errorf("%d entries are left", pruned.Len())
	}
}

// The order of lines means nothing, as after a merge.
func TestFileIsSorted(t *testing.T) {
	text := string(Of(state("!b\n!a\n!a\n")).Bytes())
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:]
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), text)
	}
	shuffled := strings.Join([]string{strings.Split(text, "\n")[0], lines[2], lines[0], "", "# a comment", lines[1], ""}, "\r\n")
	file, err := Parse([]byte(shuffled))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(file.Bytes()); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

func TestParseErrors(t *testing.T) {
	good := string(Of(state("!a\n")).Bytes())
	for name, test := range map[string]struct {
		text, want string
	}{
		"empty":                   {"", "autofix.baseline:1: empty"},
		"another version":         {strings.Replace(good, "version 2", "version 1", 1), "autofix.baseline:1: not a baseline of version 2"},
		"something else":          {"{}\n", "autofix.baseline:1: not a baseline"},
		"a conflict":              {good + "<<<<<<< HEAD\n", "autofix.baseline:3: a mark of a merge conflict"},
		"three fields":            {good + "a\tr\tabc\n", "autofix.baseline:3: not a path, a rule and two digests"},
		"no digest":               {good + "a\tr\tabc\tabc\n", "autofix.baseline:3: not a path"},
		"a path of an open quote": {good + "\"a\tr\t000000000000\t000000000000\n", "autofix.baseline:3: not a path"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(test.text))
			if _, ok := errors.AsType[*SyntaxError](err); !ok || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestPathsAreQuoted(t *testing.T) {
	for _, path := range []string{"a b", "a\tb", "\"a", "#a", "<<<<<<< a", "ä\n", "a\x80"} {
		file := &File{entries: []entry{{path, "r", fingerprint{digest{1}, digest{2}}}}}
		again, err := Parse(file.Bytes())
		if err != nil || len(again.entries) != 1 || again.entries[0] != file.entries[0] {
			t.Errorf("%q: %v, %+v", path, err, again)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(string(Of(state("!a\n!b\n")).Bytes()))
	f.Add(header + version + "\n\"\\x80\"\tr\t000000000000\t000000000000\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse([]byte(text))
		if err != nil {
			return
		}
		again, err := Parse(file.Bytes())
		if err != nil || !bytes.Equal(again.Bytes(), file.Bytes()) {
			t.Errorf("%q: %v", file.Bytes(), err)
		}
	})
}
