package client

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
)

func TestCasesOf(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) *buildevents.File {
		name := filepath.Join(dir, "test.xml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return &buildevents.File{Name: "test.xml", URI: uriOf(name)}
	}
	for _, row := range []struct {
		label string
		file  *buildevents.File
		want  []testxml.Case
	}{
		{"//a:t", nil, nil},
		{"//a:t", &buildevents.File{URI: "bytestream://x"}, nil},
		{"//a:t", write(`<testcase name="A"/>`), []testxml.Case{{Name: "A", Status: testxml.Passed}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="A"/><testcase`)}, []testxml.Case{{Name: "A", Status: testxml.Passed}}},
		// Bazel's own.
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t" status="run"/>`)}, nil},
		{"//a/b:t/u", &buildevents.File{Contents: []byte(`<testcase name="a/b/t/u" status="run"/>`)}, nil},
		{"//:t", &buildevents.File{Contents: []byte(`<testcase name="t" status="run"><error message="exited with error code 2"/></testcase>`)}, nil},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t_shard_1/2" status="run"/>`)}, nil},
		// Not Bazel's.
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t" classname="x"/>`)}, []testxml.Case{{Name: "a/t", Class: "x", Status: testxml.Passed}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t2"/>`)}, []testxml.Case{{Name: "a/t2", Status: testxml.Passed}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t"/><testcase name="b"/>`)}, []testxml.Case{{Name: "a/t", Status: testxml.Passed}, {Name: "b", Status: testxml.Passed}}},
	} {
		got, _ := newReader("test").casesOf(row.file, row.label)
		if diff := gocmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s, %v (-want +got):\n%s", row.label, row.file, diff)
		}
	}
}

// Each attempt has its cases, those that passed too, and no file is read that
// may not be.
func TestReadResult(t *testing.T) {
	events := recorded(t, "7.7/test.json")
	all, err := ReadResult("test", strings.NewReader(events), nil)
	if err != nil {
		t.Fatal(err)
	}
	none, err := ReadResult("test", strings.NewReader(events), func(path string) bool {
		return !strings.HasSuffix(path, ".xml") && !strings.HasSuffix(path, ".log")
	})
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for i := range all.Tests {
		for _, a := range all.Tests[i].Attempts {
			cases += len(a.Cases)
			if a.Malformed != nil {
				t.Errorf("%s: %v", all.Tests[i].Label, a.Malformed)
			}
		}
		test := &none.Tests[i]
		if test.Output != "" || test.Status != all.Tests[i].Status {
			t.Errorf("%+v", test)
		}
		for _, a := range test.Attempts {
			if len(a.Cases) > 0 || a.Malformed == nil {
				t.Errorf("%s: %v, %v", test.Label, a.Cases, a.Malformed)
			}
		}
	}
	if cases == 0 {
		t.Error("no cases")
	}
	if _, err := ReadResult("test", strings.NewReader(events[:len(events)/2]), nil); !errors.Is(err, buildevents.ErrTruncated) {
		t.Errorf("half of the events: %v", err)
	}
}
