package main

import (
	"slices"
	"strings"
	"testing"
)

func TestBazelFixFindsTheTargetOfAFile(t *testing.T) {
	files := map[string]string{"s1/BUILD.bazel": "", "s1/a.txt": "a  \n", "s1/b.txt": "b  \n"}
	for _, test := range []struct {
		name, query string
		args        []string
		patterns    []string // of the build
		exit        int
		stderr      string
	}{
		{"one owner", "//s1:a\n", []string{"s1/a.txt"}, []string{"//s1:a"}, 0, ""},
		{"two owners, and a label", "@@//s1:a\n//s1:b\n", []string{"//x:y", "s1/a.txt"}, []string{"//x:y", "//s1:a", "//s1:b"}, 0, ""},
		{"no owner", "", []string{"s1/a.txt"}, nil, 2, "autofix: command line: s1/a.txt: no target of its package has this file; list it in an autofix_sources target, or run `autofix fix s1/a.txt`\n"},
		{"no such file is a pattern", "//no:no\n", []string{"s1/gone.txt"}, []string{"s1/gone.txt"}, 0, ""},
		{"a folder is a pattern", "//no:no\n", []string{"s1"}, []string{"s1"}, 0, ""},
		{"a label is a pattern", "//no:no\n", []string{"//s1:a.txt"}, []string{"//s1:a.txt"}, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, "//s1:a s1/a.txt\n", "")
			b.write(b.fake, "query", test.query)
			exit := b.run(t.Context(), append([]string{"--undeclared=ignore"}, test.args...)...)
			if exit != test.exit || b.stderr != test.stderr {
				t.Errorf("exit %d, want %d\n%s", exit, test.exit, b.stderr)
			}
			for _, args := range b.builds() {
				_, got, _ := strings.Cut(strings.Join(args, "\n"), "\n--\n")
				if want := strings.Join(test.patterns, "\n"); got != want {
					t.Errorf("patterns %q, want %q", got, want)
				}
			}
			if built := len(b.builds()) > 0; built != slices.Contains([]int{0}, test.exit) {
				t.Errorf("%d builds", len(b.builds()))
			}
		})
	}
}
