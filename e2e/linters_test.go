//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A readyMade is an example of ready-made declarations.
type readyMade struct {
	example string
	// instead of the declaration of one tool, that of another.
	instead map[string]string
	flags   []string          // of fix
	config  map[string]string // texts of the files of the workspace that differ from the example's
	// own fixes a copy of the workspace with the tools themselves.
	own      func(f *folder)
	findings []string // that the checks report
	code     int      // of fixing, and of the strict gate afterwards
}

// readyMades has each tool that can be had for this test. google-java-format
// cannot: its declaration was never seen at work.
var readyMades = []readyMade{
	{
		example: "python",
		own: func(f *folder) {
			for range 3 {
				f.run("ruff", "check", "--config=ruff.toml", "--fix", "--exit-zero", "--no-cache", "app")
				f.run("ruff", "format", "--config=ruff.toml", "--no-cache", "app")
			}
		},
		findings: []string{
			"app/greet.py:1:1: warning: Multiple imports on one line [ruff/E401] (fixable)",
			"app/greet.py:8:14: warning: Multiple statements on one line (colon) [ruff/E701]",
			"[ruff_format/format] (fixable)",
		},
	},
	{
		example: "python", instead: map[string]string{"ruff_format": "black"},
		own: func(f *folder) {
			for range 3 {
				f.run("ruff", "check", "--config=ruff.toml", "--fix", "--exit-zero", "--no-cache", "app")
				f.run("black", "--quiet", "--line-length=100", "app")
			}
		},
		findings: []string{"[black/format] (fixable)"},
	},
	{
		example: "shell", flags: []string{"--safety=suggestion"},
		own: func(f *folder) {
			for {
				patch := f.run("shellcheck", "--format=diff", "--norc", "--external-sources", "bin/backup.sh", "bin/names.sh")
				if len(patch) == 0 {
					break
				}
				f.write("own.patch", string(patch))
				f.run("git", "apply", "own.patch")
			}
		},
		findings: []string{
			"bin/backup.sh:5:11: warning: Quote this to prevent word splitting. [shellcheck/SC2046]",
			"bin/names.sh:3:21: info: Double quote to prevent globbing and word splitting. [shellcheck/SC2086] (fix: suggestion)",
		},
	},
	{
		example: "web", flags: []string{"--safety=suggestion"},
		own: func(f *folder) {
			f.run("eslint", "--fix", "site/main.js")
			f.run("biome", "lint", "--write", "--unsafe", "site/main.ts")
			f.run("prettier", "--no-config", "--write", "biome.json", "site")
		},
		findings: []string{
			"site/main.js:1:1: error: Unexpected var, use let or const instead. [eslint/no-var] (fixable)",
			"site/main.ts:1:51: error: Using == may be unsafe if you are relying on type coercion. [biome/noDoubleEquals] (fix: suggestion)",
			"biome.json:1:1: warning: not formatted at line 1 [prettier/format] (fixable)",
		},
	},
	{
		example: "web", flags: []string{"--safety=suggestion"}, instead: map[string]string{"prettier": "biome_format"},
		own: func(f *folder) {
			f.run("eslint", "--fix", "site/main.js")
			f.run("biome", "lint", "--write", "--unsafe", "site/main.ts")
			f.run("biome", "format", "--write", "site/main.js", "site/main.ts", "site/style.css")
		},
		findings: []string{"site/style.css:1:1: warning: not formatted at line 1 [biome_format/format] (fixable)"},
	},
	{
		// A file has one formatter: of JSON, it is the built-in one unless the
		// configuration turns that off.
		example: "web", flags: []string{"--rule=prettier/*"}, config: map[string]string{"autofix.toml": "\n"},
		own: func(f *folder) { f.run("prettier", "--no-config", "--write", "site") },
		findings: []string{
			"the built-in formatter of json formats it; for another one in its place, set enabled = false in [format.json] of autofix.toml [autofix/refused-result]",
			"biome.json:1:1: warning: not formatted at line 1 [format/json] (fixable)",
		},
		code: 1,
	},
	{
		example: "cc", flags: []string{"--safety=suggestion"},
		own: func(f *folder) {
			f.write("out/greet/version.h", "#define VERSION \"1.0\"\n") // of the genrule
			flags := []string{"-I.", "-Iout", "-Igreet/include", `-DGREETING="hello"`}
			tidy := func(file string, more ...string) {
				f.run("clang-tidy", append(append([]string{"--quiet", "--fix", file, "--"}, flags...), more...)...)
			}
			tidy("greet/greet.cc", "-std=c++17", "-DNOBODY=0")
			tidy("greet/include/greet/greet.h", "-xc++", "-std=c++17")
			tidy("app/main.cc", "-std=c++17")
			f.run("clang-format", "-i", "greet/greet.cc", "greet/include/greet/greet.h", "app/main.cc", "app/names.c", "app/names.h")
		},
		findings: []string{
			"app/main.cc:7:22: warning: use nullptr [clang-tidy/modernize-use-nullptr] (fix: suggestion)",
			"greet/greet.cc:5:23: warning: prefer using 'override'",
			"greet/include/greet/greet.h:10:1: warning: use 'using' instead of 'typedef' [clang-tidy/modernize-use-using] (fix: suggestion)",
			"app/names.c:3:1: warning: not formatted at line 3 [clang_format/format] (fixable)",
		},
	},
	{
		example: "rust",
		own: func(f *folder) {
			f.write("Cargo.toml", "[package]\nname = \"greet\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\npath = \"greet/lib.rs\"\n")
			f.run("cargo", "clippy", "--quiet", "--offline", "--fix", "--allow-no-vcs")
			f.run("rustfmt", "--edition=2021", "greet/lib.rs")
		},
		findings: []string{
			"greet/lib.rs:4:8: warning: length comparison to zero [clippy/len_zero] (fixable)",
			"greet/names.rs:2:21: warning: writing `&Vec` instead of `&[_]` involves a new object where a slice will do [clippy/ptr_arg] (fix: suggestion)",
			"[rustfmt/format] (fixable)",
		},
	},
	{
		example:  "protobuf",
		own:      func(f *folder) { f.run("buf", "format", "--write") },
		findings: []string{"greet/names.proto:3:1: warning: not formatted at line 3 [buf_format/format] (fixable)"},
	},
	{
		example: "yaml",
		own:     func(*folder) {},
		findings: []string{
			`.github/workflows/ci.yaml:8:65: error: property "os" is not defined in object type {} [actionlint/expression]`,
			`.github/workflows/ci.yaml:9:9: error: step must run script with "run" section or run action with "uses" section [actionlint/syntax-check]`,
			`deploy.yaml:3:1: error: duplication of key "replicas" in mapping [yamllint/key-duplicates]`,
		},
		code: 1, // errors, which have no fix
	},
}

// The ready-made declarations report what the tools report, and fixing with them
// makes the same bytes as the tools' own fixes. AUTOFIX_LINTERS has the folder
// of the tools, which Bazel's actions must be able to run.
func TestReadyMadeCheckersFixAsTheirTools(t *testing.T) {
	linters := os.Getenv("AUTOFIX_LINTERS")
	if linters == "" {
		t.Skip("no linters: set AUTOFIX_LINTERS to the folder that tools/linters/install.sh prints, and AUTOFIX_E2E_BAZELW to tools/linters/bazelw.sh")
	}
	// All examples in one folder, one after the other: a Bazel server takes longer
	// to start than to check one of them.
	var w *workspace
	defer func() { w.remove() }()
	for _, test := range readyMades {
		if w == nil || w.example != test.example {
			w = &workspace{example: test.example, folder: "linters"}
			clearFolder(t, filepath.Join(scratch, w.folder))
		}
		t.Run(test.name(), func(t *testing.T) { test.run(t, w.fresh(t), linters) })
	}
}

// clearFolder removes all that is in a folder, if there is one.
func clearFolder(t *testing.T, name string) {
	t.Helper()
	entries, err := os.ReadDir(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(name, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
}

func (r *readyMade) name() string {
	name := r.example
	for _, tool := range r.instead {
		name += " with " + tool
	}
	if r.config != nil {
		name += " with another configuration"
	}
	return name
}

func (r *readyMade) run(t *testing.T, w *workspace, linters string) {
	w.replace(t, "MODULE.bazel", `path = "/usr/bin"`, `path = "`+linters+`"`)
	for tool, other := range r.instead {
		w.replace(t, "tools/lint/lint.bzl", `"//tools/lint:`+tool+`"`, `"//tools/lint:`+other+`"`)
	}
	for name, text := range r.config {
		w.write(t, name, text)
	}
	before := w.sources(t)
	w.bazel(t, "build", "--config=lint", "//...").wantCode(t, 0)
	w.wantUntouched(t, before)
	reports := w.reports(t)
	for _, want := range r.findings {
		if !strings.Contains(reports, want) {
			t.Errorf("no finding %q in:\n%s", want, reports)
		}
	}

	theirs := newFolder(t, linters, before)
	r.own(theirs)
	w.bazel(t, "run", append([]string{"//:fix", "--"}, r.flags...)...).wantCode(t, r.code)
	for name := range before {
		if diff := cmp.Diff(theirs.read(name), w.read(t, name)); diff != "" {
			t.Errorf("%s (-own fix of the tools +fix):\n%s", name, diff)
		}
	}
	w.bazel(t, "build", "--config=lint-strict", "//...").wantCode(t, r.code)
}

// reports returns the reports of all checks of the workspace.
func (w *workspace) reports(t *testing.T) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(w.path("bazel-bin"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".txt") && strings.HasSuffix(filepath.Dir(path), ".autofix/lint") {
			all.WriteString(readFile(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// A folder is a copy of a workspace in which tools run without Bazel.
type folder struct {
	t       *testing.T
	linters string
	path    string
	home    string
}

func newFolder(t *testing.T, linters string, files map[string]source) *folder {
	f := &folder{t: t, linters: linters, path: t.TempDir(), home: t.TempDir()}
	for name, file := range files {
		f.write(name, file.text)
	}
	return f
}

func (f *folder) write(name, text string) {
	f.t.Helper()
	file := filepath.Join(f.path, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		f.t.Fatal(err)
	}
	writeFile(f.t, file, text)
}

func (f *folder) read(name string) string {
	f.t.Helper()
	return readFile(f.t, filepath.Join(f.path, filepath.FromSlash(name)))
}

// run runs a linter, or a program of the PATH, and returns its standard output.
// Its exit code may be that of a run with findings.
func (f *folder) run(name string, args ...string) []byte {
	f.t.Helper()
	program := filepath.Join(f.linters, name)
	if _, err := os.Stat(program); err != nil {
		program = name
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = f.path
	cmd.Env = append(os.Environ(), "HOME="+f.home, "TMPDIR="+f.home, "CARGO_HOME="+f.home+"/cargo")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		f.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out.Bytes(), said.Bytes())
	}
	return out.Bytes()
}
