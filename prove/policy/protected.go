package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/patch"
	"github.com/rules-autofix/rules_autofix/prove/change"
)

// whole are globs of files that are protected as a whole, by the reason. They
// are compared without case, because some file systems do not tell it, and from
// any folder.
var whole = []struct {
	reason string
	globs  []string
}{
	{"it is part of continuous integration", []string{
		".github/workflows/**", ".github/actions/**", ".github/dependabot.y*ml", "action.y*ml", ".gitlab-ci*.y*ml", ".gitlab/**", ".circleci/**", "jenkinsfile*", "azure-pipelines*.y*ml", ".azure-pipelines/**", ".azuredevops/**",
		".travis.y*ml", "{.,}appveyor.y*ml", ".drone.y*ml", ".buildkite/**", "bitbucket-pipelines.y*ml", ".teamcity/**", ".woodpecker*", ".woodpecker/**", "cloudbuild*.{yaml,yml,json}", ".cirrus.{yml,star}", ".tekton/**", ".ci/**", ".bazelci/**", "codecov.y*ml", ".codecov.y*ml", ".semaphore/**",
		"codeowners", ".devcontainer/**", "devcontainer.json",
	}},
	{"it decides what git does with files, or what runs when it is used", []string{".gitattributes", ".gitmodules", ".gitconfig", ".githooks/**", ".husky/**", ".pre-commit-config.y*ml", "{.,}lefthook.{yml,yaml,toml,json}", "{.,}lefthook-local.y*ml", ".lintstagedrc*", ".overcommit.yml"}},
	{"it decides what Bazel does", []string{
		"module.bazel", "*.module.bazel", "module.bazel.lock", "workspace", "workspace.bazel", "workspace.bzlmod", "repo.bazel", "vendor.bazel", ".bazelrc", "*.bazelrc", ".bazelrc.*", "user.bazelrc", ".bazelversion", ".bazeliskrc", ".bazelignore", "bazelw",
		"tools/bazel", "tools/bazel.*", ".aspect/**", ".buckconfig", "pants.toml", ".plzconfig",
	}},
	{"it is a program that starts the build", []string{"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "gradle/wrapper/**", ".mvn/**"}},
	{"it decides which tests of Python run, and how", []string{
		"conftest.py", "pytest.ini", ".pytest.ini", "{.,}pytest.toml", "tox.ini", "tox.toml", "noxfile.py", ".coveragerc", "sitecustomize.py", "usercustomize.py", "*.pth", "pyvenv.cfg", ".python-version", ".nose.cfg", ".noserc", "nose2.cfg", "unittest.cfg", "runtests.py",
	}},
	{"it decides which tests of JavaScript run, and how", []string{
		"jest.config*", "jest.setup*", "jest-*.config*", "jest.preset*", "vitest.config*", "vitest.workspace*", "vitest.setup*", "vite.config*", ".mocharc*", "mocha.opts", "ava.config*", "karma.conf*", "cypress.config*", "playwright.config*", "wdio.conf*", "jasmine.json", "setuptests.*", "testsetup.*",
		".taprc", ".c8rc*", ".nycrc*", "nyc.config*", ".babelrc*", "babel.config*", ".swcrc", ".npmrc", ".yarnrc", ".yarnrc.y*ml", ".yarn/**", ".pnpmfile.*", "pnpm-workspace.y*ml", ".pnp.*", ".nvmrc", ".node-version", "lerna.json", "nx.json", "turbo.json", "bunfig.toml", "deno.json*", ".env.test*",
	}},
	{"it decides which tests of other languages run, and how", []string{
		"phpunit.xml*", ".rspec", "spec_helper.rb", "rails_helper.rb", "test_helper.rb", "test_helper.exs", "*.runsettings", "directory.build.{props,targets}", "global.json", "ctesttestfile.cmake", "junit-platform.properties", "testng*.xml",
		"pom.xml", "build.gradle*", "settings.gradle*", "gradle.properties", "buildsrc/**", ".cargo/config", ".cargo/config.toml", ".config/nextest.toml", "rust-toolchain", "rust-toolchain.toml",
		"makefile", "gnumakefile", "*.mk", "justfile", ".justfile", "taskfile.y*ml", "rakefile",
	}},
	{"it decides which code from outside takes part", []string{
		"go.mod", "go.sum", "go.work", "go.work.sum", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.y*ml", "bun.lock", "bun.lockb", "deno.lock", "poetry.lock", "uv.lock", "pdm.lock", "pipfile", "pipfile.lock", "pylock*.toml", "requirements*.{txt,in}", "requirements/*.{txt,in}", "constraints*.txt",
		"cargo.lock", "gemfile", "gemfile.lock", "composer.lock", "packages.lock.json", "mix.lock", "pubspec.lock", "gradle.lockfile", "gradle/*.versions.toml", "maven_install.json", "flake.lock", "flake.nix", "conan.lock", "package.resolved", ".tool-versions", "{.,}mise.toml", ".envrc",
		"node_modules/**", "vendor/**", "site-packages/**", ".venv/**", "venv/**", "bower_components/**",
	}},
	{"it configures this proof", []string{"autofix.toml", ".efix.yml", ".efix.yaml"}},
	{"it tells agents and editors what to do", []string{"agents.md", "claude.md", "gemini.md", ".cursorrules", ".cursor/**", ".windsurfrules", ".github/copilot*", ".github/instructions/**", ".github/prompts/**", ".vscode/**", ".idea/**", ".claude/**", ".mcp.json"}},
}

// protected says why a file is protected, or nothing.
func protected(f *change.File) string {
	name := strings.ToLower(f.Path)
	if inTestdata(name) {
		// It is data of tests, such as whole trees, which no tool takes for its
		// own. Python does take its own files from any folder.
		name = path.Base(name)
		if !slices.Contains([]string{"conftest.py", "sitecustomize.py", "usercustomize.py"}, name) && path.Ext(name) != ".pth" {
			return ""
		}
	}
	for _, group := range whole {
		for _, glob := range group.globs {
			if doublestar.MatchUnvalidated("**/"+glob, name) {
				return group.reason
			}
		}
	}
	if reason := shadows(f); reason != "" {
		return reason
	}
	return partly(f)
}

// inTestdata reports whether a path is below a folder named testdata.
func inTestdata(name string) bool {
	return slices.Contains(strings.Split(path.Dir(name), "/"), "testdata")
}

// runnerModules are modules of Python that run tests, or that runners import by
// the name alone. A new file of that name where Python looks first takes their
// place.
var runnerModules = strings.Fields(`
	pytest _pytest pluggy iniconfig packaging unittest doctest nose nose2 xdist execnet coverage hypothesis mock pygments exceptiongroup tomli pip setuptools
	abc argparse ast asyncio base64 bdb bisect builtins calendar cmd code codecs collections concurrent configparser contextlib copy copyreg csv dataclasses
	datetime decimal difflib dis email encodings enum fnmatch fractions functools gc getopt getpass gettext glob gzip hashlib heapq hmac html http imp importlib
	inspect io itertools json keyword linecache locale logging math numbers operator os pathlib pdb pickle pkgutil platform posixpath pprint pty queue random re
	reprlib runpy sched secrets select selectors shlex shutil signal site socket sqlite3 sre_compile sre_parse ssl stat statistics string struct subprocess sys
	sysconfig tarfile tempfile textwrap threading time timeit token tokenize traceback types typing urllib uuid warnings weakref xml xmlrpc zipfile zipimport zlib
`)

// shadows says why a new file takes the place of code that runs tests.
func shadows(f *change.File) string {
	if f.Op != patch.OpCreate {
		return ""
	}
	parts := strings.Split(f.Path, "/")
	if len(parts) > 1 && slices.Contains([]string{"src", "lib", "test", "tests"}, parts[0]) {
		parts = parts[1:]
	}
	// A folder without __init__.py takes no place of a module.
	module, ext, _ := strings.Cut(parts[0], ".")
	if len(parts) == 1 && ext != "py" && path.Ext(ext) != ".so" && ext != "so" || len(parts) > 1 && (len(parts) != 2 || !strings.HasPrefix(parts[1], "__init__.")) {
		return ""
	}
	if slices.Contains(runnerModules, module) {
		return "Python would take it for the module " + module + ", which takes part in running tests"
	}
	return ""
}
