package tests

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

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
	helper    = lazyregexp.New(`(?i)` + HelperWords + `|support|same|must`)
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
