package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An origin is a package with analyzers.
type origin struct {
	path      string
	analyzers any // an *analysis.Analyzer, a slice of them, or of pointers to structs with one, as of staticcheck
}

// given are the packages with the analyzers of this program. A generated source
// sets it.
var given []origin

// collect returns the analyzers of packages. One that several packages have is
// there once. Of different ones of one name, the first runs, and an analyzer that
// fails stands for each of the others.
func collect(given []origin) ([]*analysis.Analyzer, error) {
	var all []*analysis.Analyzer
	have := map[*analysis.Analyzer]bool{}
	first := map[string]string{} // by name: the package of the first
	count := map[string]int{}    // by name
	for _, from := range given {
		of, err := from.list()
		if err != nil {
			return nil, err
		}
		for _, a := range of {
			if have[a] {
				continue
			}
			have[a] = true
			count[a.Name]++
			if n := count[a.Name]; n > 1 {
				all = append(all, namesake(a.Name, n, first[a.Name], from.path))
				continue
			}
			first[a.Name] = from.path
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the program has no analyzers")
	}
	return all, nil
}

// namesake returns an analyzer that fails because another has its name.
func namesake(name string, number int, first, path string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: fmt.Sprintf("%s_%d", name, number),
		Doc:  "stands for an analyzer that has the name of another",
		Run: func(*analysis.Pass) (any, error) {
			return nil, fmt.Errorf("the analyzer %s of %s does not run: that of %s has the same name", name, path, first)
		},
	}
}

// list returns the analyzers of a package.
func (o *origin) list() ([]*analysis.Analyzer, error) {
	switch value := o.analyzers.(type) {
	case *analysis.Analyzer:
		return []*analysis.Analyzer{value}, o.check(value)
	case []*analysis.Analyzer:
		return value, o.check(value...)
	}
	slice := reflect.ValueOf(o.analyzers)
	if slice.Kind() != reflect.Slice {
		return nil, fmt.Errorf("%s: %T is not an analyzer", o.path, o.analyzers)
	}
	var all []*analysis.Analyzer
	for i := range slice.Len() {
		a, ok := analyzerIn(slice.Index(i))
		if !ok {
			return nil, fmt.Errorf("%s: %s is not an analyzer", o.path, slice.Index(i).Type())
		}
		all = append(all, a)
	}
	return all, o.check(all...)
}

// check returns an error if an analyzer is missing.
func (o *origin) check(all ...*analysis.Analyzer) error {
	for _, a := range all {
		if a == nil {
			return fmt.Errorf("%s: an analyzer is nil", o.path)
		}
	}
	return nil
}

// analyzerIn returns the field Analyzer of a struct that value points to.
func analyzerIn(value reflect.Value) (*analysis.Analyzer, bool) {
	if value.Kind() != reflect.Pointer || value.IsNil() || value.Elem().Kind() != reflect.Struct {
		return nil, false
	}
	field := value.Elem().FieldByName("Analyzer")
	if !field.IsValid() {
		return nil, false
	}
	a, ok := field.Interface().(*analysis.Analyzer)
	return a, ok
}

// withFacts returns the analyzers that learn something about a package that
// matters where it is imported.
func withFacts(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	return slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool {
		return len(a.FactTypes) == 0 && len(withFacts(a.Requires)) == 0
	})
}

// setFlags sets flags, each NAME.FLAG=VALUE, of analyzers and of the ones that
// they require.
func setFlags(analyzers []*analysis.Analyzer, flags []string) error {
	byName := map[string]*analysis.Analyzer{}
	var visit func(all []*analysis.Analyzer)
	visit = func(all []*analysis.Analyzer) {
		for _, a := range all {
			if byName[a.Name] == nil {
				byName[a.Name] = a
				visit(a.Requires)
			}
		}
	}
	visit(analyzers)
	for _, one := range flags {
		set, value, _ := strings.Cut(one, "=")
		name, flag, _ := strings.Cut(set, ".")
		a := byName[name]
		if a == nil {
			return fmt.Errorf("flag %s: there is no analyzer %s", one, name)
		}
		if err := a.Flags.Set(flag, value); err != nil {
			return fmt.Errorf("flag %s: %w", one, err)
		}
	}
	return nil
}

// withoutRawCgo returns the analyzers but cgocall, which reads the files that cgo
// translates. The sources that rules_go makes of them do not say where these
// are: nogo leaves it out, too.
func withoutRawCgo(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	return slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool { return a.Name == "cgocall" })
}
