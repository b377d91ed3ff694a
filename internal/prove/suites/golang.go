package suites

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// goSuites returns the packages of Go whose tests depend on changed files: a
// suite for each module that has some.
func goSuites(ctx context.Context, in *Input) ([]Suite, error) {
	if in.Go == nil {
		return nil, nil
	}
	var found []Suite
	var trouble []error
	modules := modulesOf(in)
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		args := []string{
			"list", "-e", "-deps", "-test", "-json=ImportPath,Dir,Name,Standard,ForTest,Imports,TestGoFiles,XTestGoFiles,Module", "./...",
		}
		if module != "." {
			args = slices.Insert(args, 1, "-C", filepath.FromSlash(module))
		}
		text, err := in.Go(ctx, args)
		if err == nil || len(text) > 0 {
			var packages *packages
			if packages, err = readPackages(text); err == nil {
				found = append(found, packages.suite(in, module, modules[module]))
				continue
			}
		}
		trouble = append(trouble, fmt.Errorf("go cannot tell which packages depend on the change in %s: %w", module, err))
	}
	return found, errors.Join(trouble...)
}

// maxModules bounds the modules that are asked about.
const maxModules = 20

// modulesOf returns the changed paths of each module, by its folder. The module
// of a path has the nearest go.mod above it. A path in none, or in a vendor
// folder, counts for no module.
func modulesOf(in *Input) map[string][]string {
	modules := map[string][]string{}
	for _, name := range in.Paths {
		if !isPath(name) {
			continue
		}
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			if info, err := os.Lstat(filepath.Join(in.Dir, filepath.FromSlash(dir), "go.mod")); err == nil && info.Mode().IsRegular() {
				if dir[0] != '-' && (len(modules) < maxModules || modules[dir] != nil) {
					modules[dir] = append(modules[dir], name)
				}
				break
			}
			if dir == "." {
				break
			}
		}
	}
	return modules
}

// A listed is a package as `go list -json` prints it.
type listed struct {
	ImportPath   string // with the test that it is compiled for: p [p.test]
	Dir          string
	Standard     bool
	ForTest      string
	Imports      []string
	TestGoFiles  []string
	XTestGoFiles []string
	Module       *struct {
		Path string
		Dir  string
		Main bool
	}
}

// packages are the packages of a module and their dependencies.
type packages struct {
	all     []*listed
	folders map[string]string // import paths by folder, of the main module
	module  string            // its path
	root    string            // its folder, absolute
	tested  map[string]bool   // import paths with tests
	users   map[string][]string
}

// readPackages reads what go printed.
func readPackages(text []byte) (*packages, error) {
	p := &packages{folders: map[string]string{}, tested: map[string]bool{}, users: map[string][]string{}}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	for {
		each := &listed{}
		err := decoder.Decode(each)
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err != nil {
			return nil, fmt.Errorf("its answer is malformed: %w", err)
		}
		if each.Standard {
			continue
		}
		p.all = append(p.all, each)
		for _, imported := range each.Imports {
			p.users[imported] = append(p.users[imported], each.ImportPath)
		}
		if each.Module == nil || !each.Module.Main {
			continue
		}
		p.module, p.root = each.Module.Path, each.Module.Dir
		if each.ForTest == "" && !strings.HasSuffix(each.ImportPath, ".test") && isImportPath(each.ImportPath) {
			p.folders[each.Dir] = each.ImportPath
			if len(each.TestGoFiles)+len(each.XTestGoFiles) > 0 {
				p.tested[each.ImportPath] = true
			}
		}
	}
}

// isImportPath reports whether an import path may stand in a command unescaped.
func isImportPath(name string) bool {
	return isName(name) && !strings.Contains(name, "@") && !slices.Contains([]string{"all", "cmd", "std", "tool", "work"}, name)
}

// ofModule are the files in the root of a module on which all its packages
// depend.
var ofModule = map[string]bool{"go.mod": true, "go.sum": true, "go.work": true, "go.work.sum": true, "vendor": true}

// suite returns the tests of a module that depend on changed paths, which are
// relative to the tree.
func (p *packages) suite(in *Input, module string, paths []string) Suite {
	changed, own := map[string]bool{}, map[string]bool{}
	all := false
	for _, name := range paths {
		below := name
		if module != "." {
			below = strings.TrimPrefix(name, module+"/")
		}
		if first, _, _ := strings.Cut(below, "/"); ofModule[first] {
			all = true
		}
		switch importPath := p.packageOf(below); {
		case importPath == "":
		case strings.HasSuffix(below, "_test.go"):
			own[importPath] = true // no other package has it
		default:
			changed[importPath] = true
		}
	}
	var tests []string
	if all {
		tests = slices.Sorted(maps.Keys(p.tested))
	} else {
		tests = p.affected(changed, own)
	}
	n := len(tests)
	kept, said := bounded(tests)
	s := goSuite(goPrefix(in, module), kept, p.tested, module)
	s.Why = report.NumberOf(n, "package") + " of Go whose tests depend on the changed files" + said
	if all {
		s.Why = report.NumberOf(n, "package") + " of Go with tests: all of them depend on go.mod" + said
	}
	return s
}

// packageOf returns the import path of the package that a file belongs to, or
// belonged to: the package of its folder, or of the nearest one above, since
// tests and embed directives read files in folders below.
func (p *packages) packageOf(below string) string {
	for dir := path.Dir(below); ; dir = path.Dir(dir) {
		if importPath := p.folders[filepath.Join(p.root, filepath.FromSlash(dir))]; importPath != "" {
			return importPath
		}
		// Others may import a package that is gone.
		if gone := path.Join(p.module, dir); len(p.users[gone]) > 0 {
			return gone
		}
		if dir == "." {
			return ""
		}
	}
}

// affected returns the packages with tests that depend on changed ones, or
// whose own tests changed.
func (p *packages) affected(changed, own map[string]bool) []string {
	seen := map[string]bool{}
	var open []string
	visit := func(importPath string) {
		if !seen[importPath] {
			seen[importPath] = true
			open = append(open, importPath)
		}
	}
	for importPath := range changed {
		visit(importPath)
	}
	// A package has another name when it is compiled for a test: p [q.test].
	for _, each := range p.all {
		if plain, _, variant := strings.Cut(each.ImportPath, " ["); variant && changed[strings.TrimSuffix(plain, "_test")] {
			visit(each.ImportPath)
		}
	}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		for _, user := range p.users[next] {
			visit(user)
		}
	}
	var tests []string
	for importPath := range p.tested {
		if own[importPath] || changed[importPath] || seen[importPath+".test"] {
			tests = append(tests, importPath)
		}
	}
	slices.Sort(tests)
	return tests
}

// goSuite returns a suite that runs the tests of packages.
func goSuite(prefix, names []string, has map[string]bool, module string) Suite {
	s := Suite{
		Kind: Go, Names: names, id: Go + "\x00" + module, has: has,
		make: func(names []string) Suite { return goSuite(prefix, names, has, module) },
	}
	if len(names) > 0 {
		s.Command = slices.Concat(prefix, names)
	}
	return s
}

// kept are the flags of `go test` that say how tests are built and run, and not
// which: whether they have a value.
var kept = map[string]bool{
	"race": false, "short": false, "msan": false, "asan": false, "trimpath": false, "failfast": false,
	"tags": true, "timeout": true, "p": true, "parallel": true, "vet": true, "shuffle": true, "mod": true,
}

// goPrefix returns the command before the packages, with the flags of the
// reproduction that count for all tests.
func goPrefix(in *Input, module string) []string {
	prefix := []string{"go", "test"}
	argv := in.Command
	isGo := runners.For(argv, nil).Name == "go-test"
	if isGo {
		prefix[0] = argv[0]
	}
	if folder := path.Clean(in.Folder); module != folder {
		relative, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(module))
		if err == nil {
			prefix = append(prefix, "-C", relative)
		}
	}
	if !isGo {
		return prefix
	}
	for i := 1; i < len(argv) && argv[i] != "-args" && argv[i] != "--args"; i++ {
		flag, isFlag := strings.CutPrefix(argv[i], "-")
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "test."), "=")
		valued, known := kept[name]
		if !isFlag || !known {
			continue
		}
		prefix = append(prefix, argv[i])
		if valued && !hasValue && i+1 < len(argv) {
			i++
			prefix = append(prefix, argv[i])
		}
	}
	return prefix
}
