package source

import (
	"path"
	"slices"
	"strings"
)

// Match reports whether a case of a run is of a test, or of a part of it such
// as a subtest or a set of parameters. The suite of a case is its group in the
// runner: a Go package, a module or class of Python, a file or describe of
// JavaScript, a class, or a label of Bazel and a class. If the runner does not
// report the place of a case, its name decides.
func (t *Test) Match(suite, name string) bool {
	if i := strings.LastIndex(name, " #"); i > 0 && strings.Trim(name[i+2:], "0123456789") == "" && t.Name != name {
		name = name[:i] // the second of its name in a suite
	}
	if folder, target, class, ok := splitLabel(suite); ok {
		if t.Language == Starlark {
			return folder == folderOf(t.Path) && target == t.Name
		}
		if !within(t.Path, folder) {
			return false
		}
		if t.Kind == Program {
			return target == t.Name
		}
		suite = class
		if t.Language == Go {
			suite = "" // the last part of the package
		}
	}
	switch t.Language {
	case Go:
		return goName(t.Name, name) && (suite == "" || suite == "command-line-arguments" || endsWithPath(suite, folderOf(t.Path)))
	case Python:
		return t.matchPython(suite, name)
	case JavaScript:
		if suite != "" && LanguageOf(suite) == JavaScript && !endsWithPath(suite, t.Path) && !endsWithPath(t.Path, suite) {
			return false
		}
		return t.matchScript(suite, name)
	}
	return leaf(name) == t.Name || name == t.Name
}

// goName reports whether a case is a function or one of its subtests. The name
// of a benchmark has the number of processors at its end.
func goName(function, name string) bool {
	rest, ok := strings.CutPrefix(name, function)
	if !ok {
		return false
	}
	if strings.HasPrefix(function, "Benchmark") {
		rest = strings.TrimRight(rest, "0123456789")
		rest = strings.TrimSuffix(rest, "-")
	}
	return rest == "" || rest[0] == '/'
}

// matchPython compares dotted names: of the file, the classes and the function.
func (t *Test) matchPython(suite, name string) bool {
	base, _, _ := strings.Cut(name, "[")
	got := dotted(base)
	if suite != "" {
		got = dotted(suite) + "." + got
	}
	own := append(t.Groups[:len(t.Groups):len(t.Groups)], t.Name)
	want := dotted(t.Path) + "." + strings.Join(own, ".")
	return endsWith(want, got, ".") || endsWith(got, want, ".")
}

// dotted turns a path or an id of pytest into a dotted name.
func dotted(name string) string {
	name = strings.ReplaceAll(name, ".py::", "::")
	name = strings.TrimSuffix(name, ".py")
	name = strings.NewReplacer("::", ".", "/", ".", `\`, ".").Replace(name)
	return strings.Trim(name, ".")
}

// separators join the titles of describes and tests in the names of reporters.
var separators = []string{" ", " > ", " › ", "/", " / ", "::", ": "}

// maxOuter bounds the describes of a name that are looked at.
const maxOuter = 8

// forms returns the names that reporters may give to a test: its title with
// all, some or none of the describes around it.
func (t *Test) forms() []string {
	all := []string{t.Name}
	for i := len(t.Groups) - 1; i >= 0 && i >= len(t.Groups)-maxOuter; i-- {
		parts := append(t.Groups[i:len(t.Groups):len(t.Groups)], t.Name)
		for _, separator := range separators {
			all = append(all, strings.Join(parts, separator))
		}
	}
	return all
}

func (t *Test) matchScript(suite, name string) bool {
	if !t.Open {
		if !slices.Contains(t.forms(), name) {
			return false
		}
		return suite == "" || LanguageOf(suite) == JavaScript || !t.otherGroups(suite)
	}
	return t.openPattern().match(name)
}

// otherGroups reports whether a suite names a describe that is not around the
// test. Some reporters have a constant or a file in its place.
func (t *Test) otherGroups(suite string) bool {
	if len(t.Groups) == 0 {
		return false
	}
	last := t.Groups[len(t.Groups)-1]
	return !strings.Contains(suite, last) && !strings.Contains(suite, t.Groups[0]) && suite != "test"
}

// openPattern returns the pattern of the title, with anything in front.
func (t *Test) openPattern() pattern {
	p := t.pattern
	if p == nil {
		p = pattern{t.Name}
	}
	return append(pattern{""}, p...)
}

// leaf returns the last part of a name, without parameters.
func leaf(name string) string {
	if i := strings.IndexAny(name, "([{"); i > 0 {
		name = name[:i]
	}
	name = strings.TrimRight(name, " ")
	return name[strings.LastIndexAny(name, ".:")+1:]
}

// splitLabel splits a label of the main repository of Bazel, and the class that
// may follow it behind a space.
func splitLabel(suite string) (folder, target, class string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(suite, "@"), "//")
	if !ok {
		return "", "", "", false
	}
	rest, class, _ = strings.Cut(rest, " ")
	folder, target, ok = strings.Cut(rest, ":")
	if !ok {
		target = path.Base(folder)
	}
	return folder, target, class, true
}

// folderOf returns the folder of a file; "" for the root.
func folderOf(name string) string {
	if dir := path.Dir(name); dir != "." {
		return dir
	}
	return ""
}

func within(name, folder string) bool {
	return folder == "" || strings.HasPrefix(name, folder+"/")
}

// endsWithPath reports whether a path ends with the parts of another.
func endsWithPath(name, end string) bool { return end == "" || endsWith(name, end, "/") }

func endsWith(name, end, separator string) bool {
	return name == end || strings.HasSuffix(name, separator+end)
}
