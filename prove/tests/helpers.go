package tests

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

// A Source is a file of a package or module, by its path and text.
type Source struct {
	Path string
	Text []byte
}

// A Declaration is a range of bytes of a file that declares a name.
type Declaration struct {
	Name       string // of a method in Go with its type: T.m
	Start, End int

	names []string        // names by which other code mentions it
	of    string          // the type of an exported method
	root  bool            // the product can reach it
	says  bool            // its name says that it is for tests
	uses  map[string]bool // names that it mentions
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
func Helpers(sources, beside []Source, mentioned func(name string) bool) map[string][]Declaration {
	byTests := map[string]bool{}
	for _, s := range beside {
		for name := range namesIn(s) {
			byTests[name] = true
		}
	}
	var all []*Declaration
	where := map[*Declaration]string{}
	for _, s := range sources {
		for _, d := range declarations(s, mentioned) {
			where[d] = s.Path
			all = append(all, d)
		}
	}
	reached := reach(all, map[string]bool{}, func(d *Declaration) bool { return d.root })
	for _, d := range all {
		d.root = reached[d]
	}
	product := slices.ContainsFunc(all, func(d *Declaration) bool { return d.root && mentions(byTests, d.names) })
	served := reach(all, byTests, func(*Declaration) bool { return false })
	out := map[string][]Declaration{}
	for _, d := range all {
		if served[d] && !d.root && (product || d.says) {
			out[where[d]] = append(out[where[d]], *d)
		}
	}
	return out
}

// reach returns the declarations that are first, that names mention, or that
// such ones mention.
func reach(all []*Declaration, names map[string]bool, first func(*Declaration) bool) map[*Declaration]bool {
	known := map[string]bool{}
	for name := range names {
		known[name] = true
	}
	reached := map[*Declaration]bool{}
	for again := true; again; {
		again = false
		for _, d := range all {
			if reached[d] || !first(d) && !mentions(known, d.names) && (d.of == "" || !known["type "+d.of]) {
				continue
			}
			reached[d], again = true, true
			for name := range d.uses {
				known[name] = true
			}
			for _, name := range d.names {
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
func Restore(name string, base, text []byte, helpers []Declaration) []byte {
	never := func(string) bool { return false }
	now := declarations(Source{name, text}, never)
	out, changed := slices.Clone(text), false
	for _, h := range slices.Backward(helpers) {
		was := base[h.Start:h.End]
		i := slices.IndexFunc(now, func(d *Declaration) bool { return d.Name == h.Name })
		switch {
		case i < 0: // it is gone, or the text does not parse
			out, changed = append(append(out, '\n'), was...), true
			continue
		case bytes.Equal(out[now[i].Start:now[i].End], was):
			continue
		}
		out, changed = slices.Concat(out[:now[i].Start], was, out[now[i].End:]), true
		now = declarations(Source{name, out}, never)
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
	never := func(string) bool { return false }
	all := func(text []byte) (words []string) {
		for _, d := range declarations(Source{name, text}, never) {
			words = append(words, string(text[d.Start:d.End]))
		}
		slices.Sort(words)
		return words
	}
	return slices.Equal(all(a), all(b))
}

// declarations returns the declarations of a source at its top level, in order.
func declarations(s Source, mentioned func(string) bool) []*Declaration {
	switch languageOf(s.Path) {
	case Go:
		return goDeclarations(s, mentioned)
	case Python:
		return pythonDeclarations(s, mentioned)
	}
	return nil
}

// namesIn returns all names that a file mentions.
func namesIn(s Source) map[string]bool {
	language := tokens.Go
	if languageOf(s.Path) == Python {
		language = tokens.Python
	}
	names := map[string]bool{}
	for _, t := range tokens.Code(tokens.Scan(language, s.Text)) {
		names[t.Text(s.Text)] = true
	}
	return names
}

// helper matches names of code that tests share, and assertion matches names of
// functions that nothing else needs. Other names may belong to the tested code.
var (
	helper    = lazyregexp.New(`(?i)help|assert|expect|fixture|mock|fake|stub|support|same|must`)
	assertion = lazyregexp.New(`(?i)^_?(assert|expect|fixture|mock|fake|stub)`)
)

func goDeclarations(s Source, mentioned func(string) bool) []*Declaration {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, s.Path, s.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	file := set.File(tree.Pos())
	says := helper().MatchString(path.Base(s.Path))
	var all []*Declaration
	add := func(d *Declaration, doc *ast.CommentGroup, n ast.Node) {
		start := n.Pos()
		if doc != nil {
			start = doc.Pos()
		}
		d.Start, d.End, d.uses = file.Offset(start), file.Offset(n.End()), goNames(n)
		d.says = says || helper().MatchString(d.Name)
		for _, name := range d.names {
			linked := bytes.Contains(s.Text, []byte("//go:linkname "+name+" ")) || bytes.Contains(s.Text, []byte("//export "+name+"\n"))
			d.root = d.root || linked || ast.IsExported(name) && (!says && !assertion().MatchString(name) || mentioned(name))
		}
		all = append(all, d)
	}
	for _, x := range tree.Decls {
		switch x := x.(type) {
		case *ast.FuncDecl:
			name := x.Name.Name
			d := &Declaration{Name: name, names: []string{name}}
			switch {
			case x.Recv != nil && len(x.Recv.List) == 1:
				of := receiver(x.Recv.List[0].Type)
				d.Name = of + "." + name
				if ast.IsExported(name) { // an interface may ask for it
					d.of, d.names = of, nil
				}
			case name == "init" || name == "main" && tree.Name.Name == "main":
				d.root = true
			}
			add(d, x.Doc, x)
		case *ast.GenDecl:
			for _, spec := range x.Specs {
				d, doc, n := &Declaration{}, x.Doc, ast.Node(x)
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					d.names = []string{spec.Name.Name}
					if x.Lparen.IsValid() {
						doc, n = spec.Doc, spec
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						d.root = d.root || name.Name == "_"
						d.names = append(d.names, name.Name)
					}
					if x.Lparen.IsValid() {
						doc, n = spec.Doc, spec
					}
				default:
					continue
				}
				d.Name = strings.Join(d.names, ",")
				add(d, doc, n)
			}
		}
	}
	return all
}

// receiver returns the name of the type of a method.
func receiver(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// goNames returns the names that a node mentions.
func goNames(n ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// pythonDeclarations takes each statement for a declaration. Statements other
// than functions, classes and values of a private name are reached: they run.
func pythonDeclarations(s Source, mentioned func(string) bool) []*Declaration {
	code := tokens.Code(tokens.Scan(tokens.Python, s.Text))
	var all []*Declaration
	decorated := -1 // the start of decorators
	for _, l := range pythonLines(s.Text, code) {
		last := l[len(l)-1]
		if l[0].Column > 0 {
			if len(all) > 0 {
				d := all[len(all)-1]
				d.End = last.End
				addNames(d, s.Text, l)
			}
			continue
		}
		if l.is(s.Text, 0, "@") {
			if decorated < 0 {
				decorated = l[0].Start
			}
			continue
		}
		d := &Declaration{Start: l[0].Start, End: last.End, uses: map[string]bool{}, root: true}
		at := 0
		if l.is(s.Text, 0, "async") {
			at = 1
		}
		if l.is(s.Text, at, "def", "class") && at+1 < len(l) {
			d.Name = l[at+1].Text(s.Text)
		} else if l.is(s.Text, 1, "=", ":") {
			d.Name = l[0].Text(s.Text)
		}
		if decorated >= 0 { // decorators may call it
			d.Start, decorated = decorated, -1
		} else if private := strings.HasPrefix(d.Name, "_") && !strings.HasPrefix(d.Name, "__"); private || assertion().MatchString(d.Name) {
			d.root = mentioned(d.Name)
		}
		d.names = []string{d.Name}
		d.says = helper().MatchString(d.Name)
		addNames(d, s.Text, l)
		all = append(all, d)
	}
	return all
}

// addNames adds the words of a line to the names that a declaration mentions.
func addNames(d *Declaration, text []byte, l line) {
	for i := range l {
		if word := l[i].Text(text); word != d.Name {
			d.uses[word] = true
		}
	}
}
