package doctor_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/setup/doctor"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

// examine examines a workspace with some files. The person has a home of their
// own, and a Bazel.
func examine(t *testing.T, files map[string]string, change func(t *testing.T, root string)) *doctor.Report {
	t.Helper()
	base := t.TempDir()
	root, home := filepath.Join(base, "ws"), filepath.Join(base, "home")
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("XDG_STATE_HOME", home)
	t.Setenv("TMPDIR", "") // a test of Bazel has one above the workspace
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"../bin/bazel": "#!/bin/sh\nexit 1\n"}
	maps.Copy(all, files)
	for name, text := range all {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(root, "../bin/bazel"), 0o700); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(t, root)
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	checkers, formats := builtin.Registry("0")
	tools := pipeline.Tools{Checkers: checkers, Formats: formats, Sections: []*config.Section{autofixai.Section}}
	report, err := doctor.Examine(t.Context(), &doctor.Patient{
		Workspace: ws, Tools: tools, Bazel: filepath.Join(base, "bin/bazel"), Dir: root,
		Agent: asking.Source{Workspace: ws, Tools: tools},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// inBazel is a setup of Bazel without a finding, and more.
func inBazel(more map[string]string) map[string]string {
	files := map[string]string{
		".bazelversion": "7.7.1\n",
		"MODULE.bazel": `bazel_dep(name = "rules_autofix", version = "0.1.0")
autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
autofix.toolchain(version = "0.1.0")
register_toolchains("@autofix_toolchains//:all")
`,
		".bazelrc":                 "import %workspace%/tools/my_autofix.bazelrc\nbuild --@rules_autofix//rules:config=//:autofix_config\n",
		"tools/my_autofix.bazelrc": "build:autofix --aspects=@rules_autofix//rules:autofix_aspects.bzl%autofix\n",
		"BUILD.bazel":              "fix(name = \"fix\")\nfilegroup(name = \"autofix_config\", srcs = glob(AUTOFIX_CONFIG_FILES))\n",
		"autofix.toml":             "",
		"../home/autofix/.empty":   "",
	}
	maps.Copy(files, more)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "-" })
	return files
}

func TestExamine(t *testing.T) {
	presets, err := os.ReadFile("../../../rules/autofix.bazelrc")
	if err != nil {
		t.Fatal(err)
	}
	const local = `bazel_dep(name = "rules_autofix")
x = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
x.local(path = "tools/autofix")
register_toolchains("@autofix_toolchains//:all")
`
	for _, row := range []struct {
		name   string
		files  map[string]string
		change func(t *testing.T, root string)
		topic  string
		want   []string // LEVEL: TEXT of the topic, by the start of the text
	}{
		{"no configuration", map[string]string{"a.txt": "x\n"}, nil, "configuration", []string{"ok: no autofix.toml"}},
		{"a valid one", map[string]string{"autofix.toml": ""}, nil, "configuration", []string{"ok: valid: autofix.toml"}},
		{"mistakes, in all of them", map[string]string{"autofix.toml": "[fils]\n[formt]\n", "a/autofix.toml": "x"}, nil, "configuration", []string{
			"problem: a/autofix.toml:1:", "problem: autofix.toml:1:2: unknown key \"fils\"", "problem: autofix.toml:2:2: unknown key \"formt\"",
		}},
		{"a folder of that name", map[string]string{"autofix.toml/a": ""}, nil, "configuration", []string{"problem: autofix.toml: cannot read it: it is a folder"}},
		{"a link that leads nowhere", nil, func(t *testing.T, root string) { os.Symlink("gone", filepath.Join(root, "autofix.toml")) }, "configuration", []string{"problem: autofix.toml: a link that leads nowhere"}},
		{"one that replaces another", map[string]string{"autofix.toml": "", "a/autofix.toml": ""}, nil, "configuration", []string{"note: a/autofix.toml replaces autofix.toml", "ok: valid"}},
		{"globs that match nothing", map[string]string{"a.txt": "x\n", "autofix.toml": "[files]\nexclude = [\"old/**\", \"a.*\"]\n[[schema]]\nschema = \"s\"\nfiles = [\"b.json\"]\n[[overrides]]\nfiles = [\"c/**\"]\n"}, nil, "configuration", []string{
			"ok: valid", `note: autofix.toml:2: [files] exclude: "old/**" matches no file`, `note: autofix.toml:3: [[schema]] files: "b.json"`, `note: autofix.toml:6: [[overrides]] files: "c/**"`,
		}},
		{"the person's file has a mistake", map[string]string{"../home/autofix/config.toml": "[x]\n"}, nil, "configuration", []string{"problem: config.toml:1:2: unknown key \"x\"", "ok: no autofix.toml"}},
		{"another tool's file cannot be read", nil, func(t *testing.T, root string) {
			os.Mkdir(filepath.Join(root, ".editorconfig"), 0o777)
			os.WriteFile(filepath.Join(root, "a"), nil, 0o600)
		}, "configuration", []string{"problem: .editorconfig:"}},

		{"no baseline", nil, nil, "baseline", nil},
		{"a broken baseline", map[string]string{"autofix.baseline": "x\n"}, nil, "baseline", []string{"problem: autofix.baseline: "}},
		{"an empty baseline", map[string]string{"autofix.baseline": ""}, nil, "baseline", []string{"problem: autofix.baseline: "}},

		{"a checker that is not trusted", map[string]string{"x.py": "", "autofix.toml": "[checkers.r]\ncommand = [\"r\"]\nfiles = [\"*.py\"]\nformat = \"ruff\"\n"}, nil, "checkers", []string{"note: r of autofix.toml does not run"}},
		{"a checker with a mistake", map[string]string{"x.py": "", "autofix.toml": "[checkers.r]\ncommand = [\"r\"]\n"}, nil, "checkers", []string{"problem: autofix.toml:1:"}},

		{"not enabled", nil, nil, "agent", []string{"ok: [ai] is not enabled"}},
		{"a workspace that names an agent", map[string]string{"autofix.toml": "[ai]\nenabled = true\ncommand = [\"x\"]\n"}, nil, "agent", []string{"problem: "}},

		{"no hook", nil, nil, "hooks", []string{"note: no pre-commit hook"}},
		{"a hook without the bit", map[string]string{".git/hooks/pre-commit": "autofix fix --staged\n"}, nil, "hooks", []string{"problem: .git/hooks/pre-commit is not executable"}},
		{"a hook", map[string]string{".git/hooks/pre-commit": "autofix fix --staged\n"}, func(t *testing.T, root string) { os.Chmod(filepath.Join(root, ".git/hooks/pre-commit"), 0o700) }, "hooks", []string{"ok: .git/hooks/pre-commit runs autofix"}},

		{"no Bazel", nil, nil, "bazel", []string{"ok: not a Bazel workspace"}},
		{"WORKSPACE only", map[string]string{"WORKSPACE": ""}, nil, "bazel", []string{"note: there is no MODULE.bazel"}},
		{"MODULE.bazel does not parse", map[string]string{"MODULE.bazel": "module(("}, nil, "bazel", []string{"problem: MODULE.bazel:2:1: syntax error"}},
		{"an include that does not exist", map[string]string{"MODULE.bazel": "include(\"//:x.MODULE.bazel\")"}, nil, "bazel", []string{"problem: x.MODULE.bazel: "}},
		{"calls of no use", map[string]string{"MODULE.bazel": "x, y = use_extension(), 2\nz = use_extension(\"//toolchain:extensions.bzl\")\nz.local()\nz.local(path = 1)\nbazel_dep(1)\nregister_toolchains()\ninclude()\ninclude(1)\n"}, nil, "bazel", []string{"note: MODULE.bazel does not depend"}},
		{"without the ruleset", map[string]string{"MODULE.bazel": "module(name = \"x\")"}, nil, "bazel", []string{"note: MODULE.bazel does not depend"}},
		{"an old Bazel", inBazel(map[string]string{".bazelversion": "7.3.2"}), nil, "bazel", []string{"problem: .bazelversion has 7.3.2"}},
		{"any Bazel", inBazel(map[string]string{".bazelversion": "-"}), nil, "bazel", []string{"note: no .bazelversion"}},
		{"latest", inBazel(map[string]string{".bazelversion": "latest\n"}), nil, "bazel", []string{"ok: .bazelversion has latest"}},
		{"no Bazel on the machine", inBazel(nil), func(t *testing.T, root string) { os.Remove(filepath.Join(root, "../bin/bazel")) }, "bazel", []string{"problem: bazel command", "ok: .bazelversion"}},

		{"a toolchain", inBazel(nil), nil, "toolchain", []string{"ok: registered"}},
		{"no toolchain", inBazel(map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_autofix\")"}), nil, "toolchain", []string{"problem: MODULE.bazel registers no toolchain"}},
		{"no tag", inBazel(map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_autofix\")\nregister_toolchains(\"@autofix_toolchains//:all\")"}), nil, "toolchain", []string{"problem: MODULE.bazel has no tag"}},
		{"in an included file", inBazel(map[string]string{"MODULE.bazel": "include(\"//:a.MODULE.bazel\")", "a.MODULE.bazel": "include(\"//:a.MODULE.bazel\")\n" + local, "tools/autofix": ""}), func(t *testing.T, root string) { os.Chmod(filepath.Join(root, "tools/autofix"), 0o700) }, "toolchain", []string{"ok: registered"}},
		{"a tool that was not built", inBazel(map[string]string{"MODULE.bazel": local}), nil, "toolchain", []string{"problem: autofix.local names tools/autofix, which does not exist"}},
		{"a tool that is no program", inBazel(map[string]string{"MODULE.bazel": local, "tools/autofix": ""}), nil, "toolchain", []string{"problem: autofix.local names tools/autofix, which is not a program"}},

		{"a fix target", inBazel(nil), nil, "fix", []string{"ok: bazel run //:fix"}},
		{"a macro for the root", inBazel(map[string]string{"BUILD.bazel": "autofix_workspace(name = \"autofix_config\")\n"}), nil, "fix", []string{"ok: bazel run //:fix"}},
		{"a macro whose fix has another name", inBazel(map[string]string{"BUILD.bazel": "autofix_workspace(name = \"autofix_config\", fix_name = \"x\")\n"}), nil, "fix", []string{"problem: there is no target //:fix"}},
		{"no fix target", inBazel(map[string]string{"BUILD.bazel": ""}), nil, "fix", []string{"problem: there is no target //:fix"}},
		{"no BUILD file", inBazel(map[string]string{"BUILD.bazel": "-"}), nil, "fix", []string{"problem: there is no target //:fix"}},
		{"a target that is taken", inBazel(map[string]string{"BUILD.bazel": "sh_binary(name = \"fix\")"}), nil, "fix", []string{"problem: //:fix is a sh_binary"}},
		{"BUILD does not parse", inBazel(map[string]string{"BUILD.bazel": "fix(("}), nil, "fix", []string{"problem: BUILD.bazel:2:1: syntax error"}},

		{"a copy of the presets", inBazel(map[string]string{".bazelrc": "import %workspace%/autofix.bazelrc\n", "autofix.bazelrc": string(presets)}), nil, "bazelrc", []string{"ok: has presets"}},
		{"an old copy", inBazel(map[string]string{".bazelrc": "import %workspace%/autofix.bazelrc\n", "autofix.bazelrc": "# old\n" + string(presets)}), nil, "bazelrc", []string{"note: autofix.bazelrc differs from the presets", "ok: has presets"}},
		{"presets", inBazel(nil), nil, "bazelrc", []string{"ok: has presets"}},
		{"aspects of the workspace", inBazel(map[string]string{".bazelrc": "build:lint --aspects=//tools:lint.bzl%lint\n", "tools/BUILD": "", "tools/lint.bzl": "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_aspects\")\n_made = autofix_aspects(name = \"lint\")\nlint = _made.autofix\n"}), nil, "bazelrc", []string{"ok: has presets"}},
		{"aspects of others", inBazel(map[string]string{".bazelrc": "build:lint --aspects=//tools:other.bzl%lint\n"}), nil, "bazelrc", []string{"note: no configuration"}},
		{"no .bazelrc", inBazel(map[string]string{".bazelrc": "-"}), nil, "bazelrc", []string{"note: no configuration of .bazelrc"}},
		{"presets that were not written", inBazel(map[string]string{"tools/my_autofix.bazelrc": "-"}), nil, "bazelrc", []string{"problem: .bazelrc:1: tools/my_autofix.bazelrc does not exist", "note: no configuration"}},
		{"an import that may be missing", inBazel(map[string]string{".bazelrc": "try-import %workspace%/user.bazelrc\nimport %workspace%/tools/my_autofix.bazelrc\n"}), nil, "bazelrc", []string{"ok: has presets"}},
		{"an import that may not be missing", inBazel(map[string]string{".bazelrc": "import %workspace%/ci.bazelrc\nimport %workspace%/tools/my_autofix.bazelrc\n"}), nil, "bazelrc", []string{"problem: .bazelrc:1: ci.bazelrc does not exist", "ok: has presets"}},
		{"a gate that never runs", inBazel(map[string]string{"tools/my_autofix.bazelrc": "build:autofix --aspects=@rules_autofix//x.bzl%autofix\nbuild --norun_validations\nbuild:fast --run_validations=false\n"}), nil, "bazelrc", []string{
			"problem: tools/my_autofix.bazelrc:2: --norun_validations turns", "note: tools/my_autofix.bazelrc:3: --run_validations=false", "ok: has presets",
		}},
		{"mapped paths", inBazel(map[string]string{"tools/my_autofix.bazelrc": "build --experimental_output_paths=strip\n"}), nil, "worker", []string{"note: tools/my_autofix.bazelrc:1:"}},
		{"a folder for temporary files above the workspace", inBazel(nil), func(t *testing.T, root string) { t.Setenv("TMPDIR", filepath.Dir(root)) }, "worker", []string{"problem: TMPDIR is above the workspace"}},

		{"the same configuration", inBazel(nil), nil, "declared", []string{"ok: the checks of a build have"}},
		{"the configuration of MODULE.bazel", inBazel(map[string]string{".bazelrc": "-", "MODULE.bazel": local + "x.config(files = [\"//:autofix_config\"])\n", "BUILD.bazel": "autofix_workspace(name = \"autofix_config\")\n"}), nil, "declared", []string{"ok: the checks of a build have"}},
		{"none in Bazel", inBazel(map[string]string{".bazelrc": ""}), nil, "declared", []string{"problem: neither MODULE.bazel nor .bazelrc nor autofix_aspects"}},
		{"a file that is not declared", inBazel(map[string]string{"a/BUILD": "", "a/autofix.toml": ""}), nil, "declared", []string{"problem: a/autofix.toml applies here"}},
		{"a file that applies to nothing that is checked", inBazel(map[string]string{"testdata/BUILD": "", "testdata/.editorconfig": "[*]\nindent_size = 3\n", "testdata/a.sh": "echo\n"}), nil, "declared", []string{"ok: the checks"}},
		{"aspects with a configuration of their own", inBazel(map[string]string{".bazelrc": "", "lint.bzl": "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_aspects\")\n_made = autofix_aspects(config = f())\n"}), nil, "declared", []string{"note: not known which configuration the checks have"}},
		{"not known", inBazel(map[string]string{"BUILD.bazel": "x(name = \"autofix_config\")"}), nil, "declared", []string{"note: not known which configuration"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			report := examine(t, row.files, row.change)
			var got []string
			for _, f := range report.Findings {
				if f.Topic == row.topic {
					got = append(got, fmt.Sprintf("%s: %s", f.Level, f.Text))
				}
				if (f.Level == doctor.OK) != (f.Remedy == "") {
					t.Errorf("%s: %s: the remedy is %q", f.Level, f.Text, f.Remedy)
				}
				if strings.Contains(f.Text+f.Remedy, filepath.Dir(t.TempDir())) && row.topic != "bazel" {
					t.Errorf("a path of the machine: %s", f.Text)
				}
			}
			if !slices.EqualFunc(got, row.want, strings.HasPrefix) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

func TestText(t *testing.T) {
	report := &doctor.Report{Autofix: "0", Platform: "a/b", Findings: []doctor.Finding{{"x", doctor.Problem, "bad\x1b[2J\nx", "fix it"}, {"y", doctor.OK, "good", ""}}}
	var text bytes.Buffer
	if err := report.Text(&text); err != nil {
		t.Fatal(err)
	}
	want := "autofix 0, a/b\nproblem  x              bad x\n" + strings.Repeat(" ", 22) + "-> fix it\nok       y              good\nautofix: 1 problem, 0 notes\n"
	if text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
}
