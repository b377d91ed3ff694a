package results

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// For returns the reader for a command, by its program and arguments. file
// returns a file of the tree by its path from the folder in which the command
// runs, with slashes; it is asked for package.json. A command that is not known
// has a reader of its exit code.
func For(argv []string, file func(path string) ([]byte, error)) Reader {
	return forCommand(argv, file, 0)
}

// programs are the programs that are known, whatever version is in the name.
var programs = lazyregexp.New(`^(go|python|pytest|py\.test|node|bazel|bazelisk|bazelw|jest|vitest|_?mocha|npm|pnpm|yarn|uv|poetry|pdm|pipenv|cargo|tsc)(?:-?\d[\d.]*)?(?:\.(?:exe|cmd|m?js))?$`)

// program returns the name of a program without its folder and version.
func program(argv0 string) string {
	base := path.Base(strings.ReplaceAll(argv0, `\`, "/"))
	if m := programs().FindStringSubmatch(strings.ToLower(base)); m != nil {
		return m[1]
	}
	return base
}

func forCommand(argv []string, file func(string) ([]byte, error), depth int) Reader {
	if len(argv) == 0 {
		return exit{}
	}
	switch program(argv[0]) {
	case "go":
		if at := goVerb(argv); at > 0 {
			switch argv[at] {
			case "test":
				return goTest{}
			case "build", "vet", "install":
				return exit{build: true}
			}
		}
	case "bazel", "bazelisk", "bazelw":
		if command := bazelCommand(argv); command != "" {
			return bazel{command}
		}
	case "pytest", "py.test":
		return pytest{}
	case "python":
		if pythonModule(argv, "pytest", "py.test") > 0 {
			return pytest{}
		}
		if pythonModule(argv, "unittest") > 0 {
			return unittest{}
		}
	case "uv", "poetry", "pdm", "pipenv":
		if len(argv) > 2 && argv[1] == "run" && !strings.HasPrefix(argv[2], "-") {
			return withPrefix(2, forCommand(argv[2:], file, depth))
		}
	case "jest":
		return jest{}
	case "vitest":
		return jest{vitest: true}
	case "mocha", "_mocha":
		return mocha{}
	case "node":
		return forNode(argv, file, depth)
	case "npm", "pnpm", "yarn":
		return forScript(argv, file, depth)
	case "cargo":
		if at := cargoVerb(argv); at > 0 {
			switch argv[at] {
			case "test", "t":
				return cargoTest{}
			case "build", "check", "clippy":
				return exit{build: true}
			}
		}
	case "tsc":
		return exit{build: true}
	}
	return exit{}
}

func flagsOnly(args []string) bool {
	return !slices.ContainsFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
}

// forNode returns the reader of a command of node: its test runner, or a
// program of JavaScript that it runs.
func forNode(argv []string, file func(string) ([]byte, error), depth int) Reader {
	for i, arg := range argv[1:] {
		if arg == "--test" {
			return nodeTest{}
		}
		if strings.HasPrefix(arg, "-") {
			continue
		}
		if name := program(arg); slices.Contains([]string{"jest", "vitest", "mocha", "_mocha"}, name) {
			return withPrefix(i+1, forCommand(argv[i+1:], file, depth))
		}
		break
	}
	return exit{}
}

// A prefixed reads a command that another program runs.
type prefixed struct {
	Reader
	n int // arguments of that program
}

// withPrefix turns the reader of a command's arguments from n on into the
// command's reader.
func withPrefix(n int, inner Reader) Reader {
	if inner == (exit{}) {
		return inner
	}
	return prefixed{inner, n}
}

// Instrument instruments the inner command.
func (p prefixed) Instrument(argv []string, out string) []string {
	return slices.Concat(argv[:p.n], p.Reader.Instrument(argv[p.n:], out))
}

// Read gives the inner command to its reader.
func (p prefixed) Read(raw *Raw) Results {
	inner := *raw
	inner.Argv = raw.Argv[min(p.n, len(raw.Argv)):]
	return p.Reader.Read(&inner)
}
