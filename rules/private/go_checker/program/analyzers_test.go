package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	fixsuite "golang.org/x/tools/go/analysis/suite/fix"
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
	all, err := collect([]origin{{"vet", vet.Suite}, {"fix", fixsuite.Suite}})
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return a.Name == "rangeint" }) || len(withFacts(all)) == 0 || len(withFacts(all)) == len(all) {
		t.Errorf("%v", all)
	}
	if n := len(withoutRawCgo(all)); n != len(all)-1 {
		t.Errorf("%d of %d have nothing to do with cgo", n, len(all))
	}
}

func TestSetFlags(t *testing.T) {
	a := doing("a", func(*analysis.Pass) {})
	set := a.Flags.Int("n", 0, "a number")
	needs := doing("b", func(*analysis.Pass) {})
	needs.Requires = []*analysis.Analyzer{a}
	if err := setFlags([]*analysis.Analyzer{needs}, []string{"a.n=7"}); err != nil || *set != 7 {
		t.Errorf("n is %d, %v", *set, err)
	}
	for flag, want := range map[string]string{
		"c.n=1": "flag c.n=1: there is no analyzer c",
		"a.m=1": "flag a.m=1: no such flag -m",
		"a.n=x": "flag a.n=x: parse error",
	} {
		if err := setFlags([]*analysis.Analyzer{needs}, []string{flag}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", flag, err, want)
		}
	}
}
