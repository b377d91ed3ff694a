package main

import (
	"go/build"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A package has the files that rules_go compiles.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", map[string]string{
		"a.go":         "package a\nimport \"fmt\"\n",
		"a_plan9.go":   "package a\nimport \"os\"\n",
		"tagged.go":    "//go:build special\n\npackage a\nimport \"io\"\n",
		"c.go":         "package a\nimport \"C\"\nimport \"bytes\"\n",
		"a_test.go":    "package a\nimport \"testing\"\n",
		"b_test.go":    "package a_test\nimport \"a\"\n",
		"a.s":          "TEXT",
		"a_plan9.s":    "TEXT",
		"a.h":          "",
		"cgo/_cgo.go":  "package a\nimport \"unsafe\"\n",
		"cgo/_cgo.txt": "",
	})
	all := []string{"a.go", "a_plan9.go", "tagged.go", "c.go", "a_test.go", "b_test.go", "a.s", "a_plan9.s", "a.h"}
	made := []string{"cgo/_cgo.go", "cgo/_cgo.txt"}
	for _, test := range []struct {
		name                               string
		request                            request
		cgo                                bool
		compiled, other, ignored, imported []string
	}{
		{
			name:     "a library",
			request:  request{srcs: []string{"a.go", "a_plan9.go", "tagged.go", "a.s", "a_plan9.s", "a.h"}},
			compiled: []string{"a.go"}, other: []string{"a.s", "a.h"}, ignored: []string{"a_plan9.go", "tagged.go"}, imported: []string{"fmt"},
		},
		{
			name:     "tags",
			request:  request{srcs: []string{"tagged.go"}, tags: []string{"special"}},
			compiled: []string{"tagged.go"}, imported: []string{"io"},
		},
		{
			name:     "cgo",
			request:  request{srcs: []string{"a.go", "c.go"}, unreported: made},
			cgo:      true,
			compiled: []string{"a.go", "cgo/_cgo.go"}, imported: []string{"fmt", "unsafe"},
		},
		{
			name:     "cgo that is off",
			request:  request{srcs: []string{"a.go", "c.go"}},
			compiled: []string{"a.go"}, ignored: []string{"c.go"}, imported: []string{"fmt"},
		},
		{
			name:     "internal tests",
			request:  request{srcs: all, testFilter: "exclude"},
			compiled: []string{"a.go", "a_test.go"}, other: []string{"a.s", "a.h"}, ignored: []string{"a_plan9.go", "tagged.go", "c.go"}, imported: []string{"fmt", "testing"},
		},
		{
			name:     "external tests",
			request:  request{srcs: []string{"a.go", "a_test.go", "b_test.go"}, unreported: made, testFilter: "only"},
			compiled: []string{"b_test.go"}, imported: []string{"a"},
		},
		{
			name:    "nothing",
			request: request{srcs: []string{"a_plan9.go"}, unreported: made},
			ignored: []string{"a_plan9.go"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			was := build.Default
			defer func() { build.Default = was }()
			build.Default.GOOS, build.Default.GOARCH, build.Default.CgoEnabled = "linux", "amd64", test.cgo
			got, err := test.request.files()
			if err != nil {
				t.Fatal(err)
			}
			for _, pair := range [][2][]string{
				{test.compiled, got.compiled},
				{test.other, got.other},
				{test.ignored, got.ignored},
				{test.imported, slices.Sorted(maps.Keys(got.imports))},
			} {
				if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}
