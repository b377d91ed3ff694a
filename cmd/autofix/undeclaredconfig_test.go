package main

import (
	"strings"
	"testing"
)

func TestBazelFixOfUndeclaredConfiguration(t *testing.T) {
	const (
		formatted = "if true; then\n\techo\nfi\n"
		other     = "if true; then  \n\techo\nfi\n"
	)
	files := map[string]string{
		"BUILD.bazel": "", "a/BUILD.bazel": "", "a/x.sh": other, "a/sub/y.txt": "y\n",
		"a/.editorconfig":       "[*.sh]\nindent_style = space\nindent_size = 2\n",
		"a/sub/autofix.toml":    "",
		"unused/.editorconfig":  "[*]\nindent_style = space\n",
		"unused/.hadolint.yaml": "",
	}
	fixed := map[string]string{}
	for path, text := range files {
		fixed[path] = text
	}
	fixed["a/x.sh"] = formatted
	const (
		checked = "autofix: checked 1 target, 2 files with format, text\n"
		held    = checked + "autofix: left 1 finding: 1 warning\n  a/x.sh:1:1: warning: not formatted at line 1 [format/shell] (a/.editorconfig decides how it is formatted, and is not declared)\nautofix: nothing pending\n"
		applied = checked + "autofix: applied 1 fix in 1 file\n  format/shell    1  a/x.sh\nautofix: nothing pending\n"
		listed  = `undeclared configuration, which ` + "`autofix fix`" + ` uses but checks in Bazel do not:
  a/.editorconfig, for 1 file a/x.sh
  a/sub/autofix.toml, for 1 file a/sub/y.txt
to declare them, add to BUILD.bazel:

    filegroup(
        name = "autofix_config",
        srcs = [
            "//a:.editorconfig",
            "//a:sub/autofix.toml",
        ],
    )

to a/BUILD.bazel:

    exports_files([".editorconfig", "sub/autofix.toml"])

and to .bazelrc, in place of a line that sets this flag:

    build --@rules_autofix//rules:config=//:autofix_config

or format without it, and leave it out of this report, with: --undeclared-config=ignore
`
	)
	asError := "autofix: bazel-fix: " + strings.TrimSuffix(strings.ReplaceAll(listed, "\n", "\n  "), "  ")
	for _, test := range []struct {
		name           string
		args           []string
		want           map[string]string
		exit           int
		stdout, stderr string
	}{
		{"it is reported, with the lines that declare it", nil, files, 0, held + "autofix: " + listed + "autofix: exit code 0: under --policy=permissive, only errors fail\n", ""},
		{"it fails the run", []string{"--undeclared-config=fail"}, files, 1, held, asError},
		{"under the strict policy it fails the run before anything is written", []string{"--undeclared-config=fail", "--policy=strict"}, files, 1, "", asError},
		{"it is ignored", []string{"--undeclared-config=ignore"}, fixed, 0, applied, ""},
		{
			"what is declared is obeyed, and not told",
			[]string{"--tool-config=a/.editorconfig", "--config=a/sub/autofix.toml", "--undeclared-config=fail"},
			fixed, 0,
			applied, "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, "//a:a a/x.sh a/sub/y.txt\n", "")
			exit := b.run(t.Context(), append(test.args, "--undeclared=ignore")...)
			b.expect(exit, test.exit, test.stdout, test.stderr, test.want)
		})
	}
}

// Declared files are also in the filegroup, and custom aspects get their
// configuration from no flag.
func TestBazelFixNamesTheConfigurationOfOwnAspects(t *testing.T) {
	b := newBazelRun(t, map[string]string{
		"BUILD": "", "x.sh": "if true; then\n\techo\nfi\n", ".editorconfig": "[*]\nindent_style = space\n", "autofix.toml": "",
	}, "//:a x.sh\n", "")
	exit := b.run(t.Context(), "--aspect=//tools:lint.bzl%lint_fix", "--config=autofix.toml", "--undeclared=ignore")
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, b.stderr)
	}
	for _, want := range []string{
		"add to BUILD:\n\n    filegroup(\n        name = \"autofix_config\",\n        srcs = [\n            \".editorconfig\",\n            \"autofix.toml\",\n        ],\n    )\n\n",
		"and set `config` of your autofix_aspects to Label(\"//:autofix_config\"), and that of your fix target to \"//:autofix_config\"\n",
	} {
		if !strings.Contains(b.stdout, want) {
			t.Errorf("no\n%s\nin\n%s", want, b.stdout)
		}
	}
}

// The default aspect has its configuration from the flag, whichever public file
// it is loaded from.
func TestBazelFixNamesTheFlagForTheDefaultAspect(t *testing.T) {
	for _, file := range []string{"defs.bzl", "autofix_aspects.bzl"} {
		b := newBazelRun(t, map[string]string{"BUILD": "", "x.sh": "if true; then\n\techo\nfi\n", ".editorconfig": "[*]\nindent_style = space\n"}, "//:a x.sh\n", "")
		exit := b.run(t.Context(), "--aspect=@@r~//rules:"+file+"%autofix_fix", "--undeclared=ignore")
		if want := "    build --@rules_autofix//rules:config=//:autofix_config\n"; exit != 0 || !strings.Contains(b.stdout, want) {
			t.Errorf("%s: exit %d: no\n%s\nin\n%s%s", file, exit, want, b.stdout, b.stderr)
		}
	}
}

// An existing filegroup with that name is extended.
func TestBazelFixAddsToAnExistingConfiguration(t *testing.T) {
	b := newBazelRun(t, map[string]string{
		"BUILD": "filegroup(name = \"autofix_config\", srcs = [])\n", "x.sh": "if true; then\n\techo\nfi\n",
		".editorconfig": "[*]\nindent_style = space\n", "autofix.toml": "",
	}, "//:a x.sh\n", "")
	exit := b.run(t.Context(), "--config=autofix.toml", "--undeclared=ignore")
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, b.stderr)
	}
	want := "to declare it, add to the srcs of autofix_config in BUILD:\n\n    \".editorconfig\",\n\n"
	if !strings.Contains(b.stdout, want) || strings.Contains(b.stdout, "filegroup(") {
		t.Errorf("no\n%s\nalone in\n%s", want, b.stdout)
	}
}

// The command leaves these files to other formatters. Without their
// configuration, the checks do not know that.
func TestBazelFixHoldsBackFormattingThatTheCommandWouldNotDo(t *testing.T) {
	for name, text := range map[string]string{
		"j/.prettierrc":    "{}\n",
		".prettierignore":  "golden\n",
		"j/.prettierrc.js": "module.exports = {}\n",
		"biome.json":       "{}\n",
		"j/dprint.json":    "{\"plugins\": [\"https://plugins.dprint.dev/json-0.19.0.wasm\"]}\n",
		".oxfmtrc.json":    "{}\n",
		"package.json":     "{\n  \"prettier\": {}\n}\n",
		"autofix.toml":     "[format.json]\nenabled = false\n",
	} {
		const golden = "{\"a\":  [1 ,2],\n\n\n\"b\":1}\n"
		files := map[string]string{"BUILD.bazel": "", "j/x.json": golden, name: text}
		b := newBazelRun(t, files, "//:a j/x.json\n", "")
		if exit := b.run(t.Context(), "--undeclared=ignore"); exit != 0 {
			t.Fatalf("%s: exit %d\n%s", name, exit, b.stderr)
		}
		if got := b.texts()["j/x.json"]; got != golden {
			t.Errorf("%s: j/x.json was formatted: %q", name, got)
		}
		if !strings.Contains(b.stdout, "["+"format/json] ("+name+" decides how it is formatted, and is not declared)\n") || !strings.Contains(b.stdout, "\""+name+"\",\n") {
			t.Errorf("%s: neither the reason nor the line to add:\n%s", name, b.stdout)
		}
		if b.run(t.Context(), "--undeclared=ignore", "--undeclared-config=ignore"); b.texts()["j/x.json"] == golden {
			t.Errorf("%s: ignored, and j/x.json was not formatted", name)
		}
	}
}

// The rules of whitespace obey the same configuration.
func TestBazelFixHoldsBackWhiteSpaceThatUndeclaredConfigurationDecides(t *testing.T) {
	for _, test := range []struct {
		name, config string
		file, text   string
		rule         string // of the fix; empty: it is applied
	}{
		{"t/.editorconfig", "[*]\ntrim_trailing_whitespace = false\n", "t/a.txt", "a  \n", "text/trailing-whitespace"},
		{"t/.editorconfig", "[*]\ninsert_final_newline = false\n", "t/a.txt", "a", "text/final-newline"},
		{".editorconfig", "[*]\nend_of_line = crlf\n", "t/a.md", "a\r\nb\n", "text/line-endings"},
		{".gitattributes", "*.txt linguist-generated\n", "t/a.txt", "a  \n", "text/trailing-whitespace"},
		{"autofix.toml", "[rules.\"text/*\"]\nseverity = \"off\"\n", "t/a.txt", "a  \n", "text/trailing-whitespace"},
		{"t/autofix.toml", "[files]\nexclude = [\"a.txt\"]\n", "t/a.txt", "a  \n", "text/trailing-whitespace"},
		{"t/autofix.toml", "extends = \"//base.toml\"\n", "t/a.txt", "a  \n", "text/trailing-whitespace"},
		{".editorconfig", "[*.go]\ntrim_trailing_whitespace = false\n", "t/a.txt", "a  \n", ""},
		{"t/autofix.toml", "[verify]\nsafe = \"build\"\n", "t/a.txt", "a  \n", ""},
	} {
		b := newBazelRun(t, map[string]string{"BUILD.bazel": "", test.file: test.text, test.name: test.config}, "//:a "+test.file+"\n", "")
		exit := b.run(t.Context(), "--undeclared=ignore", "--safety=suggestion")
		if applied := b.texts()[test.file] != test.text; exit != 0 || applied != (test.rule == "") {
			t.Errorf("%s: %q: exit %d, fixed: %t\n%s%s", test.name, test.config, exit, applied, b.stdout, b.stderr)
		}
		if held := "[" + test.rule + "] (" + test.name + " decides how it is formatted, and is not declared)\n"; test.rule != "" &&
			(!strings.Contains(b.stdout, held) || !strings.Contains(b.stdout, "\""+test.name+"\",\n")) {
			t.Errorf("%s: %q: neither the reason nor the line to add:\n%s", test.name, test.config, b.stdout)
		}
		if b.run(t.Context(), "--undeclared=ignore", "--safety=suggestion", "--undeclared-config=ignore"); b.texts()[test.file] == test.text {
			t.Errorf("%s: %q: ignored, and not fixed\n%s", test.name, test.config, b.stdout)
		}
	}
}
