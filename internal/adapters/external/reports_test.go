package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
)

// patchOf returns what nogo writes for a file of two lines.
func patchOf(name, before, after string) string {
	return "--- a/" + name + "\n+++ b/" + name + "\n@@ -1,3 +1,3 @@\n-" + before + "\n+" + after + "\n two\n \n"
}

func TestReports(t *testing.T) {
	own := patchOf("p/a.go", "one", "1")
	for _, test := range []struct {
		name    string
		reports map[string]string // files by path; one without text is an empty folder
		read    []string
		edits   []string
		refused []string
		err     string
	}{
		{"a folder", map[string]string{"n/nogo.patch": own, "n/nogo.log": "x"}, []string{"n"}, []string{"1\n"}, nil, ""},
		{"a file", map[string]string{"n.patch": own}, []string{"n.patch"}, []string{"1\n"}, nil, ""},
		{"a folder without findings", map[string]string{"n": ""}, []string{"n"}, nil, nil, ""},
		{"a library and its test", map[string]string{"a/nogo.patch": own, "b/nogo.patch": own}, []string{"a", "b"}, []string{"1\n"}, nil, ""},
		{"two that differ", map[string]string{"a/nogo.patch": own, "b/nogo.patch": patchOf("p/a.go", "one", "I")}, []string{"a", "b"}, []string{"I\n", "1\n"}, nil, ""},
		{"a file of another target", map[string]string{"a/nogo.patch": patchOf("p/lib.go", "one", "1") + own}, []string{"a"}, []string{"1\n"}, nil, ""},
		{
			"a generated file",
			map[string]string{"a/nogo.patch": patchOf("bazel-out/k8-fastbuild/bin/p/gen.go", "one", "1") + own},
			[]string{"a"},
			[]string{"1\n"},
			[]string{"result 1: p/gen.go: generated: fix what generates it"},
			"",
		},
		{
			"a file that has changed",
			map[string]string{"a/nogo.patch": patchOf("p/a.go", "three", "3")},
			[]string{"a"},
			nil,
			[]string{"result 1: p/a.go: the diff does not apply: line 1: conflict: fragment line does not match src line"},
			"",
		},
		{"none", nil, []string{"gone"}, nil, nil, "checker nogo failed: cannot read its output: gone: no such file or directory"},
		{"no diff", map[string]string{"a/nogo.patch": "nogo: internal error\n"}, []string{"a"}, nil, nil, "checker nogo failed: a: malformed nogo: not a unified diff: no file header was found"},
		{"cut off", map[string]string{"a/nogo.patch": own[:len(own)-6]}, []string{"a"}, nil, nil, "checker nogo failed: a: malformed nogo: not a unified diff: gitdiff: line 4: fragment header miscounts lines: -1 old, -1 new"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				file := filepath.Join(dir, filepath.FromSlash(name))
				err := os.MkdirAll(filepath.Dir(file), 0o777)
				if err == nil && text == "" {
					err = os.Mkdir(file, 0o777)
				} else if err == nil {
					err = os.WriteFile(file, []byte(text), 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			write("p/a.go", "one\ntwo\n")
			for name, text := range test.reports {
				write(name, text)
			}
			format, err := builtin.Format("nogo")
			if err != nil {
				t.Fatal(err)
			}
			c := &Checker{Name: "nogo", Dir: dir, Format: format, Reports: test.read, Unsaid: fixedits.SafetySafe}
			found, refused, err := c.Check(t.Context(), "//p", []fixedits.Snapshot{fixedits.SnapshotOf("p/a.go", []byte("one\ntwo\n"))})
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var edits []string
			for _, fix := range found.Fixes {
				if fix.Safety != fixedits.SafetySafe {
					t.Errorf("%s is %s", fix.ID, fix.Safety)
				}
				for _, edit := range fix.Edits {
					edits = append(edits, string(edit.New))
				}
			}
			if diff := cmp.Diff(test.edits, edits); diff != "" {
				t.Errorf("edits (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.refused, texts(refused)); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
			for _, d := range found.Diagnostics {
				if strings.Contains(d.Path+d.Message, "bazel-out") {
					t.Errorf("a finding depends on the configuration: %+v", d)
				}
			}
		})
	}
}

func texts(refused []*adapters.Refusal) []string {
	var all []string
	for _, r := range refused {
		all = append(all, r.Error())
	}
	return all
}
