package source

import (
	"bytes"
	"go/ast"
	"strings"
)

// A Declaration is a range of bytes of a file that declares names.
type Declaration struct {
	Name       string // of a method in Go with its type: T.m
	Start, End int
	Names      []string // by which other code mentions it
	Of         string   // the type of an exported method
	// Runs is whether code reaches it without its names: init, main, a linked
	// function, a decorated one, a statement.
	Runs bool
	Uses map[string]bool // the names that it mentions
}

// Declarations returns the declarations of a source of Go or Python at its top
// level, in order.
func (f *File) Declarations() []*Declaration {
	switch f.Language {
	case Go:
		return f.goDeclarations()
	case Python:
		return f.pythonDeclarations()
	}
	return nil
}

// Names returns all names that a source mentions.
func (f *File) Names() map[string]bool {
	names := map[string]bool{}
	for _, t := range f.Tokens() {
		if t.Kind == Word {
			names[t.Text(f.Text)] = true
		}
	}
	return names
}

func (f *File) goDeclarations() []*Declaration {
	tree, err := f.Go()
	if err != nil {
		return nil
	}
	var all []*Declaration
	add := func(d *Declaration, doc *ast.CommentGroup, n ast.Node) {
		start := n.Pos()
		if doc != nil {
			start = doc.Pos()
		}
		d.Start, d.End, d.Uses = tree.Offset(start), tree.Offset(n.End()), goNames(n)
		for _, name := range d.Names {
			d.Runs = d.Runs || bytes.Contains(f.Text, []byte("//go:linkname "+name+" ")) || bytes.Contains(f.Text, []byte("//export "+name+"\n"))
		}
		all = append(all, d)
	}
	for _, x := range tree.Decls {
		switch x := x.(type) {
		case *ast.FuncDecl:
			name := x.Name.Name
			d := &Declaration{Name: name, Names: []string{name}}
			switch {
			case x.Recv != nil && len(x.Recv.List) == 1:
				of := receiver(x.Recv.List[0].Type)
				d.Name = of + "." + name
				if ast.IsExported(name) { // an interface may ask for it
					d.Of, d.Names = of, nil
				}
			case name == "init" || name == "main" && tree.Name.Name == "main":
				d.Runs = true
			}
			add(d, x.Doc, x)
		case *ast.GenDecl:
			for _, spec := range x.Specs {
				d, doc, n := &Declaration{}, x.Doc, ast.Node(x)
				inGroup := func(own *ast.CommentGroup) {
					if x.Lparen.IsValid() {
						doc, n = own, spec
					}
				}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					d.Names = []string{spec.Name.Name}
					inGroup(spec.Doc)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						d.Runs = d.Runs || name.Name == "_"
						d.Names = append(d.Names, name.Name)
					}
					inGroup(spec.Doc)
				default:
					continue
				}
				d.Name = strings.Join(d.Names, ",")
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

// pythonDeclarations takes each statement for a declaration. Only functions,
// classes and values have names.
func (f *File) pythonDeclarations() []*Declaration {
	var all []*Declaration
	decorated := -1 // the start of decorators
	for _, l := range pythonLines(f.Text, f.Code()) {
		last := l[len(l)-1]
		if l[0].Column > 0 {
			if len(all) > 0 {
				d := all[len(all)-1]
				d.End = last.End
				addNames(d, f.Text, l)
			}
			continue
		}
		if l.is(f.Text, 0, "@") {
			if decorated < 0 {
				decorated = l[0].Start
			}
			continue
		}
		d := &Declaration{Start: l[0].Start, End: last.End, Uses: map[string]bool{}}
		at := 0
		if l.is(f.Text, 0, "async") {
			at = 1
		}
		if l.is(f.Text, at, "def", "class") && at+1 < len(l) {
			d.Name = l[at+1].Text(f.Text)
		} else if l.is(f.Text, 1, "=", ":") {
			d.Name = l[0].Text(f.Text)
		}
		if d.Runs = decorated >= 0 || d.Name == ""; decorated >= 0 { // decorators may call it
			d.Start, decorated = decorated, -1
		}
		d.Names = []string{d.Name}
		addNames(d, f.Text, l)
		all = append(all, d)
	}
	return all
}

// addNames adds the words of a line to the names that a declaration mentions.
func addNames(d *Declaration, text []byte, l line) {
	for i := range l {
		if word := l[i].Text(text); word != d.Name {
			d.Uses[word] = true
		}
	}
}
