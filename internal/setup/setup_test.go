package setup_test

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/setup"
	"github.com/rules-autofix/rules_autofix/internal/setup/survey"
)

// A tree has the texts of files.
type tree map[string]string

func (t tree) Read(file string) ([]byte, error) {
	text, ok := t[file]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

func (t tree) Head(file string, _ int) ([]byte, error)     { return t.Read(file) }
func (t tree) Exists(file string) bool                     { _, ok := t[file]; return ok }
func (t tree) Names(string) (names []string, failed error) { return nil, nil }

// setUp returns the tree with the files of a plan, and its notes.
func setUp(t *testing.T, files tree, opts setup.Options) (tree, []string) {
	t.Helper()
	opts.Version, opts.Checked = "1.2.3", func(file string) bool { return strings.HasSuffix(file, ".txt") }
	listed := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(file string) bool { return strings.HasPrefix(file, ".git/") })
	plan, err := setup.Make(files, survey.Look(files, listed, nil, formatting.NewRegistry()), listed, opts)
	if err != nil {
		t.Fatal(err)
	}
	after := maps.Clone(files)
	for i := range plan.Files {
		f := &plan.Files[i]
		if f.Created == files.Exists(f.Path) || !f.Created && string(f.Before) != files[f.Path] {
			t.Errorf("%s: wrong before", f.Path)
		}
		after[f.Path] = string(f.After)
	}
	return after, plan.Notes
}

// What was there stays, in its order, and a second run changes nothing.
func TestMake(t *testing.T) {
	const dep = "bazel_dep(name = \"rules_autofix\", version = \"1.2.3\")\n"
	const extension = "\nautofix = use_extension(\"@rules_autofix//toolchain:extensions.bzl\", \"autofix\")\nautofix.toolchain(version = \"1.2.3\")\nautofix.config(files = [\"//:autofix_config\"])\nuse_repo(autofix, \"autofix_toolchains\")\n\nregister_toolchains(\"@autofix_toolchains//:all\")\n"
	const load = `load("@rules_autofix//rules:defs.bzl", "autofix_workspace")`
	const targets = "# The configuration of the checks, and bazel run //:fix.\nautofix_workspace(name = \"autofix_config\")\n"
	const single = `load("@rules_autofix//rules:defs.bzl", "AUTOFIX_CONFIG_FILES", "autofix_sources", "fix")`
	husky := tree{".husky/pre-commit": "npm test"}
	for _, test := range []struct {
		name  string
		files tree
		opts  setup.Options
		want  map[string]string // the beginning of a file, or all of it if that ends with $
		note  string            // in a note
	}{
		{name: "no Bazel", files: tree{"a.txt": ""}, want: map[string]string{"MODULE.bazel": "$", "autofix.toml": "# The configuration"}},
		{
			name: "no final newline", files: tree{"MODULE.bazel": "module(name = \"x\")", ".bazelrc": "build --x", "BUILD": "# x"},
			want: map[string]string{"MODULE.bazel": "module(name = \"x\")\n\n" + dep + extension + "$", ".bazelrc": "build --x\n\n# The", "BUILD": "# x\n" + load + "\n\n" + targets + "$", "BUILD.bazel": "$"},
		},
		{
			name: "CRLF", files: tree{"MODULE.bazel": "module(name = \"x\")\r\n", "BUILD.bazel": "x = 1\r\n"},
			want: map[string]string{"MODULE.bazel": "module(name = \"x\")\r\n\r\n" + strings.ReplaceAll(dep, "\n", "\r\n"), "BUILD.bazel": load + "\r\n\r\nx = 1\r\n"},
		},
		{
			name: "a docstring and a comment", files: tree{"MODULE.bazel": "", "BUILD.bazel": "\"\"\"Doc.\"\"\"\n\n# Of x.\nx = 1\n"},
			want: map[string]string{"BUILD.bazel": "\"\"\"Doc.\"\"\"\n\n" + load + "\n\n# Of x.\nx = 1\n\n" + targets + "$"},
		},
		{
			name: "a part of the load", files: tree{"MODULE.bazel": "", "BUILD.bazel": "load(\"@rules_autofix//rules:defs.bzl\", my_fix = \"fix\")\n\nmy_fix(name = \"other\")\n"},
			want: map[string]string{"BUILD.bazel": "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_workspace\", my_fix = \"fix\")\n\nmy_fix"},
		},
		{
			name: "names that are no labels", files: tree{"MODULE.bazel": "", "BUILD.bazel": "load(\"@rules_autofix//rules:defs.bzl\", \"fix\")\n\nfix(name = \"fix\")\n\nfilegroup(name = \"autofix_config\")\n", "a:b.txt": "", "@c.txt": "", "h\ni.txt": "", "d\\e.txt": "", "f \"g.txt": "", "ü.txt": ""},
			want: map[string]string{"BUILD.bazel": "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_sources\", \"fix\")\n\nfix(name = \"fix\")\n\nfilegroup(name = \"autofix_config\")\n\n# Files that no other rule owns.\nautofix_sources(\n    name = \"autofix_sources\",\n    srcs = [\n        \"BUILD.bazel\",\n        \"MODULE.bazel\",\n        \"autofix.toml\",\n        \"f \\\"g.txt\",\n        \"ü.txt\",\n    ],\n)\n$"},
		},
		{
			name: "a fix under another name", files: tree{"MODULE.bazel": "", "BUILD.bazel": "load(\"@rules_autofix//rules:fix.bzl\", run = \"fix\")\n\nrun(name = \"fix\")\n"},
			want: map[string]string{"BUILD.bazel": "load(\"@rules_autofix//rules:defs.bzl\", \"AUTOFIX_CONFIG_FILES\", \"autofix_sources\")\nload(\"@rules_autofix//rules:fix.bzl\", run = \"fix\")\n\nrun"},
		},
		{
			name: "a comment in the load", files: tree{"MODULE.bazel": "", "BUILD.bazel": "load(\n    \"@rules_autofix//rules:defs.bzl\",\n    \"autofix_test\",  # x\n)\n"},
			want: map[string]string{"BUILD.bazel": "load(\n    \"@rules_autofix//rules:defs.bzl\",\n    \"autofix_test\",  # x\n)\n" + load[:4]},
		},
		{
			name: "a toolchain without a configuration", files: tree{"MODULE.bazel": strings.Replace(extension, "autofix.config(files = [\"//:autofix_config\"])\n", "", 1), "a.txt": ""},
			want: map[string]string{"BUILD.bazel": single + "\n\n# bazel run //:fix\nfix(name = \"fix\")\n\n# The", ".bazelrc": "# The checks of autofix: bazel build --config=autofix //...\ntry-import %workspace%/tools/autofix.bazelrc\nbuild --@rules_autofix//rules:config=//:autofix_config\n$"},
		},
		{
			name: "a toolchain of its own", files: tree{"MODULE.bazel": dep + "register_toolchains(\"//tools:autofix_toolchain\")\n"},
			want: map[string]string{"MODULE.bazel": dep + "register_toolchains(\"//tools:autofix_toolchain\")\n$"},
		},
		{
			name: "a configuration of its own, in an imported file", files: tree{"MODULE.bazel": "", ".bazelrc": "import %workspace%/x.rc\n", "x.rc": "common --@rules_autofix//rules:config=//c\ntry-import %workspace%/y/autofix.bazelrc\n"},
			want: map[string]string{".bazelrc": "import %workspace%/x.rc\n$", "tools/autofix.bazelrc": "$"},
		},
		{
			name: "a comment about a configuration", files: tree{"MODULE.bazel": "", ".bazelrc": "# build --@rules_autofix//rules:config=//c\n"},
			want: map[string]string{".bazelrc": "# build --@rules_autofix//rules:config=//c\n\n# The checks"},
		},
		{
			name: "files of others", files: tree{"MODULE.bazel": "", "BUILD": "filegroup(name = \"a\", srcs = [\"owned.txt\"])\n", "owned.txt": "", "free\"d.txt": "", "sub/b.txt": ""},
			want: map[string]string{"BUILD": load + "\n\nfilegroup(name = \"a\", srcs = [\"owned.txt\"])\n\n" + targets + "$"},
		},
		{
			name: "a checkout", files: tree{"MODULE.bazel": ""}, opts: setup.Options{Checkout: "../r", Tool: "tools/autofix"},
			want: map[string]string{".gitignore": "/tools/autofix\n$", "MODULE.bazel": dep + "local_path_override(\n    module_name = \"rules_autofix\",\n    path = \"../r\",\n)\n\nautofix = use_extension(\"@rules_autofix//toolchain:extensions.bzl\", \"autofix\")\nautofix.local(path = \"tools/autofix\")\nautofix.config"},
		},
		{name: "this ruleset", files: tree{"MODULE.bazel": "module(name = \"rules_autofix\")\n"}, want: map[string]string{"MODULE.bazel": "module(name = \"rules_autofix\")\n$", "BUILD.bazel": "$", ".bazelrc": "$"}},
		{name: "husky", files: husky, opts: setup.Options{Hook: true}, want: map[string]string{".husky/pre-commit": "npm test\nautofix fix --staged\n$"}},
		{name: "no git", files: tree{}, opts: setup.Options{Hook: true}, note: "not the top folder"},
		{name: "git", files: tree{".git/config": ""}, opts: setup.Options{Hook: true}, want: map[string]string{".git/hooks/pre-commit": "#!/bin/sh\nexec autofix fix --staged\n$"}},
		{name: "a hook of git", files: tree{".git/config": "", ".git/hooks/pre-commit": "x"}, opts: setup.Options{Hook: true}, want: map[string]string{".git/hooks/pre-commit": "x$"}, note: "stays as it is"},
		{name: "hooks elsewhere", files: tree{".git/config": "[core]\n\thooksPath = x\n"}, opts: setup.Options{Hook: true}, want: map[string]string{".git/hooks/pre-commit": "$"}, note: "core.hooksPath"},
		{name: "hk", files: tree{"hk.pkl": "x"}, opts: setup.Options{Hook: true}, want: map[string]string{"hk.pkl": "x$"}, note: "hk"},
		{name: "lefthook without commands", files: tree{"lefthook.yml": "pre-push:\n  x: 1\n"}, opts: setup.Options{Hook: true}, want: map[string]string{"lefthook.yml": "pre-push:\n  x: 1\npre-commit:\n  commands:\n    autofix:\n      run: autofix fix --staged\n$"}},
		{name: "lefthook with jobs", files: tree{"lefthook.yml": "pre-commit:\n  jobs:\n    - run: x\n"}, opts: setup.Options{Hook: true}, want: map[string]string{"lefthook.yml": "pre-commit:\n  jobs:\n    - run: x\n    - name: autofix\n      run: autofix fix --staged\n$"}},
		{
			name: "a workflow of Bazel", files: tree{"MODULE.bazel": ""}, opts: setup.Options{CI: setup.GitHub},
			want: map[string]string{".github/workflows/autofix.yml": "name: autofix\non: pull_request\npermissions:\n  contents: read\njobs:\n  autofix:\n    runs-on: ubuntu-latest\n    steps:\n" +
				"      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n          fetch-depth: 0\n          persist-credentials: false\n" +
				"      - run: >-\n          bazel run //:fix -- --mode=check --policy=strict --format=github --out=markdown=\"$GITHUB_STEP_SUMMARY\"\n          --out=artifacts=autofix.artifacts.json --out=sarif=autofix.sarif\n" +
				"      - uses: actions/upload-artifact@v4\n        if: always()\n"},
		},
		{name: "a workflow", files: tree{".github/workflows/autofix.yml": "x\n"}, opts: setup.Options{CI: setup.GitHub}, want: map[string]string{".github/workflows/autofix.yml": "x\n$"}, note: "stays as it is"},
	} {
		t.Run(test.name, func(t *testing.T) {
			after, notes := setUp(t, test.files, test.opts)
			for name, want := range test.want {
				got := after[name]
				if whole, ok := strings.CutSuffix(want, "$"); ok && got != whole || !strings.HasPrefix(got, strings.TrimSuffix(want, "$")) {
					t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
				}
			}
			if got := strings.Join(notes, "\n"); !strings.Contains(got, test.note) || test.note == "" && got != "" {
				t.Errorf("notes %q, want %q", got, test.note)
			}
			if again, _ := setUp(t, after, test.opts); !maps.Equal(again, after) {
				t.Errorf("a second run changes the files: %v", again)
			}
		})
	}
}

func TestPresetsAreThoseOfTheRules(t *testing.T) {
	rules, err := os.ReadFile("../../rules/autofix.bazelrc")
	if err != nil {
		t.Fatal(err)
	}
	after, _ := setUp(t, tree{"MODULE.bazel": ""}, setup.Options{})
	if after["tools/autofix.bazelrc"] != string(rules) {
		t.Error("internal/setup/autofix.bazelrc differs from rules/autofix.bazelrc: copy it")
	}
}

// Errors name the place and the way out.
func TestMakeRefuses(t *testing.T) {
	for _, test := range []struct {
		files tree
		want  string
	}{
		{tree{"MODULE.bazel": "x(\n"}, "MODULE.bazel:3:1: syntax error"},
		{tree{"MODULE.bazel": "\nbazel_dep(name = \"rules_autofix\", version = \"1\", repo_name = \"fixes\")\n"}, "MODULE.bazel:2: rules_autofix has the repo_name fixes"},
		{tree{"MODULE.bazel": "", "BUILD": "load(\"//a:b.bzl\", \"fix\")\n\nfix(name = \"fix\")\n"}, "BUILD:3: a fix is named fix"},
		{tree{"MODULE.bazel": "", "BUILD": "x = 1\n\nsh_binary(name = \"fix\")\n"}, "BUILD:3: a sh_binary is named fix"},
		{tree{"MODULE.bazel": "", "tools/BUILD": "x(\n"}, "tools/BUILD:3:1: syntax error"},
		{tree{"WORKSPACE.bazel": ""}, "WORKSPACE.bazel: cannot set Bazel up"},
	} {
		listed := slices.Sorted(maps.Keys(test.files))
		opts := setup.Options{Checked: func(string) bool { return true }}
		repository := survey.Look(test.files, listed, nil, formatting.NewRegistry())
		if _, err := setup.Make(test.files, repository, listed, opts); err == nil || !strings.HasPrefix(err.Error(), test.want) || !strings.HasSuffix(err.Error(), "--no-bazel sets up the command alone") {
			t.Errorf("got %v, want %s", err, test.want)
		}
		opts.NoBazel = true
		if _, err := setup.Make(test.files, repository, listed, opts); err != nil {
			t.Errorf("without Bazel: %v", err)
		}
	}
}
