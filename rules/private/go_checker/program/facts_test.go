package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A note is a fact.
type note struct{ Text string }

func (*note) AFact() {}

// checkedSource checks the types of a package without imports.
func checkedSource(t *testing.T, path, text string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// The facts about a package hold for the package as its importers see it, and
// reach the importers of these.
func TestFacts(t *testing.T) {
	const text = "package a\n\nfunc F() {}\n\ntype T struct{ f int }\n\nfunc (T) M() {}\n\nfunc g() {}\n"
	a := &analysis.Analyzer{Name: "notes", FactTypes: []analysis.Fact{new(note)}}
	registerFacts([]*analysis.Analyzer{{Name: "needs", Requires: []*analysis.Analyzer{a}}})

	written := checkedSource(t, "example.com/a", text)
	from := &factSet{pkg: written, facts: map[factKey]analysis.Fact{}}
	pass := &analysis.Pass{Analyzer: a, Pkg: written}
	from.offer(pass)
	method := func(pkg *types.Package) types.Object {
		found, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup("T").Type(), true, pkg, "M")
		return found
	}
	pass.ExportPackageFact(&note{"package"})
	pass.ExportObjectFact(written.Scope().Lookup("F"), &note{"F"})
	pass.ExportObjectFact(method(written), &note{"M"})
	local := types.NewVar(token.NoPos, written, "local", types.Typ[types.Int])
	pass.ExportObjectFact(local, &note{"local"})
	if n := len(pass.AllObjectFacts()); n != 3 {
		t.Errorf("%d facts about objects", n)
	}
	first, err := from.encode()
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if again, err := from.encode(); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("another text, %v", err)
		}
	}

	// Another package sees it, and one that sees only the other's facts.
	importer := types.NewPackage("example.com/b", "b")
	for range 2 {
		read := checkedSource(t, "example.com/a", text)
		to := &factSet{pkg: importer, facts: map[factKey]analysis.Fact{}}
		if err := to.decode(first, map[string]*types.Package{"example.com/a": read}); err != nil {
			t.Fatal(err)
		}
		pass := &analysis.Pass{Analyzer: a, Pkg: importer}
		to.offer(pass)
		for _, test := range []struct {
			name string
			of   types.Object
			want string
		}{
			{"F", read.Scope().Lookup("F"), "F"}, {"M", method(read), "M"}, {"g", read.Scope().Lookup("g"), ""}, {"nil", nil, ""}, {"error", types.Universe.Lookup("error"), ""},
		} {
			var got note
			if ok := pass.ImportObjectFact(test.of, &got); ok != (test.want != "") || got.Text != test.want {
				t.Errorf("%s: %v %q", test.name, ok, got.Text)
			}
		}
		var got note
		if !pass.ImportPackageFact(read, &got) || got.Text != "package" || len(pass.AllPackageFacts()) != 1 {
			t.Errorf("the package: %q", got.Text)
		}
		if first, err = to.encode(); err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a fact about another package's object is recorded")
				}
			}()
			pass.ExportObjectFact(read.Scope().Lookup("F"), new(note))
		}()
	}

	empty := &factSet{pkg: importer, facts: map[factKey]analysis.Fact{}}
	if err := empty.decode(first, nil); err != nil || len(empty.facts) > 0 {
		t.Errorf("facts about packages that are not seen: %v, %v", empty.facts, err)
	}
	if text, err := empty.encode(); err != nil || text != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := empty.decode([]byte("x"), nil); err == nil {
		t.Error("a text that is not facts is read")
	}
}
