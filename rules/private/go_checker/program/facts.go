package main

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"maps"
	"os"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A factSet has the facts of analyzers about a package and the packages that it
// imports, directly or not. Its methods are safe for concurrent use.
type factSet struct {
	pkg *types.Package

	mutex sync.RWMutex
	facts map[factKey]analysis.Fact
}

// A factKey names the subject of a fact. There is one of each type.
type factKey struct {
	pkg  *types.Package
	of   types.Object // nil: the package itself
	kind reflect.Type
}

// A writtenFact is a fact in a file. Paths of objects hold for all who import the
// package.
type writtenFact struct {
	Package string
	Object  objectpath.Path // "" for the package itself
	Fact    analysis.Fact
}

// readFacts reads what has been learned about imported packages, from files by
// the paths of the packages.
func (p *loaded) readFacts(imported map[string]string) error {
	p.facts = &factSet{pkg: p.types, facts: map[factKey]analysis.Fact{}}
	for _, path := range slices.Sorted(maps.Keys(imported)) {
		text, err := os.ReadFile(imported[path])
		if err == nil {
			err = p.facts.decode(text, p.known)
		}
		if err != nil {
			return fmt.Errorf("facts of %s: %w", path, err)
		}
	}
	return nil
}

// decode adds the facts of a file, except for facts about objects that the
// package does not see.
func (s *factSet) decode(text []byte, packages map[string]*types.Package) error {
	if len(text) == 0 {
		return nil
	}
	var all []writtenFact
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&all); err != nil {
		return err
	}
	for _, f := range all {
		pkg := packages[f.Package]
		if pkg == nil {
			continue
		}
		key := factKey{pkg: pkg, kind: reflect.TypeOf(f.Fact)}
		if f.Object != "" {
			of, err := objectpath.Object(pkg, f.Object)
			if err != nil {
				continue
			}
			key.of = of
		}
		s.facts[key] = f.Fact
	}
	return nil
}

// encode returns the facts, also about imported packages: whoever imports the
// package may see their objects, too. It leaves out facts about objects that
// nobody else can see. Equal sets have equal texts.
func (s *factSet) encode() ([]byte, error) {
	var all []writtenFact
	var paths objectpath.Encoder
	for key, fact := range s.facts {
		f := writtenFact{Package: key.pkg.Path(), Fact: fact}
		if key.of != nil {
			path, err := paths.For(key.of)
			if err != nil {
				continue
			}
			f.Object = path
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		return nil, nil
	}
	slices.SortFunc(all, func(a, b writtenFact) int {
		return cmp.Or(
			cmp.Compare(a.Package, b.Package),
			cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()),
		)
	})
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(all)
	return text.Bytes(), err
}

// get sets a fact to the one of its type, and returns whether there is one.
func (s *factSet) get(pkg *types.Package, of types.Object, fact analysis.Fact) bool {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	have, ok := s.facts[factKey{pkg: pkg, of: of, kind: reflect.TypeOf(fact)}]
	if ok {
		reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(have).Elem())
	}
	return ok
}

// set records a fact about the package, or about one of its objects. It panics
// for another's, which is a bug of the analyzer.
func (s *factSet) set(pkg *types.Package, of types.Object, fact analysis.Fact) {
	if pkg != s.pkg {
		panic(fmt.Sprintf("a fact about %v, which is not of the package %s", of, s.pkg.Path()))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.facts[factKey{pkg: pkg, of: of, kind: reflect.TypeOf(fact)}] = fact
}

// each calls each with the facts of the types that an analyzer has.
func (s *factSet) each(a *analysis.Analyzer, each func(factKey, analysis.Fact)) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	for key, fact := range s.facts {
		if slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == key.kind }) {
			each(key, fact)
		}
	}
}

// offer gives an analyzer the facts.
func (s *factSet) offer(pass *analysis.Pass) {
	pass.ImportObjectFact = func(of types.Object, fact analysis.Fact) bool {
		return of != nil && of.Pkg() != nil && s.get(of.Pkg(), of, fact)
	}
	pass.ExportObjectFact = func(of types.Object, fact analysis.Fact) { s.set(of.Pkg(), of, fact) }
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool { return s.get(pkg, nil, fact) }
	pass.ExportPackageFact = func(fact analysis.Fact) { s.set(pass.Pkg, nil, fact) }
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var all []analysis.ObjectFact
		s.each(pass.Analyzer, func(key factKey, fact analysis.Fact) {
			if key.of != nil {
				all = append(all, analysis.ObjectFact{Object: key.of, Fact: fact})
			}
		})
		return all
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var all []analysis.PackageFact
		s.each(pass.Analyzer, func(key factKey, fact analysis.Fact) {
			if key.of == nil {
				all = append(all, analysis.PackageFact{Package: key.pkg, Fact: fact})
			}
		})
		return all
	}
}
