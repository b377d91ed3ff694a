package tests

import (
	"bytes"
	"go/ast"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// helper matches names of code that tests share, and assertion matches names of
// functions that nothing else needs. Other names may belong to the tested code.
var (
	helper    = lazyregexp.New(`(?i)` + source.HelperWords + `|support|same|must`)
	assertion = lazyregexp.New(`(?i)^_?(` + source.TestWords + `)`)
)

// A declaration is one that tests or the product may reach.
type declaration struct {
	*source.Declaration
	in   *source.File
	root bool // the product can reach it
	says bool // its name says that it is for tests
}

// newDeclaration judges a declaration by its names. Other code can use what is
// exported in Go, or has no underscore in Python.
func newDeclaration(f *source.File, d *source.Declaration, mentioned func(string) bool) *declaration {
	all := &declaration{Declaration: d, in: f, root: d.Runs, says: helper().MatchString(d.Name)}
	named := f.Language == source.Go && helper().MatchString(path.Base(f.Path))
	for _, name := range d.Names {
		public := ast.IsExported(name)
		if f.Language == source.Python {
			public = !strings.HasPrefix(name, "_") || strings.HasPrefix(name, "__")
			all.root = all.root || mentioned(name)
		}
		all.root = all.root || public && (!named && !assertion().MatchString(name) || mentioned(name))
	}
	all.says = all.says || named
	return all
}

// Helpers returns the declarations of sources that only tests use, by path: the
// names that the product reaches do not mention them, and tests do, maybe
// through others. Sources are the files of a Go package, or a Python module;
// beside are their tests. Mentioned reports whether another source mentions a
// name.
//
// Other code may use an exported name of Go, and a name of Python without an
// underscore, so it is for tests only if it is named for them, or in Go its
// file is. If tests use nothing that the product reaches, as in a package of
// which all names are unexported, names decide, too.
func Helpers(sources, beside []*source.File, mentioned func(name string) bool) map[string][]*source.Declaration {
	byTests := map[string]bool{}
	for _, s := range beside {
		for name := range s.Names() {
			byTests[name] = true
		}
	}
	var all []*declaration
	for _, s := range sources {
		for _, d := range s.Declarations() {
			all = append(all, newDeclaration(s, d, mentioned))
		}
	}
	reached := reach(all, map[string]bool{}, func(d *declaration) bool { return d.root })
	for _, d := range all {
		d.root = reached[d]
	}
	product := slices.ContainsFunc(all, func(d *declaration) bool { return d.root && mentions(byTests, d.Names) })
	served := reach(all, byTests, func(*declaration) bool { return false })
	out := map[string][]*source.Declaration{}
	for _, d := range all {
		if served[d] && !d.root && (product || d.says) {
			out[d.in.Path] = append(out[d.in.Path], d.Declaration)
		}
	}
	return out
}

// reach returns the declarations that are first, that names mention, or that
// such ones mention.
func reach(all []*declaration, names map[string]bool, first func(*declaration) bool) map[*declaration]bool {
	known := map[string]bool{}
	for name := range names {
		known[name] = true
	}
	reached := map[*declaration]bool{}
	for again := true; again; {
		again = false
		for _, d := range all {
			if reached[d] || !first(d) && !mentions(known, d.Names) && (d.Of == "" || !known["type "+d.Of]) {
				continue
			}
			reached[d], again = true, true
			for name := range d.Uses {
				known[name] = true
			}
			for _, name := range d.Names {
				known["type "+name] = true
			}
		}
	}
	return reached
}

func mentions(known map[string]bool, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return known[name] })
}

// Restore returns a text with declarations as the base has them. If it then
// differs from the base only in imports, Restore returns the base.
func Restore(name string, base, text []byte, helpers []*source.Declaration) []byte {
	now := source.Read(name, text).Declarations()
	out, changed := slices.Clone(text), false
	for _, h := range slices.Backward(helpers) {
		was := base[h.Start:h.End]
		i := slices.IndexFunc(now, func(d *source.Declaration) bool { return d.Name == h.Name })
		switch {
		case i < 0: // it is gone, or the text does not parse
			out, changed = append(append(out, '\n'), was...), true
			continue
		case bytes.Equal(out[now[i].Start:now[i].End], was):
			continue
		}
		out, changed = slices.Concat(out[:now[i].Start], was, out[now[i].End:]), true
		now = source.Read(name, out).Declarations()
	}
	switch {
	case !changed:
		return text
	case sameBut(name, base, out):
		return base
	}
	return out
}

// sameBut reports whether two texts declare the same.
func sameBut(name string, a, b []byte) bool {
	all := func(text []byte) (words []string) {
		for _, d := range source.Read(name, text).Declarations() {
			words = append(words, string(text[d.Start:d.End]))
		}
		slices.Sort(words)
		return words
	}
	return slices.Equal(all(a), all(b))
}
