package pipeline

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func TestMistagged(t *testing.T) {
	const mistake = "//a:a: the tag nolint protects nothing: did you mean no-lint?"
	for _, test := range []struct {
		name     string
		mistakes []string
		files    []string
		want     []string
	}{
		{"at the first file", []string{mistake}, []string{"./a/b.txt", "a/c.txt"}, []string{"a/b.txt:1:1 warning autofix/tag " + mistake}},
		{"two", []string{"x", "y"}, []string{"a"}, []string{"a:1:1 warning autofix/tag x", "a:1:1 warning autofix/tag y"}},
		{"none", nil, []string{"a"}, nil},
		{"no file", []string{mistake}, nil, nil},
	} {
		c := Checked{Artifact: &artifact.Artifact{}}
		c.Mistagged(test.mistakes, test.files)
		var got []string
		for i := range c.Artifact.Diagnostics {
			d := &c.Artifact.Diagnostics[i]
			got = append(got, fmt.Sprintf("%s:%d:%d %s %s %s", d.Path, d.Line, d.Column, d.Severity, d.Rule, d.Message))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
