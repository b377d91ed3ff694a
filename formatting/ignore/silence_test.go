package ignore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
)

// The place of the finding is marked by a ^ in the text.
func TestSilence(t *testing.T) {
	for _, row := range []struct {
		name, content string
		scope         ignore.Scope
		want          string // "": no comment can silence it
	}{
		{"a.sh", "a\n^b\n", ignore.Line, "a\n# autofix ignore=x/y\nb\n"},
		{"a.sh", "if a\n  ^b\nfi\n", ignore.Line, "if a\n  # autofix ignore=x/y\n  b\nfi\n"},
		{"a.sh", "a \\\n  ^b\n", ignore.Line, "# autofix ignore=x/y\na \\\n  b\n"},
		{"a.sh", "cat <<E\n^b\nE\n", ignore.Line, ""},
		{"a.sh", "x='\n^b'\n", ignore.Line, ""},
		{"a.sh", "^a", ignore.Line, "# autofix ignore=x/y\na"},
		{"a.sh", "a\r\n^b\r\n", ignore.Line, "a\r\n# autofix ignore=x/y\r\nb\r\n"},
		{"a.sh", "#!/bin/sh\n^b\n", ignore.File, "#!/bin/sh\n# autofix global ignore=x/y\nb\n"},
		{"Dockerfile", "# syntax=docker/dockerfile:1\nFROM ^a\n", ignore.File, "# syntax=docker/dockerfile:1\n# autofix global ignore=x/y\nFROM a\n"},
		{"Dockerfile", "FROM a\nRUN b && \\\n    ^c\n", ignore.Line, "FROM a\n# autofix ignore=x/y\nRUN b && \\\n    c\n"},
		{"Dockerfile", "FROM a\nRUN <<E\n^c\nE\n", ignore.Line, ""},
		{"a.go", "^package a\n", ignore.File, "// autofix global ignore=x/y\n\npackage a\n"},
		{"a.go", "package a\n\nfunc f() {\n\t^g()\n}\n", ignore.Line, "package a\n\nfunc f() {\n\t// autofix ignore=x/y\n\tg()\n}\n"},
		{"a.go", "package a\n\nvar s = `\n^x`\n", ignore.Line, ""},
		{"a.py", "\ufeff# -*- coding: utf-8 -*-\n^x\n", ignore.File, "\ufeff# -*- coding: utf-8 -*-\n# autofix global ignore=x/y\nx\n"},
		{"a.yaml", "a:\n  ^b: 1\n", ignore.Line, "a:\n  # autofix ignore=x/y\n  b: 1\n"},
		{"a.yaml", "a: |\n  ^b\n", ignore.Line, ""},
		{"a.md", "^b\n", ignore.Line, "<!-- autofix ignore=x/y -->\nb\n"},
		{"a.css", "^b {}\n", ignore.Line, "/* autofix ignore=x/y */\nb {}\n"},
		{"a.json", "{^}\n", ignore.Line, ""},
		{"a.xyz", "^a\n", ignore.Line, ""},
		{"a.sh", "a\n^", ignore.Line, "a\n# autofix ignore=x/y\n"},
		{"a.sh", "^#!/bin/sh\nb\n", ignore.Line, ""},
		{"a.py", "\ufeff^b\n", ignore.Begin, "\ufeff# autofix begin ignore=x/y\nb\n# autofix end ignore=x/y\n"},
		{"a.py", "# ^a\nb\n", ignore.Line, ""}, // it would be for the next line
		{"a.py", "# ^a\nb\n", ignore.Begin, "# autofix begin ignore=x/y\n# a\n# autofix end ignore=x/y\nb\n"},
		{"a.py", "a\n  ^b", ignore.Begin, "a\n  # autofix begin ignore=x/y\n  b\n  # autofix end ignore=x/y\n"},
		{"a.py", "'''\n^b\n'''\n", ignore.Begin, ""},
		{"a.json", "{^}\n", ignore.File, ""},
		{"a.py", "a = \\\n  ^b", ignore.Line, ""},
		{"a.py", "a = \\\n  ^b", ignore.Begin, ""},
		{"a.py", "a\n# ^b \\\nc", ignore.Begin, ""},
		{"a.c", "#define a \\\n  ^b", ignore.Line, ""},
		{"a.rs", "let a: &'a = \"x\";\n^b\n", ignore.Line, "let a: &'a = \"x\";\n// autofix ignore=x/y\nb\n"},
		{"a.rs", "a = \"x\n^b\";\n", ignore.Line, ""},
		{"a.kt", "a = \"\"\"\n^b\"\"\";\n", ignore.Line, ""},
		{"a.tsx", "<a>\n^b\n</a>\n", ignore.Line, ""},
		{"a.tsx", "<a>\n^b\n</a>\n", ignore.File, "// autofix global ignore=x/y\n<a>\nb\n</a>\n"},
		{"a.html", "<a>\n^b\n</a>\n", ignore.Line, "<a>\n<!-- autofix ignore=x/y -->\nb\n</a>\n"},
		{"a.html", "<a\n^b></a>\n", ignore.Line, ""},
		{"a.html", "<SCRIPT>\n^b\n</SCRIPT>\n", ignore.Line, ""},
		{"a.xml", "<?xml?>\n<a><![CDATA[<b>\n^b]]></a>\n", ignore.Begin, ""},
		{"a.php", "<?php\n^b", ignore.File, "<?php\n// autofix global ignore=x/y\nb"},
		{"a.md", "a\n^b\n", ignore.Line, ""},
		{"a.md", "a\n\n^b\n", ignore.Line, "a\n\n<!-- autofix ignore=x/y -->\nb\n"},
		{"a.md", "---\na: b\n---\n^b\n", ignore.File, "---\na: b\n---\n<!-- autofix global ignore=x/y -->\nb\n"},
		{"a.md", "---\n^b\n", ignore.File, "<!-- autofix global ignore=x/y -->\n---\nb\n"},
		{"Makefile", "a:\n\t^b\n", ignore.Line, "a:\n# autofix ignore=x/y\n\tb\n"},
		{"a.sh", "cat <<E\n^x\nE\n", ignore.Line, ""},
		{"a.sh", "cat <<E\n^x\nE\n", ignore.Begin, ""},
		{"Dockerfile", "RUN a \\\n  b \\\n  ^c", ignore.Line, "# autofix ignore=x/y\nRUN a \\\n  b \\\n  c"},
	} {
		before, after, _ := strings.Cut(row.content, "^")
		got, ok := with(row.name, before+after, ignore.Want{Rule: "x/y", Offset: len(before), Scope: row.scope})
		if ok != (row.want != "") || ok && got != row.want {
			t.Errorf("%s %q: %q, %v, want %q", row.name, row.content, got, ok, row.want)
		}
	}
}

// with returns a text with the comments that silence findings, and whether they
// silence all.
func with(name, text string, wants ...ignore.Want) (string, bool) {
	insertions, failed := ignore.Silence(name, []byte(text), wants)
	for _, in := range slices.Backward(insertions) {
		text = text[:in.Start] + string(in.New) + text[in.End:]
	}
	return text, len(failed) == 0
}

// The finding of a formatter is about the whole file.
func TestSilenceFormatter(t *testing.T) {
	want := ignore.Want{Rule: "format/shell", Formatter: true}
	if got, ok := with("a.sh", "a\n", want); ok {
		t.Errorf("for a line: %q", got)
	}
	want.Scope = ignore.File
	if got, ok := with("a.sh", "a\n", want); !ok || got != "# autofix global ignore=format/shell\na\n" {
		t.Errorf("for the file: %q, %v", got, ok)
	}
}

// Findings of one line share a comment, which names a rule for each of them.
// The comment of another tool is the last one above the place.
func TestSilenceMany(t *testing.T) {
	lint := ignore.Form{Line: "lint ignore=", File: "lint global ignore=", List: true, At: func(int) int { return 2 }}
	one := ignore.Form{Line: "one: off=", At: func(int) int { return 2 }}
	for _, row := range []struct {
		content, want string
		wants         []ignore.Want
	}{
		{"a\nb b\nc\n", "a\n# autofix ignore=x/y,x/y,x/z\nb b\n# autofix ignore=x/y\nc\n", []ignore.Want{
			{Rule: "x/y", Offset: 2}, {Rule: "x/y", Offset: 4}, {Rule: "x/z", Offset: 4}, {Rule: "x/y", Offset: 6},
		}},
		{"a\nb\n", "# autofix global ignore=x/y\na\nb\n", []ignore.Want{
			{Rule: "x/y", Offset: 2, Scope: ignore.File}, {Rule: "x/y", Scope: ignore.File},
		}},
		{"a\nb\n", "# autofix begin ignore=x/y\na\n# autofix end ignore=x/y\n# autofix begin ignore=x/y\nb\n# autofix end ignore=x/y\n", []ignore.Want{
			{Rule: "x/y", Offset: 2, Scope: ignore.Begin}, {Rule: "x/y", Scope: ignore.Begin},
		}},
		{"a\nb\n", "a\n# autofix ignore=x/y\n# lint ignore=Q,R\nb\n", []ignore.Want{
			{Rule: "lint/Q", Offset: 2, Form: lint}, {Rule: "lint/R", Offset: 2, Form: lint}, {Rule: "lint/Q", Offset: 2, Form: lint}, {Rule: "x/y", Offset: 2},
		}},
		{"a\nb\n", "a\n# one: off=Q\n# one: off=R\nb\n", []ignore.Want{
			{Rule: "one/Q", Offset: 2, Form: one}, {Rule: "one/R", Offset: 2, Form: one},
		}},
		{"a\nb\n", "# lint global ignore=Q\na\nb\n", []ignore.Want{{Rule: "lint/Q", Offset: 2, Scope: ignore.File, Form: lint}}},
	} {
		if got, ok := with("a.py", row.content, row.wants...); got != row.want || !ok {
			t.Errorf("%q: %q, %v, want %q", row.content, got, ok, row.want)
		}
	}
	lint.At = func(int) int { return 18 }
	if got, _ := with("Dockerfile", "# lint  ignore= Q\nRUN b\n", ignore.Want{Rule: "lint/R", Offset: 18, Form: lint}); got != "# lint  ignore=R, Q\nRUN b\n" {
		t.Errorf("beside another name: %q", got)
	}
}
