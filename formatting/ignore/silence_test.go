package ignore_test

import (
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
	} {
		before, after, _ := strings.Cut(row.content, "^")
		got, ok := ignore.Silence(row.name, []byte(before+after), "x/y", len(before), row.scope, false)
		if ok != (row.want != "") || ok && string(got) != row.want {
			t.Errorf("%s %q: %q, %v, want %q", row.name, row.content, got, ok, row.want)
		}
	}
}

// The finding of a formatter is about the whole file.
func TestSilenceFormatter(t *testing.T) {
	if got, ok := ignore.Silence("a.sh", []byte("a\n"), "format/shell", 0, ignore.Line, true); ok {
		t.Errorf("for a line: %q", got)
	}
	if got, ok := ignore.Silence("a.sh", []byte("a\n"), "format/shell", 0, ignore.File, true); !ok || string(got) != "# autofix global ignore=format/shell\na\n" {
		t.Errorf("for the file: %q, %v", got, ok)
	}
}
