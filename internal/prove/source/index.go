package source

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// The bounds of an index. A tree beyond them has names that are not known, so
// that no case of it counts as forged.
const (
	maxFiles    = 20_000
	maxTotal    = 64 << 20
	maxPatterns = 2_000
)

// An Index knows the tests of the sources of a tree.
type Index struct {
	files    []*File
	paths    map[string]bool            // all paths
	modules  map[string]string          // of Go, by folder
	packages map[string]map[string]bool // of Go: functions by folder
	builds   map[string]*File           // by folder
	names    map[string]bool            // of other languages
	scripts  map[string]bool            // forms of the names of JavaScript
	patterns []pattern                  // of JavaScript
	lenient  map[Language]bool          // languages of which any name may be known
	unread   []string                   // paths of code in languages that are not read
	partial  bool
}

// NewIndex reads the sources of a tree that may declare tests. Paths are all
// files of the tree, relative to its root, with slashes; read returns the text
// of one. A file that cannot be read may have any test.
func NewIndex(paths []string, read func(name string) ([]byte, error)) *Index {
	x := &Index{
		paths: map[string]bool{}, modules: map[string]string{}, packages: map[string]map[string]bool{},
		builds: map[string]*File{}, names: map[string]bool{}, scripts: map[string]bool{}, lenient: map[Language]bool{},
	}
	total, count := 0, 0
	for _, name := range paths {
		x.paths[name] = true
		if Unread(name) {
			x.unread = append(x.unread, name)
		}
		if !x.wants(name) {
			continue
		}
		if count++; count > maxFiles || total > maxTotal {
			x.partial = true
			continue
		}
		text, err := read(name)
		if err != nil {
			x.lenient[LanguageOf(name)] = true
			continue
		}
		total += len(text)
		x.add(name, text)
	}
	return x
}

// wants reports whether a file may say something about tests.
func (x *Index) wants(name string) bool {
	switch path.Base(name) {
	case "go.mod", "pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini":
		return true
	}
	switch language := LanguageOf(name); language {
	case Starlark:
		return true
	case "":
		return false
	default:
		return IsTestFile(name)
	}
}

// add reads one file.
func (x *Index) add(name string, text []byte) {
	folder := folderOf(name)
	switch path.Base(name) {
	case "go.mod":
		x.modules[folder] = modfile.ModulePath(text)
		return
	case "pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini":
		for _, key := range []string{"python_functions", "python_classes", "python_files", "doctest"} {
			x.lenient[Python] = x.lenient[Python] || strings.Contains(string(text), key)
		}
		return
	}
	f := Of(name, text)
	f.Text, f.tokens, f.goTree, f.starlark = nil, nil, nil, nil
	x.files = append(x.files, f)
	if f.Unreadable != "" {
		x.lenient[f.Language] = true
	}
	switch f.Language {
	case Starlark:
		x.builds[folder] = f
	case Go:
		known := x.packages[folder]
		if known == nil {
			known = map[string]bool{}
			x.packages[folder] = known
		}
		for i := range f.Tests {
			known[f.Tests[i].Name] = true
		}
	case JavaScript:
		x.addScript(f)
	default:
		for i := range f.Tests {
			x.names[f.Tests[i].Name] = true
		}
	}
}

func (x *Index) addScript(f *File) {
	for i := range f.Tests {
		t := &f.Tests[i]
		if t.Open {
			if len(x.patterns) == maxPatterns {
				x.lenient[JavaScript] = true
				continue
			}
			x.patterns = append(x.patterns, t.openPattern())
			continue
		}
		for _, form := range t.forms() {
			x.scripts[form] = true
		}
		for _, g := range t.Groups {
			x.scripts[g] = true
		}
	}
}

// Declaring returns the tests of the sources that a case may be of: of its
// name, or the target of Bazel that it is.
func (x *Index) Declaring(suite, name string) []*Test {
	var all, targets []*Test
	for _, f := range x.files {
		for i := range f.Tests {
			switch t := &f.Tests[i]; {
			case !t.Match(suite, name):
			case t.Kind == Target:
				targets = append(targets, t)
			default:
				all = append(all, t)
			}
		}
	}
	if len(all) == 0 {
		return targets
	}
	return all
}

// Known reports whether a case may be of a test of the sources.
func (x *Index) Known(suite, name string) bool { return x.known(suite, name) || x.Unread(suite, name) }

// Unread reports whether a case may be of a test in a language that is not read
// here, and is not of one in another language.
func (x *Index) Unread(suite, name string) bool {
	if name == "" || len(x.unread) == 0 {
		return false
	}
	if folder, target, _, ok := splitLabel(suite); ok {
		return x.declares(folder, target) && !ofTarget(folder, target, name) && !x.readCase(name) &&
			slices.ContainsFunc(x.unread, func(file string) bool { return within(file, folder) })
	}
	// Cargo names the file of a program behind its crate.
	return strings.Contains(suite, " ") && path.Ext(suite) == ".rs" || suite == "" && !x.readCase(name)
}

// known is Known for tests in languages that are read.
func (x *Index) known(suite, name string) bool {
	if x.partial {
		return true
	}
	if folder, target, _, ok := splitLabel(suite); ok {
		return x.declares(folder, target) && (name == "" || ofTarget(folder, target, name) || x.readCase(name) || x.lenient[Go] || !x.read(folder))
	}
	if name == "" {
		return true
	}
	if folder, ok := x.goFolder(suite); ok {
		return x.knownGo(folder, name)
	}
	if x.paths[name] || x.knownElsewhere(name) {
		return true
	}
	if x.foreign(suite) {
		return true
	}
	// A suite of no language that is read here cannot be judged.
	for _, f := range x.files {
		if f.Language != Go && f.Language != Starlark && len(f.Tests) > 0 {
			return false
		}
	}
	return true
}

// goFolder returns the folder of a package of Go.
func (x *Index) goFolder(suite string) (string, bool) {
	if _, ok := x.packages[suite]; ok && len(x.modules) == 0 {
		return suite, true
	}
	for folder, module := range x.modules {
		rest, ok := strings.CutPrefix(suite, module)
		if !ok || module == "" || rest != "" && rest[0] != '/' {
			continue
		}
		inside := path.Join(folder, strings.TrimPrefix(rest, "/"))
		if _, ok := x.packages[inside]; ok {
			return inside, true
		}
		if x.nearest(inside) == folder {
			return inside, true
		}
	}
	return "", false
}

// nearest returns the folder of the module that a folder is in.
func (x *Index) nearest(folder string) string {
	for {
		if _, ok := x.modules[folder]; ok || folder == "" {
			return folder
		}
		folder = folderOf(folder)
	}
}

func (x *Index) knownGo(folder, name string) bool {
	if x.lenient[Go] {
		return true
	}
	function, _, _ := strings.Cut(name, "/")
	if x.packages[folder][function] {
		return true
	}
	if i := strings.LastIndexByte(function, '-'); i > 0 && strings.HasPrefix(function, "Benchmark") {
		return x.packages[folder][function[:i]]
	}
	return false
}

// declares reports whether a BUILD file has a target, or may have it.
func (x *Index) declares(folder, target string) bool {
	build, ok := x.builds[folder]
	return ok && (build.Open || build.Unreadable != "" || slices.ContainsFunc(build.Tests, func(t Test) bool { return t.Name == target }))
}

// ofTarget reports whether a case in a test.xml is the target as a whole.
func ofTarget(folder, target, name string) bool {
	return name == target || name == path.Join(folder, target) || strings.HasSuffix(name, ":"+target)
}

// readCase reports whether a case in a test.xml is of a test in some language.
func (x *Index) readCase(name string) bool {
	function, _, _ := strings.Cut(name, "/")
	for _, functions := range x.packages {
		if functions[function] {
			return true
		}
	}
	return x.knownElsewhere(name)
}

// read reports whether tests of a language that is read here are in a folder or
// below it.
func (x *Index) read(folder string) bool {
	for _, f := range x.files {
		if f.Language != Starlark && len(f.Tests) > 0 && within(f.Path, folder) {
			return true
		}
	}
	return false
}

// knownElsewhere looks for a name in all languages but Go.
func (x *Index) knownElsewhere(name string) bool {
	for _, language := range []Language{Python, JavaScript, Shell} {
		if x.lenient[language] {
			return true
		}
	}
	if x.scripts[name] || x.names[name] || x.names[leaf(name)] || x.names[numbered(leaf(name))] {
		return true
	}
	for _, p := range x.patterns {
		if p.match(name) {
			return true
		}
	}
	return false
}

// numbered removes what parameterized.expand appends: _0, or _0_text.
func numbered(name string) string {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '_' && '0' <= name[i+1] && name[i+1] <= '9' {
			return name[:i]
		}
	}
	return name
}

// foreign reports whether a suite is a package or module without test sources,
// such as one of another repository, or a module with doctests.
func (x *Index) foreign(suite string) bool {
	if module := strings.ReplaceAll(suite, ".", "/") + ".py"; x.paths[module] {
		return !IsTestFile(module)
	}
	first, _, slash := strings.Cut(suite, "/")
	return slash && strings.Contains(first, ".") && len(x.packages) > 0
}
