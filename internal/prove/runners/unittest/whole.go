package unittest

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

// whole returns a command that runs all tests.
func whole(argv []string, file results.File) []string {
	at := python.Module(argv, "unittest")
	return slices.Concat(argv[:at+1], wholeArguments(argv[at+1:], file))
}

// wholeArguments returns the arguments of unittest with which it runs all
// tests: the tests that it discovers or, if it does not discover the modules
// named, all of these.
func wholeArguments(args []string, file results.File) []string {
	args = results.WithoutFlags(args, "-k")
	var modules []string
	for _, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-"):
		case arg == "discover" && len(modules) == 0:
			return slices.Clone(args)
		default:
			modules = append(modules, moduleOf(arg, file))
		}
	}
	if !slices.ContainsFunc(modules, func(module string) bool { return !discovered(module, file) }) {
		return nil
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}

// moduleOf returns the module that the name of a test starts with, or the name
// if there is no such file.
func moduleOf(name string, file results.File) string {
	name = strings.ReplaceAll(strings.TrimSuffix(name, ".py"), "/", ".")
	for module := name; module != ""; module = module[:max(0, strings.LastIndexByte(module, '.'))] {
		if isFile(strings.ReplaceAll(module, ".", "/")+".py", file) {
			return module
		}
	}
	return name
}

// discovered reports whether unittest discovers a module: by the name of its
// file, in packages only.
func discovered(module string, file results.File) bool {
	name := strings.ReplaceAll(module, ".", "/")
	if !strings.HasPrefix(path.Base(name), "test") || !isFile(name+".py", file) {
		return false
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if !isFile(dir+"/__init__.py", file) {
			return false
		}
	}
	return true
}

func isFile(name string, file results.File) bool {
	if file == nil || path.IsAbs(name) {
		return false
	}
	_, err := file(name)
	return err == nil
}
