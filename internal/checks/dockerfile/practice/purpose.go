package practice

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// keepsTools reports whether an image of a stage is for building or testing:
// its tools are its purpose, so they do not belong to another stage.
func keepsTools(p *lint.Pass, s *lint.Stage) bool {
	if namedForTools(p.Path) || namesTools(s.Name.Value) {
		return true
	}
	for _, name := range []string{"entrypoint", "cmd"} {
		if ins := s.Last(name); ins != nil && slices.ContainsFunc(p.Script(s, ins).Commands, runsTools) {
			return true
		}
	}
	return false
}

// toolWords are words in the names of images for building and testing.
var toolWords = []string{
	"bench", "benchmark", "benchmarks", "builder", "buildenv", "buildtools", "ci", "codegen", "compiler", "conformance", "coverage", "crossbuild",
	"dev", "devcontainer", "devel", "development", "devenv", "e2e", "fuzz", "fuzzing", "gen", "generate", "generator", "genproto", "integration",
	"lint", "linter", "linters", "proto", "protobuf", "protoc", "protogen", "sdk", "test", "tester", "testing", "tests", "toolbox", "toolchain", "tools",
}

// namedForTools reports whether the name of a Dockerfile, or of a folder of it,
// says that its image is for building or testing. A file named for a step of
// the build of an image, such as Dockerfile.build, counts; a folder named
// build, which is where many Dockerfiles are, does not.
func namedForTools(file string) bool {
	base := strings.ToLower(path.Base(file))
	if slices.Contains(wordsOf(base), "build") {
		return true
	}
	return slices.ContainsFunc(strings.Split(file, "/"), namesTools)
}

func namesTools(name string) bool {
	return slices.ContainsFunc(wordsOf(strings.ToLower(name)), func(word string) bool { return slices.Contains(toolWords, word) })
}

func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".-_ ", r) })
}

// testers map commands that test, check or generate code to the words of which
// one must be an argument; nil means that none is needed.
var testers = map[string][]string{
	"bats": nil, "behave": nil, "buf": nil, "bundle": {"rake", "rspec"}, "cargo": {"bench", "check", "clippy", "fmt", "nextest", "run", "test", "watch"},
	"ctest": nil, "cypress": nil, "dotnet": {"run", "test", "watch"}, "eslint": nil, "ginkgo": nil, "go": {"generate", "run", "test", "tool", "vet"},
	"golangci-lint": nil, "gotestsum": nil, "gradle": {"check", "run", "test"}, "gradlew": {"check", "run", "test"}, "jest": nil, "mix": {"test"},
	"mocha": nil, "mvn": {"test"}, "mvnw": {"test"}, "mypy": nil, "ng": {"serve", "test"}, "nox": nil, "phpunit": nil, "playwright": nil, "prettier": nil,
	"protoc": nil, "pytest": nil, "py.test": nil, "rake": nil, "rspec": nil, "ruff": nil, "sbt": {"run", "test"}, "shellcheck": nil, "swift": {"run", "test"},
	"tox": nil, "vitest": nil, "bazel": nil, "bazelisk": nil, "just": nil, "task": nil,
}

// testModules are modules of Python that run tests.
var testModules = []string{"pytest", "unittest", "tox", "nox", "mypy", "build"}

// scriptVerbs are the names of scripts of a package.json that need its
// development tools.
var scriptVerbs = []string{"build", "check", "ci", "cover", "coverage", "dev", "e2e", "gen", "generate", "integration", "lint", "test", "watch"}

// runsTools reports whether a command of CMD or ENTRYPOINT runs a compiler or
// tests, opens a shell, or waits for somebody to do so.
func runsTools(c *lint.Command) bool {
	switch c.Name {
	case "sh", "bash", "zsh", "ash", "fish":
		return shellRunsTools(c)
	case "sleep":
		return len(c.Args) == 1 && c.Args[0].Is("infinity", "inf")
	case "tail":
		return slices.ContainsFunc(c.Args, func(a lint.Arg) bool { return a.Is("/dev/null") })
	case "npm", "yarn", "pnpm", "bun":
		return slices.ContainsFunc(c.Args, func(a lint.Arg) bool {
			verb, _, _ := strings.Cut(a.Value, ":")
			return a.Static && (slices.Contains(scriptVerbs, verb) || namesTools(verb))
		})
	case "npx", "pnpx", "bunx":
		return slices.ContainsFunc(c.Args, func(a lint.Arg) bool { _, ok := testers[a.Value]; return a.Static && ok })
	}
	if strings.HasPrefix(c.Name, "python") {
		for i, a := range c.Args {
			if a.Is("-m") && i+1 < len(c.Args) && c.Args[i+1].Is(testModules...) {
				return true
			}
		}
		return false
	}
	if words, ok := testers[c.Name]; ok {
		if words == nil || len(c.Args) == 0 || slices.ContainsFunc(c.Args, func(a lint.Arg) bool { return a.Is(words...) }) {
			return true
		}
	}
	return packages.Of(c) == nil && builds(c) || toolScript(c)
}

// shellRunsTools reports whether a command opens a shell, or runs tools with the
// -c option of one.
func shellRunsTools(c *lint.Command) bool {
	words := slices.DeleteFunc(slices.Clone(c.Args), func(a lint.Arg) bool { return a.Static && strings.HasPrefix(a.Value, "-") })
	switch {
	case len(words) == 0:
		return true
	case len(words) == len(c.Args) || !words[0].Static:
		return false
	case !strings.HasSuffix(c.Args[0].Value, "c"):
		return toolScript(&lint.Command{Name: path.Base(words[0].Value)})
	}
	for _, command := range strings.FieldsFunc(words[0].Value, func(r rune) bool { return strings.ContainsRune("&|;\n", r) }) {
		fields := strings.Fields(command)
		if len(fields) == 0 {
			continue
		}
		inner := &lint.Command{Name: path.Base(fields[0]), Script: c.Script}
		for _, f := range fields[1:] {
			inner.Args = append(inner.Args, lint.Arg{Value: f, Static: !strings.Contains(f, "$")})
		}
		if runsTools(inner) {
			return true
		}
	}
	return false
}

// toolScript reports whether a command runs a script whose name says that it
// tests or builds, such as ./run-tests.sh.
func toolScript(c *lint.Command) bool {
	name, ok := strings.CutSuffix(c.Name, ".sh")
	return ok && namesTools(name)
}
