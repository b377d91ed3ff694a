package nogo

import (
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
			name:   "to the end of a file, where a patch has a line that the file has not",
			text:   "package a\n\nvar x = 1\n",
			output: "--- a/p/a.go\n+++ b/p/a.go\n@@ -1,4 +1,4 @@\n package a\n \n-var x = 1\n+var y = 1\n \n",
			want:   []string{"p/a.go:11-21 warning nogo/patch the diff changes this line", "  suggestion Apply the diff to p/a.go", `    p/a.go:11-21 "var y = 1\n"`},
		},
		{
			name:   "a file without a final newline, of which a patch says nothing",
			text:   "package a\n\nvar x = 1",
			output: "--- a/p/a.go\n+++ b/p/a.go\n@@ -1,3 +1,3 @@\n package a\n \n-var x = 1\n+var y = 1\n",
			want:   []string{"p/a.go:11-20 warning nogo/patch the diff changes this line", "  suggestion Apply the diff to p/a.go", `    p/a.go:11-20 "var y = 1"`},
		},
		{
			name:   "the patches of a library and of its test",
			text:   "package a\n\nvar x = 1\nvar z = 1\n",
			output: "--- a/p/a.go\n+++ b/p/a.go\n@@ -1,5 +1,5 @@\n package a\n \n-var x = 1\n+var y = 1\n var z = 1\n \n--- a/p/a.go\n+++ b/p/a.go\n@@ -1,5 +1,5 @@\n package a\n \n-var x = 1\n+var y = 1\n var z = 1\n \n",
			want:   []string{"p/a.go:11-21 warning nogo/patch the diff changes this line", "  suggestion Apply the diff to p/a.go", `    p/a.go:11-21 "var y = 1\n"`},
		},
		{
			name:   "CR LF",
			text:   "package a\r\nvar x = 1\r\n",
			output: "--- a/p/a.go\n+++ b/p/a.go\n@@ -1,3 +1,3 @@\n package a\r\n-var x = 1\r\n+var y = 1\r\n \n",
			want:   []string{"p/a.go:11-22 warning nogo/patch the diff changes this line", "  suggestion Apply the diff to p/a.go", `    p/a.go:11-22 "var y = 1\r\n"`},
		},
		{
			name:    "a file that has changed since",
			text:    "package a\n\nvar w = 1\n",
			output:  "--- a/p/a.go\n+++ b/p/a.go\n@@ -1,4 +1,4 @@\n package a\n \n-var x = 1\n+var y = 1\n \n",
			refused: []string{"changed: result 1: p/a.go: the diff does not apply: line 3: conflict: fragment line does not match src line"},
		},
		{
			name:    "a generated file",
			output:  "--- a/bazel-out/k8-fastbuild/bin/p/g.go\n+++ b/bazel-out/k8-fastbuild/bin/p/g.go\n@@ -1,2 +1,2 @@\n-var x = 1\n+var y = 1\n \n",
			refused: []string{"not_given: result 1: bazel-out/k8-fastbuild/bin/p/g.go: not among the files that the checker was given"},
		},
		{name: "no fix"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"p/a.go": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"nogo: errors found by nogo\n":                      "not a unified diff: no file header was found",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-var x = 1\n": "not a unified diff: gitdiff: line 3: fragment header miscounts lines: +0 old, -1 new",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package a\r\nvar x = 1", "--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@\n package a\r\n-var x = 1\n+var y = 1\n")
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.go", text, output) })
}
