package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/fix"
	"golang.org/x/tools/go/analysis/suite/vet"
)

// A documented has an analyzer as staticcheck's packages do.
type documented struct{ Analyzer *analysis.Analyzer }

func TestCollect(t *testing.T) {
	one := doing("one", func(*analysis.Pass) {})
	two := doing("two", func(*analysis.Pass) {})
	for _, test := range []struct {
		name  string
		given []origin
		want  []string
		err   string
	}{
		{name: "none", err: "the program has no analyzers"},
		{name: "each kind", given: []origin{{"a", one}, {"b", []*documented{{two}}}, {"c", []*analysis.Analyzer{two, one}}}, want: []string{"one", "two"}},
		{name: "namesakes", given: []origin{{"a", one}, {"b", doing("one", nil)}, {"c", doing("one", nil)}}, want: []string{"one", "one_2", "one_3"}},
		{name: "nil", given: []origin{{"a", (*analysis.Analyzer)(nil)}}, err: "a: an analyzer is nil"},
		{name: "nil inside", given: []origin{{"a", []*documented{nil}}}, err: "a: *main.documented is not an analyzer"},
		{name: "another", given: []origin{{"a", 1}}, err: "a: int is not an analyzer"},
		{name: "a list of others", given: []origin{{"a", []*int{new(int)}}}, err: "a: *int is not an analyzer"},
	} {
		all, err := collect(test.given)
		var names []string
		for _, a := range all {
			names = append(names, a.Name)
		}
		said := ""
		if err != nil {
			said = err.Error()
		}
		if diff := cmp.Diff(test.want, names); diff != "" || said != test.err {
			t.Errorf("%s: error %q (-want +got):\n%s", test.name, said, diff)
		}
	}
}

// The suites of x/tools have analyzers in common, which run once.
func TestSuites(t *testing.T) {
	all, err := collect([]origin{{"vet", vet.Suite}, {"fix", fix.Suite}})
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return a.Name == "rangeint" }) || !haveFacts(all) {
		t.Errorf("%v", all)
	}
	if n := len(withoutRawCgo(all)); n != len(all)-1 {
		t.Errorf("%d of %d have nothing to do with cgo", n, len(all))
	}
}
