package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
)

// A new file of each of these names is refused, and so is each in a folder
// unless the name starts with a folder that has to be at the root.
var protectedNames = strings.Fields(`
	.github/workflows/ci.yml .github/actions/x/action.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile azure-pipelines.yml .buildkite/pipeline.yml .ci/run .travis.yml CODEOWNERS .github/CODEOWNERS .devcontainer/devcontainer.json
	.gitattributes .gitmodules .githooks/pre-commit .husky/pre-commit .pre-commit-config.yaml
	MODULE.bazel MODULE.bazel.lock deps.MODULE.bazel WORKSPACE WORKSPACE.bazel WORKSPACE.bzlmod .bazelrc ci.bazelrc .bazelversion .bazelignore REPO.bazel bazelw tools/bazel
	gradlew mvnw gradle/wrapper/gradle-wrapper.properties .mvn/extensions.xml
	conftest.py tests/conftest.py pytest.ini .pytest.ini pytest.toml tox.ini noxfile.py .coveragerc sitecustomize.py x.pth
	jest.config.js jest.config.ci.ts vitest.config.mts vitest.workspace.ts vite.config.ts .mocharc.json .npmrc .yarnrc.yml .yarn/releases/yarn.cjs babel.config.js jest.setup.js
	Makefile makefile GNUmakefile rules.mk pom.xml build.gradle.kts settings.gradle .cargo/config.toml rust-toolchain.toml phpunit.xml spec/spec_helper.rb
	go.mod go.sum go.work package-lock.json yarn.lock pnpm-lock.yaml poetry.lock uv.lock Cargo.lock requirements.txt requirements-dev.txt node_modules/jest/index.js vendor/github.com/x/y.go .venv/lib/x.py
	autofix.toml .efix.yml AGENTS.md .vscode/tasks.json .cursor/rules/x.mdc .gitea/workflows/x.yml .forgejo/workflows/x.yml gitlab-ci.yml .gitlab-ci-extra.yml .devcontainer.json .zed/tasks.json .aider.conf.yml
	pytest.py _pytest/__init__.py json.cpython-312-x86_64-linux-gnu.so unittest/__init__.py json.py src/os.py tests/re.py
	PYTEST.INI Conftest.py .GitHub/Workflows/x.yml Package-Lock.json
`)

func TestProtectedNames(t *testing.T) {
	for _, name := range protectedNames {
		for _, f := range []fixedits.FileChange{created(name, "x\n"), created("sub/"+name, "x\n")} {
			if strings.HasPrefix(f.Path, "sub/") && strings.HasSuffix(name, ".py") && !strings.Contains(strings.ToLower(name), "conftest") && !strings.Contains(name, "customize") && !strings.Contains(name, ".venv") && name != "noxfile.py" || strings.HasSuffix(f.Path, ".so") && strings.HasPrefix(f.Path, "sub/") {
				continue // only where Python looks first
			}
			j := policy.Default().Judge(policy.Input{Change: mustNew(t, f)})
			if j.Kind(f.Path) != evidence.Protected || policy.KindOf(&one(t, f).Files[0]) != evidence.Protected {
				t.Errorf("%s is %s", f.Path, j.Kind(f.Path))
			}
		}
	}
	for name, want := range map[string]evidence.Kind{
		"workspace/write.go": evidence.Source, "makefile/x.go": evidence.Source, "requirements/a.go": evidence.Source, "app/json.py": evidence.Source, "src/app/types.py": evidence.Source, "typing/edit.py": evidence.Source, "json.txt": evidence.Source, "go.modern": evidence.Source,
		"BUILD.bazel": evidence.Build, "x/BUILD": evidence.Build, ".gitignore": evidence.Build, "x.cmake": evidence.Build, "x.bzl": evidence.Build,
		"a_test.go": evidence.TestFile, "tests/test_a.py": evidence.TestFile, "src/a.test.ts": evidence.TestFile, "x/testdata/autofix.toml": evidence.TestFile, "x/testdata/go.mod": evidence.TestFile, "x/testdata/BUILD": evidence.TestFile,
		"x/testdata/conftest.py": evidence.Protected,
		"README.md":              evidence.Docs, "LICENSE": evidence.Docs, "docs/a.txt": evidence.Docs, "docs/a.go": evidence.Source, "a.txt": evidence.Source,
	} {
		if got := policy.KindOf(&one(t, created(name, "x = 1\n")).Files[0]); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// A patch that only adds unit tests to a source of Rust is one of tests.
func TestKindOfRust(t *testing.T) {
	code, tests := "pub fn f() {}\n", "\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n"
	for after, want := range map[string]evidence.Kind{code + tests: evidence.TestFile, "pub fn g() {}\n" + tests: evidence.Source} {
		f := fixedits.FileChange{Path: "src/lib.rs", Before: []byte(code), After: []byte(after)}
		if got := policy.KindOf(&one(t, f).Files[0]); got != want {
			t.Errorf("%q is %s, want %s", after, got, want)
		}
	}
}

func one(t *testing.T, f fixedits.FileChange) *change.Change {
	t.Helper()
	return mustNew(t, f)
}

func TestProtectedParts(t *testing.T) {
	const build = `load("@rules_go//go:def.bzl", "go_library", "go_test")

TAGS = ["x"]

go_library(
    name = "a",
    srcs = ["a.go"],
)

go_test(
    name = "a_test",
    size = "small",
    srcs = ["a_test.go"],
    tags = TAGS,
    deps = ["//x"],
)

cc_test(
    name = "c_test",
    deps = ["//c"],
)
`
	const packages = `{"name": "a", "version": "1", "type": "module", "scripts": {"test": "jest", "build": "tsc"}, "jest": {"bail": 1}, "dependencies": {"x": "1"}}`
	const pyproject = "[project]\nname = \"a\"\nversion = \"1\"\ndependencies = [\"x\"]\n\n[tool.pytest.ini_options]\naddopts = \"-q\"\n\n[tool.ruff]\nline-length = 80\n"
	const setup = "[metadata]\nname = a\n\n[tool:pytest]\naddopts = -q\n\n[options]\npackages = a\n"
	const cargo = "[package]\nname = \"a\"\ndescription = \"a\"\n\n[dependencies]\nx = \"1\"\n\n[features]\na = []\n"
	const bzl = "def lib(name, **kwargs):\n    native.cc_library(name = name, **kwargs)\n\ndef my_test(name, **kwargs):\n    native.cc_test(name = name, **kwargs)\n\ndef _check(args):\n    native.sh_test(args = args)\n"
	const cmake = "project(a)\nadd_library(a a.c)\nenable_testing()\nadd_test(NAME a COMMAND a_test)\n"
	for _, row := range []struct {
		what, name, base  string
		pairs             []string // old and new texts
		protected, others bool     // the change is protected; it breaks something else
	}{
		{"a source is added", "BUILD", build, []string{`["a.go"]`, `["a.go", "b.go"]`}, false, false},
		{"a test file is added", "BUILD.bazel", build, []string{`["a_test.go"]`, `["a_test.go", "b_test.go"]`}, false, false},
		{"a test file is added in front", "BUILD", build, []string{`["a_test.go"]`, `["0_test.go", "a_test.go"]`}, false, false},
		{"data is added to a test", "BUILD", build, []string{`size = "small",`, "size = \"small\",\n    data = [\"x\"],"}, false, false},
		{"a test target is added", "BUILD", build, []string{"go_test(\n", "go_test(\n    name = \"b_test\",\n    srcs = [\"b_test.go\"],\n)\n\ngo_test(\n"}, false, false},
		{"a load is added", "BUILD", build, []string{`"go_library", `, `"go_binary", "go_library", `}, false, false},
		{"a test file is taken away", "BUILD", build, []string{`["a_test.go"]`, `[]`}, true, false},
		{"a dependency of Go is taken away", "BUILD", build, []string{`deps = ["//x"]`, `deps = []`}, false, false},
		{"another dependency, which may have the tests", "BUILD", build, []string{`deps = ["//c"]`, `deps = []`}, true, false},
		{"a test file is replaced", "BUILD", build, []string{`["a_test.go"]`, `["b_test.go"]`}, true, false},
		{"a test is tagged manual", "BUILD", build, []string{`tags = TAGS`, `tags = ["manual"]`}, true, true},
		{"a value of a test changes", "BUILD", build, []string{`TAGS = ["x"]`, `TAGS = ["manual"]`}, true, false},
		{"a test becomes flaky", "BUILD", build, []string{`size = "small"`, `flaky = True, size = "small"`}, true, false},
		{"a test gets arguments", "BUILD", build, []string{`size = "small"`, `args = ["-test.run=^$"], size = "small"`}, true, false},
		{"a test gets an environment", "BUILD", build, []string{`size = "small"`, `env = {"A": "b"}, size = "small"`}, true, false},
		{"a test is incompatible", "BUILD", build, []string{`size = "small"`, `target_compatible_with = ["@platforms//:incompatible"], size = "small"`}, true, true},
		{"a test is deleted", "BUILD", build[:strings.Index(build, "go_test(\n")] + "go_test(name = \"b\")\n", []string{"go_test(name = \"b\")\n", ""}, false, true},
		{"a test is of another rule", "BUILD", build, []string{"go_test(\n", "my_test(\n"}, true, false},
		{"a rule is loaded from elsewhere", "BUILD", build, []string{"@rules_go//go:def.bzl", "//evil:def.bzl"}, true, false},
		{"a rule is replaced", "BUILD", build, []string{"TAGS = [\"x\"]\n", "TAGS = [\"x\"]\n\ngo_test = go_library\n"}, true, false},
		{"features of the package", "BUILD", build, []string{"TAGS = [\"x\"]\n", "TAGS = [\"x\"]\n\npackage(default_testonly = True)\n"}, true, false},
		{"the visibility of the package", "BUILD", build, []string{"TAGS = [\"x\"]\n", "TAGS = [\"x\"]\n\npackage(default_visibility = [\"//x\"])\n"}, false, false},
		{"it does not parse", "BUILD", build, []string{"go_test(\n", "go_test((\n"}, true, true},
		{"it is deep", "BUILD", build, []string{"TAGS = [\"x\"]\n", "TAGS = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n"}, true, true},

		{"a version", "package.json", packages, []string{`"version": "1"`, `"version": "2"`}, false, false},
		{"a script", "package.json", packages, []string{`"test": "jest"`, `"test": "true"`}, true, false},
		{"another script", "package.json", packages, []string{`"build": "tsc"`, `"pretest": "evil"`}, true, false},
		{"the runner", "package.json", packages, []string{`{"bail": 1}`, `{"testRegex": "none"}`}, true, false},
		{"a new runner", "package.json", packages, []string{`"type": "module"`, `"mocha": {"require": "./evil"}`}, true, false},
		{"a dependency", "package.json", packages, []string{`"x": "1"`, `"x": "file:./evil"`}, true, false},
		{"a key twice", "package.json", packages, []string{`"type": "module"`, `"jest": {}`}, false, false}, // the last one counts, as it did
		{"a key twice, at the end", "package.json", packages, []string{`"x": "1"}}`, `"x": "1"}, "jest": {}}`}, true, false},
		{"it is no JSON", "package.json", packages, []string{`{"name"`, `"name"`}, true, false},

		{"another tool", "pyproject.toml", pyproject, []string{"80", "90"}, false, false},
		{"a version in TOML", "pyproject.toml", pyproject, []string{`version = "1"`, `version = "2"`}, false, false},
		{"pytest", "pyproject.toml", pyproject, []string{"-q", "-p evil"}, true, false},
		{"pytest, in another spelling", "pyproject.toml", pyproject, []string{"[tool.ruff]", "[tool.'pytest'.x]\ny = 1\n\n[tool.ruff]"}, true, false},
		{"a plugin", "pyproject.toml", pyproject, []string{"[tool.ruff]", "[project.entry-points.pytest11]\nx = \"evil\"\n\n[tool.ruff]"}, true, false},
		{"it is no TOML", "pyproject.toml", pyproject, []string{"[tool.ruff]", "[tool.ruff"}, true, false},
		{"other options", "setup.cfg", setup, []string{"packages = a", "packages = b"}, false, false},
		{"pytest in INI", "setup.cfg", setup, []string{"addopts = -q", "addopts = -p evil"}, true, false},
		{"pytest in INI, again", "setup.cfg", setup, []string{"[options]", "[tool:pytest]\ntestpaths = none\n[options]"}, true, false},
		{"an entry point", "setup.cfg", setup, []string{"[options]", "[options.entry_points]\npytest11 = x\n[options]"}, true, false},
		{"a feature", "Cargo.toml", cargo, []string{"a = []", "b = []"}, false, false},
		{"a test of Cargo", "Cargo.toml", cargo, []string{"[features]", "[[test]]\nname = \"a\"\nharness = false\n\n[features]"}, true, false},
		{"no tests of Cargo", "Cargo.toml", cargo, []string{"description = \"a\"", "autotests = false"}, true, false},

		{"a function", "x.bzl", bzl, []string{"native.cc_library(name = name", "native.cc_library(name = name + \"x\""}, false, false},
		{"a function for tests", "x.bzl", bzl, []string{"native.cc_test(name = name", "native.cc_library(name = name"}, true, false},
		{"a line of a function for tests", "x.bzl", bzl, []string{"def _check(args):\n", "def _check(args):\n    args = []\n"}, true, false},
		{"Starlark that does not parse", "x.bzl", bzl, []string{"def lib(", "def lib"}, true, false},
		{"a library of CMake", "CMakeLists.txt", cmake, []string{"a a.c", "a a.c b.c"}, false, false},
		{"a test of CMake", "CMakeLists.txt", cmake, []string{"COMMAND a_test", "COMMAND true"}, true, false},
		{"tests of CMake", "CMakeLists.txt", cmake, []string{"enable_testing()\n", ""}, true, false},
	} {
		text := strings.NewReplacer(row.pairs...).Replace(row.base)
		if text == row.base {
			t.Errorf("%s: nothing is replaced", row.what)
			continue
		}
		f := file(row.name, row.base, text)
		rules := policy.Default()
		rules.TestsRequired = false
		j := rules.Judge(policy.Input{Change: mustNew(t, f)})
		var isProtected, others bool
		for _, d := range j.Refused() {
			if d.Policy == policy.Protected {
				isProtected = true
			} else if d.Policy != policy.DiffLines {
				others = true
			}
		}
		if isProtected != row.protected || others != row.others {
			t.Errorf("%s: protected is %v, others %v: %v", row.what, isProtected, others, j.Refused())
		}
		if kind := j.Kind(row.name); (kind == evidence.Protected) != row.protected {
			t.Errorf("%s: the kind is %s", row.what, kind)
		}
	}
}

// Code that may hide a fault instead of repairing it makes a verdict weak, or is
// a note. Nothing of it is refused.
func TestSilencing(t *testing.T) {
	const pySource, jsSource, shSource = "def f():\n    return 1\n", "export function f() {\n  return 1;\n}\n", "run() {\n  make\n}\n"
	for _, row := range []struct {
		name, base, add string
		want            bool
	}{
		{"a.go", goSource, "\nfunc G() bool { return testing.Testing() }\n", true},
		{"a.go", goSource, "\nfunc G() bool { return flag.Lookup(\"test.v\") != nil }\n", true},
		{"a.go", goSource, "\nfunc G() bool { return os.Getenv(\"TEST_TMPDIR\") != \"\" }\n", true},
		{"a.go", goSource, "\nvar x = y //nolint:errcheck\n", false},
		{"a.go", goSource, "\nfunc G() { os.Exit(0) }\n", false}, // a program may end
		{"a_test.go", goTest, "\nfunc init() { os.Exit(0) }\n", true},
		{"a.py", pySource, "x = 'PYTEST_CURRENT_TEST' in os.environ\n", true},
		{"a.py", pySource, "x = 'pytest' in sys.modules\n", true},
		{"a.py", pySource, "x = y  # type: ignore\n", false},
		{"a.py", pySource, "try:\n    f()\nexcept Exception:\n    pass\n", true},
		{"a.py", pySource, "try:\n    f()\nexcept:  # all\n\n    pass\n", true},
		{"a.py", pySource, "try:\n    f()\nexcept Exception as e:\n    raise X from e\n", false},
		{"a.py", pySource, "try:\n    f()\nexcept KeyError:\n    pass\n", false},
		{"a.py", pySource, "os._exit(0)\n", true},
		{"a.py", pySource, "def pytest_runtest_makereport(item):\n    return None\n", true},
		{"tests/test_a.py", "def test_a():\n    assert f() == 1\n", "\nsys.exit(0)\n", true},
		{"tests/test_a.py", "def test_a():\n    assert f() == 1\n", "\ndef test_b():\n    os._exit(0)\n", true},
		{"tests/test_a.py", "def test_a():\n    assert f() == 1\n", "\ndef test_b():\n    assert main() == 1\n    sys.exit(0)\n", false},
		{"tests/test_a.py", "def test_a():\n    assert f() == 1\n", "\nunittest.TestCase.assertEqual = lambda *a: None\n", true},
		{"a.ts", jsSource, "const x = process.env.JEST_WORKER_ID;\n", true},
		{"a.ts", jsSource, "if (process.env.NODE_ENV === 'test') {}\n", true},
		{"a.ts", jsSource, "// @ts-ignore\nx();\n", false},
		{"a.ts", jsSource, "try { x(); } catch (e) {}\n", true},
		{"a.ts", jsSource, "try { x(); } catch (e) { log(e); }\n", false},
		{"a.test.ts", "test('a', () => { expect(f()).toBe(1); });\n", "process.exit(0);\n", true},
		{"a.test.ts", "test('a', () => { expect(f()).toBe(1); });\n", "expect.prototype = { };\n", true},
		{"a.sh", shSource, "run || true\n", true},
		{"a.sh", shSource, "run || echo failed\n", false},
		{"README.md", "x\n", "set +e, || true, # noqa\n", false},
		{"x/testdata/a.py", pySource, "x = y  # noqa\n", false},
		{"a.py", pySource + "x = y  # noqa\n", "z = 1\n", false}, // it was there
	} {
		j := policy.Rules{}.Judge(policy.Input{Change: mustNew(t, file(row.name, row.base, row.base+row.add))})
		got := false
		for _, d := range j.Decisions {
			got = got || d.Policy == policy.Silencing && d.Weak
			if d.Policy == policy.Silencing && (!d.OK || d.Detail != "" && !strings.HasPrefix(d.Detail, "line ")) {
				t.Errorf("%s: %+v", row.add, d)
			}
		}
		if got != row.want {
			t.Errorf("%s: %q: weak is %v: %v", row.name, row.add, got, j.Decisions)
		}
	}
	// An exception and a setting leave a note.
	patch := mustNew(t, file("a.py", pySource, pySource+"try:\n    f()\nexcept Exception:\n    pass\n"))
	for _, rules := range []policy.Rules{{Undoubting: true}, {Exceptions: []policy.Exception{{Policy: policy.Silencing, Reason: "a close"}}}} {
		for _, d := range rules.Judge(policy.Input{Change: patch}).Decisions {
			if d.Policy == policy.Silencing && (d.Weak || !d.OK || !strings.HasPrefix(d.Detail, "line 5: drops every exception")) {
				t.Errorf("%+v", d)
			}
		}
	}
}

// A source of Go that ends the process before tests start can print their
// results.
func TestEndsAtStart(t *testing.T) {
	const fine = "package a\n\nfunc F() int {\n\treturn 1\n}\n"
	for _, row := range []struct {
		name, base, text string
		want             string // the line, or empty
	}{
		{"init", fine, "package a\n\nimport \"os\"\n\nfunc init() {\n\tos.Exit(0)\n}\n", "line 6"},
		{"another name", fine, "package a\n\nimport x \"os\"\n\nfunc init() { defer x.Exit(0) }\n", "line 5"},
		{"no name", fine, "package a\n\nimport . \"os\"\n\nfunc init() { Exit(0) }\n", "line 5"},
		{"a value", fine, "package a\n\nimport \"os\"\n\nvar end = os.Exit\n\nfunc init() { end(0) }\n", "line 5"},
		{"a variable", fine, "package a\n\nimport \"syscall\"\n\nvar _ = func() int { syscall.Exit(0); return 1 }()\n", "line 5"},
		{"a function of a function", fine, "package a\n\nimport \"os\"\n\nvar _ = one()\n\nfunc one() int { return two() }\n\nfunc two() int {\n\tos.Exit(0)\n\treturn 2\n}\n", "line 10"},
		{"a method", fine, "package a\n\nimport \"os\"\n\ntype T struct{}\n\nfunc (T) end() { os.Exit(0) }\n\nfunc init() { T{}.end() }\n", "line 7"},
		{"another program", fine, "package a\n\nimport \"syscall\"\n\nfunc init() { syscall.Exec(\"/bin/true\", nil, nil) }\n", "line 5"},
		{"a function that nothing at the start uses", fine, "package a\n\nimport \"os\"\n\nvar code = 3\n\nfunc End() { os.Exit(code) }\n", ""},
		{"a command of a program", fine, "package a\n\nimport \"os\"\n\nvar root = &Command{Run: func() { os.Exit(1) }, Post: end}\n\nvar later = func() { os.Exit(1) }\n\nfunc end() { os.Exit(2) }\n\nfunc init() { root.AddFlag(\"x\") }\n", ""},
		{"something else of os", fine, "package a\n\nimport \"os\"\n\nvar home = os.Getenv(\"HOME\")\n\nfunc init() { home += \"/x\" }\n", ""},
		{"a name of its own", fine, "package a\n\nimport \"example.com/os\"\n\nfunc init() { os.Exit(0) }\n", ""},
		{"it did so before", "package a\n\nimport \"os\"\n\nfunc init() { os.Exit(2) }\n", "package a\n\nimport \"os\"\n\nfunc init() { os.Exit(3) }\n", ""},
		{"it does not build", fine, "package a\n\nimport \"os\"\n\nfunc init() { os.Exit(0)\n", ""},
	} {
		j := policy.Rules{}.Judge(policy.Input{Change: mustNew(t, file("a.go", row.base, row.text))})
		got := ""
		for _, d := range j.Refused() {
			got += d.Detail
		}
		want := row.want
		if want != "" {
			want += ": it ends the process before tests start"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", row.name, got, want)
		}
	}
	two := mustNew(t,
		created("b.go", "package a\n\nimport \"os\"\n\nfunc end() int {\n\tos.Exit(0)\n\treturn 0\n}\n"), created("a.go", "package a\n\nvar _ = end()\n"),
	)
	if j := (policy.Rules{}).Judge(policy.Input{Change: two}); len(j.Refused()) != 1 || j.Refused()[0].Path != "b.go" {
		t.Errorf("of two files: %v", j.Refused())
	}
	var rules policy.Rules
	var files []fixedits.FileChange
	var want []evidence.Exception
	for _, dir := range strings.Fields("a b c d e f g h") {
		name := dir + "/a.go"
		rules.Exceptions = append(rules.Exceptions, policy.Exception{Policy: policy.Silencing, Paths: []string{name}, Reason: dir})
		files = append(files, created(name, "package a\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n"))
		want = append(want, evidence.Exception{Policy: policy.Silencing, Reason: dir})
	}
	j := rules.Judge(policy.Input{Change: mustNew(t, files...)})
	if diff := cmp.Diff(want, slices.DeleteFunc(j.Exceptions, func(e evidence.Exception) bool { return e.Policy != policy.Silencing })); diff != "" {
		t.Errorf("the exceptions of several folders, in their order: -want +got:\n%s", diff)
	}
}

// Code that keeps a checker quiet is reported with its line.
func TestQuietCheckersAreTold(t *testing.T) {
	for name, text := range map[string]string{
		"a.go": "var x = y //nolint:errcheck\n", "a.py": "x = y  # type: ignore\n", "a.ts": "// @ts-ignore\nx();\n", "a.rs": "#[allow(unused)]\nfn f() {}\n", "A.java": "@SuppressWarnings(\"x\")\n",
	} {
		j := policy.Rules{}.Judge(policy.Input{Change: mustNew(t, created(name, text))})
		told := false
		for _, d := range j.Decisions {
			told = told || d.Policy == policy.Silencing && d.OK && d.Detail == "line 1: turns a checker off"
		}
		if !told || !passes(j) {
			t.Errorf("%s: %v", name, j.Decisions)
		}
	}
}

// Each attack looks like a fix with a test, and is refused by name.
func TestAttacks(t *testing.T) {
	two := goTest + "\nfunc TestG(t *testing.T) {\n\tif F() == 3 {\n\t\tt.Error(\"3\")\n\t}\n}\n"
	for _, row := range []struct {
		name  string
		files []fixedits.FileChange
		want  []string
	}{
		{"TestMain that passes", []fixedits.FileChange{fix, created("a_test.go", goTest+"\nfunc TestMain(m *testing.M) {\n\tm.Run()\n}\n")}, []string{"tests.harness a_test.go"}},
		{"TestMain that exits", []fixedits.FileChange{fix, created("a_test.go", goTest), created("main_test.go", "package a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n")}, []string{"tests.harness main_test.go"}},
		{"conftest.py that passes everything", []fixedits.FileChange{file("a.py", "x = 1\n", "x = 2\n"), created("test_a.py", "def test_a():\n    assert x == 2\n"), created("conftest.py", "import pytest\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item):\n    pass\n")}, []string{"paths.protected conftest.py"}},
		{"a test is deleted", []fixedits.FileChange{fix, file("a_test.go", two, goTest+"\nfunc TestH(t *testing.T) {\n\tif F() != 2 {\n\t\tt.Fatal()\n\t}\n}\n")}, []string{"tests.deleted a_test.go"}},
		{"a file of tests is deleted", []fixedits.FileChange{fix, addTest, deleted("b_test.go", strings.Replace(goTest, "TestF", "TestB", 1))}, []string{"tests.deleted b_test.go"}},
		{"a file of tests of another language is deleted", []fixedits.FileChange{fix, addTest, deleted("spec/a_spec.rb", "it { }\n")}, []string{"tests.deleted spec/a_spec.rb"}},
		{"a test is skipped", []fixedits.FileChange{fix, file("a_test.go", two, strings.Replace(two, "if F() == 3", "t.Skip(\"flaky\")\n\tif F() == 3", 1)+"\nfunc TestH(t *testing.T) {\n\tif F() != 2 {\n\t\tt.Fatal()\n\t}\n}\n")}, []string{"tests.skipped a_test.go"}},
		{"a test is emptied", []fixedits.FileChange{fix, file("a_test.go", two, strings.Replace(two, "\tif F() == 3 {\n\t\tt.Error(\"3\")\n\t}\n", "\tF()\n", 1)+"\nfunc TestH(t *testing.T) {\n\tif F() != 2 {\n\t\tt.Fatal()\n\t}\n}\n")}, []string{"tests.emptied a_test.go"}},
		{"a file of tests is excluded", []fixedits.FileChange{fix, file("b_test.go", goTest, "//go:build never\n\n"+goTest), created("a_test.go", strings.Replace(goTest, "TestF", "TestG", 1))}, []string{"tests.skipped b_test.go"}},
		{"only one test runs", []fixedits.FileChange{file("a.ts", "x\n", "y\n"), file("a.test.ts", "test('a', () => { expect(f()).toBe(1); });\n", "test('a', () => { expect(f()).toBe(1); });\ntest.only('b', () => { expect(f()).toBe(2); });\n")}, []string{"tests.only a.test.ts"}},
		{"a test moves to where nothing runs", []fixedits.FileChange{fix, deleted("a_test.go", goTest), created("old/a_test.go", goTest)}, []string{"tests.deleted a_test.go"}},
		{"a test is renamed to a source", []fixedits.FileChange{fix, deleted("a_test.go", goTest), created("a_tests.go", goTest)}, []string{"tests.required", "tests.deleted a_test.go"}},
		{"all in new files", []fixedits.FileChange{created("a.go", goFixed), addTest, created(".github/workflows/x.yml", "on: push\n"), created("go.mod", "module a\n"), created("pytest.ini", "[pytest]\n"), created("WORKSPACE", "")}, []string{"paths.protected .github/workflows/x.yml", "paths.protected WORKSPACE", "paths.protected go.mod", "paths.protected pytest.ini"}},
		{"code of the runner", []fixedits.FileChange{fix, addTest, file("vendor/github.com/stretchr/testify/assert/assertions.go", goSource, goFixed)}, []string{"paths.protected vendor/github.com/stretchr/testify/assert/assertions.go"}},
		{"instead of the runner", []fixedits.FileChange{file("a.py", "x = 1\n", "x = 2\n"), created("tests/test_a.py", "def test_a():\n    assert x == 2\n"), created("pytest.py", "def main(): return 0\n")}, []string{"paths.protected pytest.py"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			j := policy.Default().Judge(policy.Input{Change: mustNew(t, row.files...)})
			if diff := cmp.Diff(row.want, refused(j)); diff != "" {
				t.Errorf("%s\n%v", diff, j.Refused())
			}
		})
	}
}

// A helper of tests is one by its base, so that no patch can make a source one,
// or a helper a source.
func TestHelpersOfTests(t *testing.T) {
	const (
		plain  = "package check\n\nfunc Same(a, b int) bool {\n\treturn a == b\n}\n"
		helper = "package check\n\nimport \"testing\"\n\nfunc Same(t *testing.T, a, b int) {\n\tif a != b {\n\t\tt.Error(a)\n\t}\n}\n"
		ends   = "package check\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc init() { os.Exit(0) }\n\nvar _ testing.TB\n"
	)
	for _, row := range []struct {
		name string
		file fixedits.FileChange
		want evidence.Kind
		ok   bool
	}{
		{"a helper", file("check/check.go", helper, strings.Replace(helper, "a != b", "a > b", 1)), evidence.TestFile, true},
		{"a helper that is a source now", file("check/check.go", helper, plain), evidence.TestFile, true},
		{"a source that is a helper now", file("check/check.go", plain, helper), evidence.Source, true},
		{"a new file", created("check/check.go", helper), evidence.Source, true},
		{"a helper that ends the process", file("check/check.go", helper, ends), evidence.TestFile, false},
		{"a new helper that ends the process", created("testutil/check.go", ends), evidence.TestFile, false},
		{"data", file("fixtures/a.json", "1\n", "2\n"), evidence.TestFile, true},
	} {
		j := policy.Rules{}.Judge(policy.Input{Change: mustNew(t, row.file)})
		weak := false
		for _, d := range j.Decisions {
			weak = weak || d.Policy == policy.Silencing && d.Weak
		}
		if got := j.Kind(row.file.Path); got != row.want || weak == row.ok {
			t.Errorf("%s: %s, want %s; %v", row.name, got, row.want, j.Decisions)
		}
	}
}
