package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
)

// A loaded package is one whose types have been checked.
type loaded struct {
	fset   *token.FileSet
	syntax []*ast.File
	types  *types.Package
	info   *types.Info
	sizes  types.Sizes
	module *analysis.Module
	other  []string // files that are not Go
	unused []string // Go files that are not compiled

	known      map[string]*types.Package // that it sees, by path
	unreported map[string]bool           // files, by name
	nolint     ranges
	facts      *factSet
}

// load parses the files of a package and checks their types.
func (r *request) load(files *files) (*loaded, error) {
	module, err := moduleOf(r.goMod)
	if err != nil {
		return nil, err
	}
	p := &loaded{
		fset:   token.NewFileSet(),
		sizes:  types.SizesFor("gc", build.Default.GOARCH),
		module: module,
		other:  files.other,
		unused: files.ignored,
		info: &types.Info{
			Types:        map[ast.Expr]types.TypeAndValue{},
			Defs:         map[*ast.Ident]types.Object{},
			Uses:         map[*ast.Ident]types.Object{},
			Implicits:    map[ast.Node]types.Object{},
			Instances:    map[*ast.Ident]types.Instance{},
			Scopes:       map[ast.Node]*types.Scope{},
			Selections:   map[*ast.SelectorExpr]*types.Selection{},
			FileVersions: map[*ast.File]string{},
		},
		known:      map[string]*types.Package{},
		unreported: map[string]bool{},
	}
	for _, name := range r.unreported {
		p.unreported[name] = true
	}
	for _, name := range files.compiled {
		file, err := parser.ParseFile(p.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.syntax = append(p.syntax, file)
	}
	config := types.Config{
		Importer: &compiled{fset: p.fset, known: p.known, archives: r.byName(), standard: r.standard},
		Sizes:    p.sizes,
	}
	if module != nil && module.GoVersion != "" {
		config.GoVersion = "go" + module.GoVersion
	}
	if p.types, err = config.Check(r.path, p.fset, p.syntax, p.info); err != nil {
		return nil, err
	}
	p.nolint = nolintRanges(p.fset, p.syntax)
	return p, nil
}

// compiled imports packages from their compiled forms.
type compiled struct {
	fset     *token.FileSet
	known    map[string]*types.Package // by path
	archives map[string]*archive       // by name
	standard func(path string) string
}

// Import implements types.Importer.
func (c *compiled) Import(name string) (*types.Package, error) {
	if name == "unsafe" {
		return types.Unsafe, nil
	}
	path, file := name, c.standard(name)
	if file == "" {
		a := c.archives[name]
		if a == nil {
			return nil, errors.New("neither the standard library nor deps have it")
		}
		path, file = a.path, a.file
	}
	if pkg := c.known[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := gcexportdata.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return gcexportdata.Read(data, c.fset, c.known, path)
}

// byName returns the packages that are imported directly, by the names that
// sources have for them.
func (r *request) byName() map[string]*archive {
	all := map[string]*archive{}
	for i := range r.archives {
		for j, name := range r.archives[i].names {
			if j == 0 || all[name] == nil { // an alias hides no package
				all[name] = &r.archives[i]
			}
		}
	}
	return all
}

// standard returns the compiled form of a package of the standard library, or
// "".
func (r *request) standard(path string) string {
	for _, dir := range r.stdlib {
		// The folder is named after the platform, and after what else makes
		// compiled packages differ, such as linux_amd64_race.
		found, _ := filepath.Glob(filepath.Join(dir, build.Default.GOOS+"_"+build.Default.GOARCH+"*", filepath.FromSlash(path)+".a"))
		if len(found) > 0 {
			return found[0]
		}
	}
	return ""
}
