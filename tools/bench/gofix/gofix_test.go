package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestReadPackages(t *testing.T) {
	builds, err := readPackages(strings.NewReader(`{"ImportPath": "m/a"}
{"ImportPath": "m/a.test", "DepsErrors": [{}]}
{"ImportPath": "m/a [m/a.test]", "Error": {"Err": "undefined"}}
{"ImportPath": "m/b"}
{"ImportPath": "m/b [m/b.test]"}
{"ImportPath": "m/b_test [m/b.test]", "DepsErrors": [{}]}
`))
	if want := map[string]bool{"m/a": false, "m/b": true, "m/b_test": false}; err != nil || !maps.Equal(builds, want) {
		t.Errorf("%v, %v, want %v", builds, err, want)
	}
	if _, err := readPackages(strings.NewReader(`{"ImportPath": `)); err == nil {
		t.Error("no error for half an object")
	}
}

// A package is checked with and without its tests, and the second fix is an
// alternative.
func TestReadSuggested(t *testing.T) {
	const fix = `{"suggested_fixes": [{"edits": [{"filename": "/m/a.go", "start": 1, "end": 2, "new": "x"}]}, {"edits": [{"filename": "/m/a.go", "start": 1, "end": 2, "new": "y"}]}]}`
	const generated = `{"suggested_fixes": [{"edits": [{"filename": "/m/z.go", "start": 1, "end": 2, "new": "x"}]}]}`
	fixes, err := readSuggested(strings.NewReader(`{"m": {"any": [`+fix+`, `+generated+`], "broken": {"error": "panic"}}}
{"m [m.test]": {"any": [`+fix+`, {"message": "no fix"}], "minmax": [`+fix+`]}}
`), func(name string) bool { return name != "/m/z.go" })
	if err != nil || len(fixes) != 2 {
		t.Errorf("%v, %v, want one of any and one of minmax", slices.Sorted(maps.Keys(fixes)), err)
	}
}

func TestTable(t *testing.T) {
	got := table([]row{
		{module: "m/a@v1", packages: 3, suggested: 10, gofix: side{broken: 1, left: 5}, ours: side{left: 1}, rounds: 2},
		{module: "m/b@v1", packages: 1},
		{module: "m/c@v1", packages: 1, suggested: 10, gofix: side{left: 30}, rounds: 1},
	})
	want := `module     packages  fixes  go fix: broken  applied  autofix: broken  applied  rounds
m/a@v1     3         10     1               50.0%    0                90.0%    2
m/b@v1     1         0      0               100.0%   0                100.0%   0
m/c@v1     1         10     0               0.0%     0                100.0%   1
3 modules  5         20     1               25.0%    0                95.0%    median 2, most 2
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
