//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A file is an open file, with the text on disk.
type file struct {
	dir, name, language, text string
	typed, column             uint32 // where a letter is typed
	version                   int32
}

func (f *file) uri() string { return "file://" + filepath.Join(f.dir, f.name) }

// A language has texts of any length with findings, some of which have fixes.
type language struct {
	id, name string // of a file, with %d for its number
	text     func(lines int) string
	comment  string // begins the line that is typed in
}

var languages = map[string]language{
	"Dockerfile": {"dockerfile", "dockerfile%d/Dockerfile", dockerfile, "# the middle"},
	"Go":         {"go", "go%d/x.go", golang, "// the middle"},
	"Python":     {"python", "x%d.py", python, "# the middle"},
	"JavaScript": {"javascript", "x%d.js", javascript, "// the middle"},
}

// write writes files of a language, each with its number of lines.
func (l *language) write(dir string, count, lines int) ([]*file, error) {
	var all []*file
	for i := range count {
		f := &file{dir: dir, name: fmt.Sprintf(l.name, i), language: l.id, text: l.text(lines)}
		before, _, found := strings.Cut(f.text, l.comment+"\n")
		if !found {
			return nil, fmt.Errorf("a text of %d lines has no line %q", lines, l.comment)
		}
		f.typed, f.column = uint32(strings.Count(before, "\n")), uint32(len(l.comment))
		name := filepath.Join(dir, f.name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, []byte(f.text), 0o644); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// repeated returns blocks of lines, with a comment in the middle, up to a number
// of lines.
func repeated(head, comment string, lines int, block func(i int) string) string {
	var out strings.Builder
	out.WriteString(head)
	written := strings.Count(head, "\n")
	commented := false
	for i := 0; ; i++ {
		text := block(i)
		if !commented && written >= lines/2 {
			out.WriteString(comment + "\n")
			written++
			commented = true
		}
		if written += strings.Count(text, "\n"); written > lines {
			return out.String()
		}
		out.WriteString(text)
	}
}

func dockerfile(lines int) string {
	return repeated("FROM debian:12.5\n", "# the middle", lines, func(i int) string {
		finding := "COPY"
		if i%10 == 0 {
			finding = "ADD"
		}
		return fmt.Sprintf("RUN apt-get update && \\\n    apt-get install -y --no-install-recommends tool%d=1.%d && \\\n    rm -rf /var/lib/apt/lists/*\nENV NAME_%d=value\n%s file%d.txt /srv/app/file%d.txt\n", i, i, i, finding, i, i)
	})
}

func golang(lines int) string {
	return repeated("package x\n\nimport \"errors\"\n\n", "// the middle", lines, func(i int) string {
		space := " "
		if i%10 == 0 {
			space = "  "
		}
		return fmt.Sprintf("// F%d adds.\nfunc F%d(values []int) (sum int, err error) {\n\tfor _, value := range values {\n\t\tif value < %d {\n\t\t\treturn 0, errors.New(\"too small\")\n\t\t}\n\t\tsum%s+= value\n\t}\n\treturn sum, nil\n}\n\n", i, i, i, space)
	})
}

func python(lines int) string {
	return repeated("import os\n\n\n", "# the middle", lines, func(i int) string {
		unused := ""
		if i%10 == 0 {
			unused = "    import json\n"
		}
		return fmt.Sprintf("def f%d(values):\n%s    total = 0\n    for value in values:\n        if value < %d:\n            raise ValueError(\"too small\")\n        total += value\n    return total\n\n\n", i, unused, i)
	})
}

func javascript(lines int) string {
	return repeated("", "// the middle", lines, func(i int) string {
		word := "const"
		if i%10 == 0 {
			word = "var"
		}
		return fmt.Sprintf("export function f%d(values) {\n\t%s least = %d;\n\tlet total = 0;\n\tfor (const value of values) {\n\t\tif (value < least) {\n\t\t\tthrow new Error(\"too small\");\n\t\t}\n\t\ttotal += value;\n\t}\n\treturn total;\n}\n\n", i, word, i)
	})
}
