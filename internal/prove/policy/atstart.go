package policy

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// exits are the functions that end the process or put another in its place, by
// import path.
var exits = map[string][]string{
	"os":                     {"Exit"},
	"syscall":                {"Exit", "Exec", "Kill", "RawSyscall", "RawSyscall6", "Syscall", "Syscall6"},
	"golang.org/x/sys/unix":  {"Exit", "Exec", "Kill", "RawSyscall", "RawSyscall6", "Syscall", "Syscall6"},
	"golang.org/x/sys/plan9": {"Exits", "Exec"},
}

// atStart refuses sources of Go that may end the process before tests start, in
// init or where a variable of the package gets its value. They could print the
// results of tests that never ran.
func (j *Judgment) atStart(c *change.Change) {
	before, after := map[string][]parsed{}, map[string][]parsed{}
	for i := range c.Files {
		f := &c.Files[i]
		if path.Ext(f.Path) != ".go" || j.Kind(f.Path) != evidence.Source && !servesTests(j, f.Path) || inTestdata(f.Path) {
			continue
		}
		dir := path.Dir(f.Path)
		if !f.Created {
			before[dir] = append(before[dir], parseGo(f.Path, f.Before)...)
		}
		if !f.Deleted {
			after[dir] = append(after[dir], parseGo(f.Path, f.After)...)
		}
	}
	for _, dir := range sortedKeys(after) {
		if len(endsAtStart(before[dir])) > 0 {
			continue // it did so before
		}
		for _, p := range endsAtStart(after[dir]) {
			j.refuse(Silencing, p.path, "line "+strconv.Itoa(p.line)+": it ends the process before tests start")
		}
	}
}

// A parsed is a file of Go.
type parsed struct {
	path string
	*source.GoTree
}

// parseGo returns a file, or none if it does not build: nothing of it runs.
func parseGo(name string, text []byte) []parsed {
	tree, err := source.Read(name, text).Go()
	if err != nil {
		return nil
	}
	return []parsed{{name, tree}}
}

// A placed is a line of a file.
type placed struct {
	path string
	line int
}

// A use is a part of a file that may run at the start.
type use struct {
	node ast.Node
	in   *parsed
	// value is whether only the node itself counts, and not the functions in
	// it: a command of a program has some that run later.
	value bool
}

// endsAtStart returns the places where files of one package end the process: in
// init, in a call for the value of a variable, or in a function that one of
// these names. A name stands for everything that has it.
func endsAtStart(files []parsed) []placed {
	named := map[string][]use{}
	var queue []use
	for i := range files {
		in := &files[i]
		for _, decl := range in.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					queue = append(queue, use{node: d, in: in})
				} else {
					named[d.Name.Name] = append(named[d.Name.Name], use{node: d, in: in})
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, spec := range d.Specs {
					v := spec.(*ast.ValueSpec) // var has no other
					for _, name := range v.Names {
						named[name.Name] = append(named[name.Name], use{v, in, true})
					}
					queue = append(queue, callsOf(v, in)...)
				}
			}
		}
	}
	var found []placed
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		imported := exitsOf(u.in.File)
		note := func(at ast.Node) { found = append(found, placed{u.in.path, u.in.Line(at.Pos())}) }
		ast.Inspect(u.node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit, *ast.FuncLit:
				return !u.value
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && slices.Contains(imported[x.Name], n.Sel.Name) {
					note(n)
				}
			case *ast.Ident:
				if slices.Contains(imported["."], n.Name) {
					note(n)
				}
				queue = append(queue, named[n.Name]...)
				delete(named, n.Name)
			}
			return true
		})
	}
	return found
}

// callsOf returns the calls that give a variable its value.
func callsOf(v *ast.ValueSpec, in *parsed) []use {
	var calls []use
	for _, value := range v.Values {
		ast.Inspect(value, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				calls = append(calls, use{node: n, in: in})
				return false
			case *ast.FuncLit:
				return false // it runs later, if at all
			}
			return true
		})
	}
	return calls
}

// exitsOf returns the names of exits in a file, keyed by the name of their
// package. A package that is imported into the file has the name ".".
func exitsOf(file *ast.File) map[string][]string {
	all := map[string][]string{}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil || exits[name] == nil {
			continue
		}
		local := path.Base(name)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		all[local] = append(all[local], exits[name]...)
	}
	return all
}
