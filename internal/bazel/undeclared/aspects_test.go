package undeclared

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestMissingSets(t *testing.T) {
	const load = "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_aspects\")\n"
	const byDefault = "@@rules_autofix~//rules:defs.bzl%autofix_fix"
	const lint = load + `
_made = autofix_aspects(
    name = "lint",
    checkers = [Label("//tools/lint:ruff"), Label("//tools/lint:ruff_format")],
    fix = "//:fix",
)

lint = _made.autofix
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
`
	type want struct {
		Strict, Fix, Command string
		Checkers             []string
		Builtin              bool
	}
	both := want{"//tools/lint:lint.bzl%lint_strict", "//tools/lint:lint.bzl%lint_fix", "//:fix", []string{"ruff", "ruff_format"}, false}
	for _, test := range []struct {
		name   string
		files  map[string]string
		aspect string
		ran    []string
		want   []want
	}{
		{"no set", map[string]string{"tools/lint/lint.bzl": load}, byDefault, nil, nil},
		{"the default aspect ran", map[string]string{"tools/lint/lint.bzl": lint}, byDefault, nil, []want{both}},
		{"the aspect of the set ran", map[string]string{"tools/lint/lint.bzl": lint}, "//tools/lint:lint.bzl%lint_fix", nil, nil},
		{"its reporting aspect ran", map[string]string{"tools/lint/lint.bzl": lint}, "@//tools/lint:lint.bzl%lint", nil, nil},
		{
			"an aspect that cannot be read had one of them",
			map[string]string{"tools/lint/lint.bzl": lint},
			"//x:x.bzl%x",
			[]string{"ruff"},
			[]want{{"//tools/lint:lint.bzl%lint_strict", "//tools/lint:lint.bzl%lint_fix", "//:fix", []string{"ruff_format"}, false}},
		},
		{
			"another name of the function, checkers in variables, a folder that is no package",
			map[string]string{"BUILD.bazel": "", "build/a.bzl": `load("//rules:defs.bzl", make = "autofix_aspects")
_OWN = [":a"]
_ALL = [Label(c) for c in _OWN] + [Label("//b"), Label("@@//c:c")]
_s = make(checkers = _ALL, fix = "//c:fix")
strict = _s.autofix_strict
`},
			byDefault, nil,
			[]want{{"//:build/a.bzl%strict", "", "//c:fix", []string{"a", "b", "c"}, false}},
		},
		{"a set without own checkers", map[string]string{"a.bzl": load + "_s = autofix_aspects(name = \"a\")\na_strict = _s.autofix_strict\n"}, byDefault, nil, nil},
		{
			"the run has no built-in checkers",
			map[string]string{
				"tools/lint/lint.bzl": load + "_s = autofix_aspects(checkers = [Label(\"//:x\")], builtin_checkers = False)\nx_fix = _s.autofix_fix\n",
				"a.bzl":               load + "_s = autofix_aspects(name = \"a\")\na_strict = _s.autofix_strict\na_fix = _s.autofix_fix\n",
			},
			"//tools/lint:lint.bzl%x_fix", nil,
			[]want{{"//:a.bzl%a_strict", "//:a.bzl%a_fix", "//:fix", nil, true}},
		},
		{
			"a nested workspace, a file that does not parse, a variable that names itself",
			map[string]string{"sub/MODULE.bazel": "", "sub/lint.bzl": lint, "b.bzl": load + "a = (", "c.bzl": load + "x = [x]\n_s = autofix_aspects(checkers = x)\n"},
			byDefault, nil, nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			test.files["tools/lint/BUILD.bazel"] = ""
			for name, text := range test.files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			ws, err := workspace.Open(root)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			missing, err := MissingSets(ws, test.aspect, test.ran)
			if err != nil {
				t.Fatal(err)
			}
			var got []want
			for _, m := range missing {
				got = append(got, want{m.Set.Aspect("autofix_strict"), m.Set.Aspect("autofix_fix"), m.Set.Fix, m.Checkers, m.Builtin})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
