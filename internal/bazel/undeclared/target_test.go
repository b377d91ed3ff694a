package undeclared

import (
	"maps"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
)

func TestReadTarget(t *testing.T) {
	const flag = "build --@rules_autofix//rules:config="
	const all = `load("@rules_autofix//rules:defs.bzl", "AUTOFIX_CONFIG_FILES")` + "\n"
	const tag = "x = use_extension(\"@rules_autofix//toolchain:extensions.bzl\", \"autofix\")\nx.local(path = \"y\")\n"
	const aspects = `load("@rules_autofix//rules:defs.bzl", "autofix_aspects")` + "\n"
	checkers, _ := builtin.Registry("0")
	for _, row := range []struct {
		name  string
		files map[string]string // besides autofix.toml, a/.editorconfig, a/x.go and p/BUILD, p/autofix.toml
		label string
		from  string
		want  string // the files
		err   string
	}{
		{name: "no .bazelrc"},
		{name: "no such flag", files: map[string]string{".bazelrc": "build --config=x\n# " + flag + "//:x\ntest --@rules_autofix//rules:other=//:x\n"}},
		{name: "a file", files: map[string]string{".bazelrc": flag + "//:autofix.toml\n"}, label: "//:autofix.toml", from: ".bazelrc:1", want: "autofix.toml"},
		{name: "by its canonical label, for a configuration", files: map[string]string{".bazelrc": "common:x --@@rules_autofix+//rules:config=@//p:autofix.toml # the last\n"}, label: "//p:autofix.toml", from: ".bazelrc:1", want: "p/autofix.toml"},
		{name: "the last line counts", files: map[string]string{".bazelrc": flag + "//:none\nimport %workspace%/b.rc\n", "b.rc": "\n" + flag + "//:autofix.toml\n"}, label: "//:autofix.toml", from: "b.rc:2", want: "autofix.toml"},
		{name: "a file that imports itself", files: map[string]string{".bazelrc": "import %workspace%/.bazelrc\n" + flag + "//:autofix.toml\n"}, label: "//:autofix.toml", from: ".bazelrc:2", want: "autofix.toml"},
		{name: "a missing import", files: map[string]string{".bazelrc": "try-import %workspace%/none\n"}},
		{name: "a tag", files: map[string]string{"MODULE.bazel": tag + "x.config(files = [\"//:autofix.toml\", \"@//p:autofix.toml\"])\n"}, label: "//:autofix.toml //p:autofix.toml", from: "MODULE.bazel:3", want: "autofix.toml p/autofix.toml"},
		{name: "the flag comes before a tag", files: map[string]string{"MODULE.bazel": tag + "x.config(files = [\"//:autofix.toml\"])\n", ".bazelrc": flag + "//p:autofix.toml\n"}, label: "//p:autofix.toml", from: ".bazelrc:1", want: "p/autofix.toml"},
		{name: "a tag of another extension", files: map[string]string{"MODULE.bazel": tag + "y = use_extension(\"//:x.bzl\", \"other\")\ny.config(files = [\"//:autofix.toml\"])\n"}},
		{name: "a computed tag", files: map[string]string{"MODULE.bazel": tag + "x.config(files = y)\n"}, err: "MODULE.bazel:3: its files are computed"},
		{name: "a MODULE.bazel that does not parse", files: map[string]string{"MODULE.bazel": "module(("}, err: "MODULE.bazel:2:1: syntax error"},
		{
			name:  "a workspace",
			files: map[string]string{"MODULE.bazel": tag + "x.config(files = [\"//:c\"])\n", "BUILD": `autofix_workspace(name = "c", exclude = ["no/**"], config = ["//p:autofix.toml"])`, "no/package.json": "", "go.mod": "", "bazel-x/go.mod": "", "a/node_modules/package.json": ""},
			label: "//:c", from: "MODULE.bazel:3", want: "MODULE.bazel a/.editorconfig autofix.toml go.mod p/autofix.toml",
		},
		{name: "of aspects", files: map[string]string{"lint.bzl": aspects + `c = Label("//p:autofix.toml")` + "\nx = autofix_aspects(config = c)\n"}, label: "//p:autofix.toml", from: "lint.bzl", want: "p/autofix.toml"},
		{name: "aspects with different ones", files: map[string]string{"lint.bzl": aspects + "x = autofix_aspects(config = Label(\"//:autofix.toml\"))\ny = autofix_aspects()\n"}, err: "the aspects of the workspace have several configurations: lint.bzl, lint.bzl"},
		{name: "aspects without one", files: map[string]string{"lint.bzl": aspects + "x = autofix_aspects()\n"}},
		{name: "aspects with a computed one", files: map[string]string{"lint.bzl": aspects + "x = autofix_aspects(config = f(1))\n"}, err: "f(1)"},
		{name: "a list", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `filegroup(name = "c", srcs = ["autofix.toml", "//p:autofix.toml"])`}, label: "//:c", from: ".bazelrc:1", want: "autofix.toml p/autofix.toml"},
		{
			name:  "a glob, which stops at packages",
			files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD.bazel": all + `filegroup(name = "c", srcs = glob(AUTOFIX_CONFIG_FILES, allow_empty = True, exclude = ["no/**"]))`, "no/package.json": "", "go.mod": ""},
			label: "//:c", from: ".bazelrc:1", want: "a/.editorconfig autofix.toml go.mod",
		},
		{
			name:  "variables, sums and other targets",
			files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": all + "more = AUTOFIX_CONFIG_FILES + [\"*.json\"]\nfiles = glob(more) + [\":d\"]\n" + `filegroup(name = "c", srcs = files)` + "\n" + `filegroup(name = "d", srcs = ["//p:autofix.toml", ":c"])`, "s.json": ""},
			label: "//:c", from: ".bazelrc:1", want: "a/.editorconfig autofix.toml p/autofix.toml s.json",
		},
		{name: "no srcs", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `filegroup(name = "c")`}, label: "//:c", from: ".bazelrc:1"},
		{name: "computed", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `filegroup(name = "c", srcs = [f for f in x()])`}, err: "//:c, which .bazelrc:1 names: its srcs are computed"},
		{name: "a select", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `filegroup(name = "c", srcs = select({}))`}, err: "computed"},
		{name: "computed globs", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `filegroup(name = "c", srcs = glob(names()))`}, err: "its globs are computed"},
		{name: "a variable of itself", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": "x = x + x\n" + `filegroup(name = "c", srcs = x)`}, err: "nested too deeply"},
		{name: "another rule", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": `genrule(name = "c")`}, err: "it is a genrule, whose files only Bazel knows"},
		{name: "no such target", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": ""}, err: `BUILD has no target "c": it may be of a macro`},
		{name: "no such package", files: map[string]string{".bazelrc": flag + "//q:c\n"}, err: `the folder "q" has no BUILD file`},
		{name: "a folder above the workspace", files: map[string]string{".bazelrc": flag + "//../q:c\n"}, err: "has no BUILD file"},
		{name: "another repository", files: map[string]string{".bazelrc": flag + "@other//:c\n"}, err: "it is of another repository"},
		{name: "a BUILD file that does not parse", files: map[string]string{".bazelrc": flag + "//:c\n", "BUILD": "filegroup(("}, err: "BUILD:2:1: syntax error"},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{"autofix.toml": "", "a/.editorconfig": "", "a/x.go": "", "p/BUILD": `exports_files(["autofix.toml"])`, "p/autofix.toml": ""}
			maps.Copy(files, row.files)
			target, err := ReadTarget(planted(t, files), checkers.FileKinds())
			if row.err != "" {
				if err == nil || !strings.Contains(err.Error(), row.err) {
					t.Errorf("error %v, want one with %q", err, row.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(target.Files, " "); target.Label != row.label || target.From != row.from || got != row.want {
				t.Errorf("%s (%s): %s, want %s (%s): %s", target.Label, target.From, got, row.label, row.from, row.want)
			}
		})
	}
}
