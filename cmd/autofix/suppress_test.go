package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/formatting/ignore"
)

// After suppress, check finds none of the rule's findings, all others as
// before, and nothing but comments is added.
func TestSuppressGoldenTrees(t *testing.T) {
	trees, err := filepath.Glob("testdata/golden/*/in")
	if err != nil || len(trees) < 25 {
		t.Fatal(len(trees), err)
	}
	for _, tree := range trees {
		t.Run(filepath.Base(filepath.Dir(tree)), func(t *testing.T) {
			t.Parallel()
			rules := map[string]bool{"*": true}
			for rule := range foundIn(t, copied(t, tree), "*") {
				rules[rule] = true
			}
			for rule := range rules {
				suppressed(t, copied(t, tree), rule)
			}
		})
	}
}

func copied(t *testing.T, tree string) string {
	root := t.TempDir()
	copyTree(t, tree, root)
	return root
}

// foundIn returns the findings in a tree by rule, as the paths and the texts of
// their lines.
func foundIn(t *testing.T, root, glob string) map[string][]string {
	t.Helper()
	_, out := runIn(root, "check", "--format=json", "--rule="+glob)
	_, out, _ = strings.Cut("\n"+out, "\n{")
	var a artifact.Artifact
	if json.Unmarshal([]byte("{"+out), &a) != nil {
		return nil // a configuration that is broken, or a checker that fails
	}
	files := snapshot(t, root)
	found := map[string][]string{}
	for _, d := range a.Diagnostics {
		text := files[d.Path]
		start := strings.LastIndexByte(text[:d.Start], '\n') + 1
		line, _, _ := strings.Cut(text[start:], "\n")
		if d.Phase == "format" {
			line = ""
		}
		found[d.Rule] = append(found[d.Rule], fmt.Sprintf("%s: %s", d.Path, strings.Trim(line, "\r\ufeff")))
	}
	for _, all := range found {
		slices.Sort(all)
	}
	return found
}

// suppressed runs suppress for a rule in a tree, and checks the result.
func suppressed(t *testing.T, root, rule string) {
	t.Helper()
	before, files := foundIn(t, root, "*"), snapshot(t, root)
	code, out := runIn(root, "suppress", "--rule="+rule)
	if before == nil {
		return
	}
	after := foundIn(t, root, "*")
	left := 0
	for name, all := range before {
		if rule != "*" && name != rule {
			if !slices.Equal(all, after[name]) {
				t.Errorf("%s: findings of %s: %q, were %q", rule, name, after[name], all)
			}
			continue
		}
		for _, place := range after[name] {
			left++
			if path, _, _ := strings.Cut(place, ":"); ignore.For(path, []byte(files[path]), ignore.Line, rule, ignore.Form{}) != "" {
				t.Errorf("%s: left %s", rule, place)
			}
		}
	}
	for name := range after {
		if before[name] == nil {
			t.Errorf("%s: new: %s %q", rule, name, after[name])
		}
	}
	if (code == 1) != (left > 0) || code > 1 {
		t.Errorf("%s: exit code %d, %d left:\n%s", rule, code, left, out)
	}
	for path, text := range snapshot(t, root) {
		if rest, ok := without(text, files[path]); !ok {
			t.Errorf("%s: %s: changed at %q", rule, path, rest)
		}
	}
}

// without reports whether a text is another one with more lines of comments and
// more names in them. If not, it returns the line where they differ.
func without(text, was string) (string, bool) {
	old := strings.SplitAfter(was, "\n")
	for line := range strings.Lines(text) {
		said, names, comment := strings.Cut(strings.TrimPrefix(line, "\ufeff"), "=")
		before, oldNames, _ := strings.Cut(strings.TrimPrefix(old[0], "\ufeff"), "=")
		switch {
		case strings.TrimRight(line, "\r\n") == strings.TrimRight(old[0], "\r\n"),
			comment && said == before && strings.HasSuffix(names, ","+oldNames):
			old = old[min(len(old)-1, 1):]
		case strings.HasPrefix(line, "\ufeff") && comment:
			old[0] = strings.TrimPrefix(old[0], "\ufeff")
		case !comment && strings.TrimSpace(line) != "", comment && !strings.HasSuffix(said, "ignore") && !strings.HasSuffix(said, "disable"):
			return line, false
		}
	}
	return "", true
}

func TestSuppress(t *testing.T) {
	const trailing = "text/trailing-whitespace"
	for _, test := range []struct {
		name, file, rule string
		was, want        string // no want: nothing changes
		code             int
		says             string
	}{
		{"a continued instruction", "Dockerfile", "DL3014,DL3008", "FROM a:1\nRUN x && \\\n  # y\n  apt-get install z\n", "FROM a:1\n# hadolint ignore=DL3008,DL3014\nRUN x && \\\n  # y\n  apt-get install z\n", 0, "silenced 2 findings in 1 file\n  hadolint/DL3008    1  Dockerfile\n  hadolint/DL3014    1  Dockerfile\n"},
		{"an instruction with a here-document", "Dockerfile", "DL3014", "FROM a:1\nRUN <<EOF\napt-get install z\napt-get install y\nEOF\n", "FROM a:1\n# hadolint ignore=DL3014\nRUN <<EOF\napt-get install z\napt-get install y\nEOF\n", 0, "silenced 2 findings"},
		{"an escape directive", "Dockerfile", "DL3020", "# escape=`\nFROM a:1\nADD a `\n /b", "# escape=`\nFROM a:1\n# hadolint ignore=DL3020\nADD a `\n /b", 0, ""},
		{"below a syntax directive", "Dockerfile", "DL3006,missing-user", "# syntax=docker/dockerfile:1\r\nFROM debian\r\nRUN a\r\n", "# syntax=docker/dockerfile:1\r\n# autofix ignore=dockerfile/missing-user\r\n# hadolint ignore=DL3006\r\nFROM debian\r\nRUN a\r\n", 0, ""},
		{"below a byte order mark", "Dockerfile", "DL3006", "\ufeffFROM debian\nUSER a\n", "\ufeff# hadolint ignore=DL3006\nFROM debian\nUSER a\n", 0, ""},
		{"beside hadolint's comment", "Dockerfile", "DL3014", "FROM a:1\n# hadolint ignore=DL3008\nRUN apt-get install z\n", "FROM a:1\n# hadolint ignore=DL3014,DL3008\nRUN apt-get install z\n", 0, ""},
		{"silenced already", "Dockerfile", "DL3014", "FROM a:1\n# hadolint ignore=DL3014\nRUN apt-get install z\n", "", 0, "nothing to silence\n"},
		{"hadolint's comments are off", "x/Dockerfile", "DL3014", "FROM a:1\nRUN apt-get install z\n", "FROM a:1\n# autofix ignore=hadolint/DL3014\nRUN apt-get install z\n", 0, ""},
		{"two on a line, CRLF", "BUILD.bazel", "load", "load(\":a.bzl\", \"b\", \"c\")\r\n", "# buildifier: disable=load\r\nload(\":a.bzl\", \"b\", \"c\")\r\n", 0, "silenced 2 findings"},
		{"within an expression", "a.bzl", "constant-glob", "def f():\n    x(\n        srcs = glob([\"a\"]))", "def f():\n    x(\n        # buildifier: disable=constant-glob\n        srcs = glob([\"a\"]))", 0, ""},
		{"a multi-line string", "a.bzl", "unused-variable", "def f():\n    x = \"\"\"\na\n\"\"\"\n", "def f():\n    # buildifier: disable=unused-variable\n    x = \"\"\"\na\n\"\"\"\n", 0, ""},

		{"a formatter", "a.go", "format/go", "//go:build linux\n\npackage a\nvar  x = `\n  y\n`\n", "// autofix global ignore=format/go\n\n//go:build linux\n\npackage a\nvar  x = `\n  y\n`\n", 0, ""},
		{"a formatter, below an interpreter", "a.sh", "format/shell", "#!/bin/sh\na   b\nif x; then\n y; fi", "#!/bin/sh\n# autofix global ignore=format/shell\na   b\nif x; then\n y; fi", 0, ""},
		{"a formatter of TOML", "a.toml", "format/toml", "a  = '''\n  '''\n", "# autofix global ignore=format/toml\na  = '''\n  '''\n", 0, ""},
		{"an interpreter", "a.py", trailing, "#!/usr/bin/env python  \nx = 1\n", "#!/usr/bin/env python  \n# autofix global ignore=text/trailing-whitespace\nx = 1\n", 0, "a.py:1: no comment there silences text/trailing-whitespace"},
		{"indented, no line end", "a.py", trailing, "def f():\n    x = 1  ", "def f():\n    # autofix ignore=text/trailing-whitespace\n    x = 1  ", 0, ""},
		{"in a string", "a.py", trailing, "x = '''\na  \n'''\n", "# autofix global ignore=text/trailing-whitespace\nx = '''\na  \n'''\n", 0, "a.py:2: no comment"},
		{"a comment", "a.py", trailing, "# a  \nb\n", "# autofix begin ignore=text/trailing-whitespace\n# a  \n# autofix end ignore=text/trailing-whitespace\nb\n", 0, ""},
		{"a comment for another rule", "a.py", trailing + ",text/final-newline", "# autofix ignore=text/final-newline\nx = 1  ", "# autofix ignore=text/final-newline\n# autofix ignore=text/trailing-whitespace\nx = 1  ", 0, "silenced 1 finding"},
		{"a scalar of two lines", "a.yaml", trailing, "a: \"x  \n  y\"\n", "# autofix ignore=text/trailing-whitespace\na: \"x  \n  y\"\n", 0, ""},
		{"within a scalar", "a.yaml", trailing, "a: \"x\n  y  \n  z\"\n", "# autofix global ignore=text/trailing-whitespace\na: \"x\n  y  \n  z\"\n", 0, ""},
		{"an item, below a directive", "a.yaml", trailing, "%YAML 1.2\n---\na:\n  - b  \n", "%YAML 1.2\n---\na:\n  # autofix ignore=text/trailing-whitespace\n  - b  \n", 0, ""},
		{"a scalar without quotes", "a.yaml", trailing, "a: x\n  y  \nb: z  \n", "# autofix global ignore=text/trailing-whitespace\na: x\n  y  \nb: z  \n", 0, "a.yaml:2: no comment"},
		{"a block comment", "a.css", trailing, "a {}  \n", "/* autofix ignore=text/trailing-whitespace */\na {}  \n", 0, ""},

		{"a finding that stands for many", "a.py", trailing, strings.Repeat("a  \n", 1500), "# autofix global ignore=text/trailing-whitespace\n" + strings.Repeat("a  \n", 1500), 0, "silenced 1500 findings"},
		{"JSON", "a.json", "format/json", "{\"a\":1,\n\"b\":2}\n", "", 1, `a.json:1:1: warning: not formatted at line 1 [format/json] (the file cannot hold comments; to turn the rule off there: [[overrides]] with files = ["a.json"] and rules."format/json".severity = "off")`},
		{"no language", "LICENSE", trailing, "a  \n", "", 1, "the file cannot hold comments"},
		{"a rule that is off", "Dockerfile", "DL3057", "FROM a:1\n", "", 0, "the rule is off"},
		{"an empty rule", "a.py", "", "x  \n", "", 2, "--rule has an empty value"},
		{"an unknown rule", "a.py", "text/nothing", "x  \n", "", 2, "text/nothing"},
		{"generated", "a.go", "*", "// Code generated by x. DO NOT EDIT.\n\npackage a\nvar  x = 1\n", "", 0, "nothing to silence"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			write := func(name, text string) {
				if err := os.MkdirAll(filepath.Join(root, "x"), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("x/.hadolint.yaml", "disable-ignore-pragma: true\n")
			write(test.file, test.was)
			if code, _ := runIn(root, "suppress", "--mode=check", "--rule="+test.rule); code != test.code && test.want == "" || code != 1 && test.want != "" {
				t.Errorf("--mode=check: exit code %d", code)
			}
			if got := snapshot(t, root)[test.file]; got != test.was {
				t.Errorf("--mode=check has written %q", got)
			}
			code, out := runIn(root, "suppress", "--rule="+test.rule)
			if code != test.code || !strings.Contains(out, test.says) {
				t.Errorf("exit code %d: %s", code, out)
			}
			got := snapshot(t, root)[test.file]
			if want := cmp.Or(test.want, test.was); got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			if test.want == "" {
				return
			}
			if found := foundIn(t, root, test.rule); len(found) > 0 {
				t.Errorf("check still finds %v", found)
			}
			if _, again := runIn(root, "suppress", "--rule="+test.rule); snapshot(t, root)[test.file] != got {
				t.Errorf("the second run writes too: %s", again)
			}
		})
	}
}

// A comment that suppress wrote is a finding once its finding is gone, with a
// fix that deletes it.
func TestSuppressedNoMore(t *testing.T) {
	for _, test := range []struct{ file, rule, bad, good, off string }{
		{"Dockerfile", "DL3020", "FROM a:1\nADD b /c\n", "FROM a:1\nCOPY b /c\n", "[rules.DL3020]\nseverity = \"off\"\n"},
		{"Dockerfile", "missing-user", "FROM debian:12\nRUN a\n", "FROM debian:12\nUSER 1\n", "[rules.missing-user]\nseverity = \"off\"\n"},
		{"BUILD.bazel", "constant-glob", "a(glob([\"b\"]))\n", "a(glob([\"*\"]))\n", "[rules.constant-glob]\nseverity = \"off\"\n"},
		{"a.py", "trailing-whitespace", "a = 1  \n", "a = 1\n", "[rules.trailing-whitespace]\nseverity = \"off\"\n"},
		{"a.toml", "format/toml", "a  = 1\n", "a = 1\n", "[format.toml]\nenabled = false\n"},
	} {
		root := t.TempDir()
		edit := func(name, old, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(root, name), []byte(strings.Replace(snapshot(t, root)[name], old, text, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		edit(test.file, "", test.bad)
		if code, out := runIn(root, "suppress", "--rule="+test.rule); code != 0 || snapshot(t, root)[test.file] == test.bad {
			t.Fatalf("%s: exit code %d: %s", test.rule, code, out)
		}
		line := func(text string) string { return strings.Split(text, "\n")[len(strings.Split(test.good, "\n"))-2] }
		edit(test.file, line(test.bad), line(test.good))
		edit("autofix.toml", "", test.off)
		if _, out := runIn(root, "check"); strings.Contains(out, "unused-ignore") {
			t.Errorf("%s is off: %s", test.rule, out)
		}
		edit("autofix.toml", test.off, "")
		if _, out := runIn(root, "fix", "--rule=*/unused-ignore"); !strings.Contains(out, "/unused-ignore ") || snapshot(t, root)[test.file] != test.good {
			t.Errorf("%s: %q, want %q: %s", test.rule, snapshot(t, root)[test.file], test.good, out)
		}
	}
}
