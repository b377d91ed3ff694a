package results

import (
	"path"
	"slices"
	"strings"
)

// Whole returns a command without the arguments that choose among its tests, so
// that it runs all tests of its runner. It reports false for a command whose
// tests are not known, and for commands of go and Bazel, which name packages
// and targets.
func Whole(argv []string, file func(path string) ([]byte, error)) (whole []string, ok bool) {
	return wholeOf(For(argv, file), argv, file)
}

func wholeOf(reader Reader, argv []string, file func(string) ([]byte, error)) ([]string, bool) {
	switch r := reader.(type) {
	case prefixed:
		whole, ok := wholeOf(r.Reader, argv[r.n:], file)
		return slices.Concat(argv[:r.n], whole), ok
	case script:
		return slices.Clone(argv[:r.call.at+1]), true
	case pytest:
		n := 1
		if at := slices.Index(argv, "-m"); program(argv[0]) == "python" {
			n = at + 2
		}
		return slices.Clone(argv[:n]), true
	case unittest:
		at := pythonModule(argv, "unittest")
		return slices.Concat(argv[:at+1], wholeUnittest(argv[at+1:], file)), true
	case mocha:
		return slices.Concat(argv[:1], withoutValued(argv[1:], "-g", "--grep", "-f", "--fgrep")), true
	case cargoTest:
		return wholeCargo(argv), true
	case jest:
		n := 1
		if r.vitest && len(argv) > 1 && argv[1] == "run" {
			n = 2
		}
		return slices.Clone(argv[:n]), true
	case nodeTest:
		whole := argv[:1:1]
		for _, arg := range argv[1:] {
			if !strings.HasPrefix(arg, "-") {
				break // a file
			}
			name, _, hasValue := strings.Cut(arg, "=")
			if name == "--test" || hasValue && !strings.HasPrefix(name, "--test") || strings.HasPrefix(name, "--experimental-") {
				whole = append(whole, arg)
			}
		}
		return whole, true
	}
	return nil, false
}

// withoutValued returns arguments without some flags and their values.
func withoutValued(args []string, flags ...string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(args[i], "=")
		switch {
		case !slices.Contains(flags, name):
			rest = append(rest, args[i])
		case !hasValue:
			i++
		}
	}
	return rest
}

// wholeUnittest returns the arguments of unittest with which it runs all tests:
// the tests that it discovers or, if it does not discover the modules named,
// all of these.
func wholeUnittest(args []string, file func(string) ([]byte, error)) []string {
	args = withoutValued(args, "-k")
	var modules []string
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-"):
		case arg == "discover" && len(modules) == 0:
			return slices.Clone(args)
		default:
			modules = append(modules, unittestModule(args[i], file))
		}
	}
	missed := slices.ContainsFunc(modules, func(module string) bool { return !discovered(module, file) })
	if !missed {
		return nil
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}

// unittestModule returns the module that the name of a test starts with, or the
// name if there is no such file.
func unittestModule(name string, file func(string) ([]byte, error)) string {
	name = strings.ReplaceAll(strings.TrimSuffix(name, ".py"), "/", ".")
	for module := name; module != ""; module, _, _ = cutLast(module, ".") {
		if isFile(strings.ReplaceAll(module, ".", "/")+".py", file) {
			return module
		}
		if !strings.Contains(module, ".") {
			break
		}
	}
	return name
}

// discovered reports whether unittest discovers a module: by the name of its
// file, in packages only.
func discovered(module string, file func(string) ([]byte, error)) bool {
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

func isFile(name string, file func(string) ([]byte, error)) bool {
	if file == nil || path.IsAbs(name) {
		return false
	}
	_, err := file(name)
	return err == nil
}

// cargoKept are the flags of `cargo test` that say how tests are built, and not
// which: whether they have a value.
var cargoKept = map[string]bool{
	"--all-features": false, "--no-default-features": false, "--release": false, "-r": false, "--offline": false, "--locked": false, "--frozen": false,
	"--features": true, "-F": true, "--profile": true, "--manifest-path": true, "--jobs": true, "-j": true, "--target": true,
}

// wholeCargo returns a command that runs all tests of a workspace.
func wholeCargo(argv []string) []string {
	at := cargoVerb(argv)
	whole := append(slices.Clone(argv[:at+1]), "--workspace")
	for i := at + 1; i < len(argv) && argv[i] != "--"; i++ {
		name, _, hasValue := strings.Cut(argv[i], "=")
		valued, known := cargoKept[name]
		if !known {
			continue
		}
		whole = append(whole, argv[i])
		if valued && !hasValue && i+1 < len(argv) {
			i++
			whole = append(whole, argv[i])
		}
	}
	return whole
}
