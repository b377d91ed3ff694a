package survey_test

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
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

func (t tree) Head(file string, limit int) ([]byte, error) {
	return []byte(t[file][:min(limit, len(t[file]))]), nil
}

func (t tree) Exists(file string) bool { _, ok := t[file]; return ok }

func (t tree) Names(folder string) (names []string, err error) {
	for file := range t {
		if path.Dir(file) == folder {
			names = append(names, path.Base(file))
		}
	}
	return names, nil
}

func look(t *testing.T, files tree, left ...pipeline.LeftAlone) *survey.Repository {
	t.Helper()
	_, formats := builtin.Registry("0")
	known, err := formats.For(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return survey.Look(files, slices.Sorted(maps.Keys(files)), left, known)
}

func TestLook(t *testing.T) {
	r := look(t, tree{
		"MODULE.bazel":         "bazel_dep(name = \"rules_go\", version = \"0.59.0\")\nbazel_dep(name = \"gazelle\", version = \"0.47.0\")\n",
		"BUILD.bazel":          "load(\"@gazelle//:def.bzl\", \"gazelle\")\n\ngazelle(name = \"gazelle\")\n",
		"tools/BUILD":          "load(\"@rules_go//go:def.bzl\", \"nogo\")\n\nnogo(name = \"checks\")\n",
		".bazelrc":             "build --x\nimport %workspace%/tools/bazel.rc\ntry-import %workspace%/user.bazelrc\n",
		"tools/bazel.rc":       "import %workspace%/.bazelrc\n",
		"a.go":                 "",
		"b.go":                 "",
		"run":                  "#!/bin/sh\n",
		"app.py":               "",
		"LICENSE":              "Words.\n",
		"pyproject.toml":       "[tool.ruff]\nline-length = 100\n\n[tool.black]\n",
		"web/.prettierrc":      "{}",
		"web/package.json":     `{"devDependencies": {"eslint": "9", "@biomejs/biome": "2"}, "stylelint": {}}`,
		"cc/.clang-format":     "BasedOnStyle: Google\n",
		".golangci.yml":        "version: 2\n",
		"docs/package.json":    `{"name": "prettier"}`,
		"docs/prettier.md":     "",
		".husky/pre-commit":    "npm test\n",
		"tools/x/package.json": "{}",
	}, pipeline.LeftAlone{Path: "third_party/a.c", Reason: "it is vendored; to check it: x", Default: true},
		pipeline.LeftAlone{Path: "vendor/b.go", Reason: "it is vendored; to check it: x", Default: true},
		pipeline.LeftAlone{Path: "x.pb.go", Reason: "it is generated; y", Default: true},
		pipeline.LeftAlone{Path: "large", Reason: "it is large"})
	want := survey.Bazel{
		Module: "MODULE.bazel", Build: "BUILD.bazel", RC: r.Bazel.RC, Deps: []string{"rules_go", "gazelle"},
		Gazelle: "//:gazelle", Nogo: "//tools:checks",
	}
	if diff := cmp.Diff(want, r.Bazel); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{".bazelrc", "tools/bazel.rc"}, r.Bazel.RC.Files); diff != "" {
		t.Error(diff)
	}
	var uses []string
	for _, use := range r.Uses {
		uses = append(uses, use.Name+" "+strings.Join(use.Where, ","))
	}
	if diff := cmp.Diff([]string{
		"biome web/package.json", "black pyproject.toml", "clang-format cc/.clang-format", "eslint web/package.json",
		"golangci-lint .golangci.yml", "prettier web/.prettierrc", "ruff pyproject.toml", "stylelint web/package.json",
	}, uses); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]survey.Language{{"JSON", 3}, {"Starlark", 3}, {"Go", 2}, {"Markdown", 1}, {"Python", 1}, {"TOML", 1}, {"YAML", 1}, {"shell", 1}}, r.Languages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]survey.Group{{"it is vendored", 2, []string{"third_party", "vendor"}}, {"it is generated", 1, nil}}, r.LeftAlone); diff != "" {
		t.Error(diff)
	}
	if want := (survey.Hooks{Manager: "husky", File: ".husky/pre-commit"}); r.Hooks != want {
		t.Errorf("hooks: %v", r.Hooks)
	}
	if len(r.Unread) > 0 {
		t.Errorf("unread: %q", r.Unread)
	}
}

// Each hook of pre-commit and each tool of rules_lint has a counterpart, or has
// none for certain.
func TestCounterparts(t *testing.T) {
	r := look(t, tree{
		"MODULE.bazel":            "bazel_dep(name = \"aspect_rules_lint\", version = \"2.0.0\")\n",
		".pre-commit-config.yaml": "repos:\n- repo: x\n  hooks:\n  - id: trailing-whitespace\n  - id: detect-secrets\n  - id: ruff-format\n  - id: autofix\n  - {}\n- repo: y\n",
		"tools/lint/linters.bzl":  "load(\"@aspect_rules_lint//lint:clang_tidy.bzl\", \"lint_clang_tidy_aspect\")\nload(\"@aspect_rules_lint//lint:vale.bzl\", \"lint_vale_aspect\")\nload(\"@aspect_rules_lint//lint:lint_test.bzl\", \"lint_test\")\n",
		"tools/format/BUILD":      "load(\"@aspect_rules_lint//format:defs.bzl\", \"format_multirun\")\n\nformat_multirun(\n    name = \"format\",\n    python = \"@aspect_rules_lint//format:ruff\",\n    shell = \":shfmt\",\n    starlark = \"@buildifier_prebuilt//:buildifier\",\n    visibility = [\"//visibility:public\"],\n)\n",
	})
	got := map[string]string{}
	for _, use := range r.Uses {
		kind, _, _ := strings.Cut(use.Counterpart, "; ")
		got[use.Name] = kind + " | " + strings.Join(use.Where, ",")
	}
	if diff := cmp.Diff(map[string]string{
		"buildifier": "built in: format/starlark and buildifier/* | tools/format/BUILD", "clang-tidy": "stays | tools/lint/linters.bzl",
		"detect-secrets": " | .pre-commit-config.yaml", "ruff": "stays | .pre-commit-config.yaml,tools/format/BUILD",
		"shfmt": "built in: format/shell, which reads .editorconfig | tools/format/BUILD", "trailing-whitespace": "built in: text/trailing-whitespace | .pre-commit-config.yaml",
		"vale": " | tools/lint/linters.bzl",
	}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBrokenFiles(t *testing.T) {
	r := look(t, tree{
		"MODULE.bazel":            "bazel_dep(name = \n",
		"pyproject.toml":          "[tool.ruff\n",
		"package.json":            "{",
		"a/package.json":          `["prettier"]`,
		".pre-commit-config.yaml": "repos: [\n",
		"BUILD":                   "nogo(\n",
		".bazelrc":                "import %workspace%/none\nimport\nimport %workspace%/../out\n",
	})
	var files []string
	for _, unread := range r.Unread {
		file, why, _ := strings.Cut(unread, ": ")
		if why == "" || strings.Contains(why, "\n") {
			t.Errorf("%q", unread)
		}
		files = append(files, file)
	}
	if want := []string{".pre-commit-config.yaml", "MODULE.bazel", "a/package.json", "package.json", "pyproject.toml"}; !slices.Equal(files, want) {
		t.Errorf("%q", r.Unread)
	}
	if len(r.Uses) > 0 || r.Hooks.Manager != "pre-commit" || !slices.Equal(r.Bazel.RC.Files, []string{".bazelrc"}) {
		t.Errorf("%+v", r)
	}
	if r := look(t, tree{}); r.Files+len(r.Languages)+len(r.Uses) > 0 || r.Bazel.In() {
		t.Errorf("nothing: %+v", r)
	}
}

func TestTools(t *testing.T) {
	registry, _ := builtin.Registry("0")
	for _, tool := range survey.Tools {
		named, ok := strings.CutPrefix(tool.Counterpart, "built in: ")
		if !ok {
			continue
		}
		for _, rule := range strings.FieldsFunc(named, func(r rune) bool { return r == ' ' || r == ',' }) {
			if _, known := registry.Rule(rule); strings.Contains(rule, "/") && !strings.HasSuffix(rule, "/*") && !known {
				t.Errorf("%s: there is no rule %s", tool.Name, rule)
			}
		}
	}
	if !slices.IsSortedFunc(survey.Tools, func(a, b survey.Tool) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not by name")
	}
}
