package external

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// balanced is a syntax: each "(" has a ")", and a text with "use" has "def".
func balanced(text []byte) error {
	if bytes.Contains(text, []byte("use")) && !bytes.Contains(text, []byte("def")) {
		return errors.New("not defined")
	}
	if bytes.Count(text, []byte("(")) != bytes.Count(text, []byte(")")) {
		return errors.New("not balanced")
	}
	return nil
}

func TestGroups(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		want                string // the lines that each group inserts; groups are separated by |
	}{
		{"alone", "a\nb\nc\nd\ne\n", "A\nb\nC\nd\nE\n", "A|C|E"},
		{"a pair", "a\nb\nc\nd\ne\n", "(\nb\n)\nd\nE\n", "( )|E"},
		{"a pair around others", "a\nb\nc\nd\ne\n", "(\nb\nC\nd\n)\n", "( C )"},
		{"the last needs an earlier one", "a\nb\nc\nd\ne\nf\ng\n", "A\nb\ndef\nd\nE\nf\nuse\n", "A|def E use"},
		{"all need each other", "a\nb\nc\n", "(\nb\n)\n", "( )"},
		{"it does not parse before", "(\nb\nc\n", "A\nb\n(\n", "A|("},
		{"nothing", "a\n", "a\n", ""},
		{"insertions and deletions", "a\nb\nc\n", "new\na\nb\n", "new|"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after := []byte(test.before), []byte(test.after)
			made := groups(before, textdiff.Changes(before, after), balanced)
			var all []textdiff.Change
			got := make([]string, len(made))
			for i, group := range made {
				all = append(all, group...)
				lines := make([]string, len(group))
				for k, c := range group {
					lines[k] = strings.TrimSpace(string(c.New))
				}
				got[i] = strings.Join(lines, " ")
				if balanced(before) == nil && balanced(with(before, group)) != nil {
					t.Errorf("group %d does not stand by itself", i)
				}
			}
			if text := with(before, all); string(text) != test.after {
				t.Errorf("all groups make %q", text)
			}
			if joined := strings.Join(got, "|"); joined != test.want {
				t.Errorf("groups %q, want %q", joined, test.want)
			}
		})
	}
}

func TestGroupsOfLargeFilesAreBounded(t *testing.T) {
	defer func(limit int) { maxTried = limit }(maxTried)
	maxTried = 10
	before, after := []byte("a\nb\nc\n"), []byte("A\nb\nC\n")
	parsed := 0
	made := groups(before, textdiff.Changes(before, after), func([]byte) error { parsed++; return nil })
	if len(made) != 1 || len(made[0]) != 2 || parsed != 1 {
		t.Errorf("%d groups after %d parses, want 1 of both changes after 1", len(made), parsed)
	}
}
