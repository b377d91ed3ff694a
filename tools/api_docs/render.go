package main

import (
	"bytes"
	"fmt"
	"strings"
)

// render renders the page of a module.
func render(m *moduleInfo, symbols []symbol) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- Rendered by //tools/api_docs from what the .bzl file says. -->\n\n# %s\n\n", m.File)
	paragraphs(&b, m.Doc)
	contents(&b, symbols)
	for _, s := range symbols {
		fmt.Fprintf(&b, "## %s\n\n*%s*\n\n", s.name, s.kind)
		paragraphs(&b, s.doc)
		use(&b, m.File, &s)
		for _, t := range s.tables {
			if t.title != "" {
				fmt.Fprintf(&b, "### %s\n\n", t.title)
				paragraphs(&b, t.doc)
			}
			entries(&b, t)
		}
		for _, note := range s.notes {
			paragraphs(&b, note)
		}
	}
	return append(bytes.TrimRight(b.Bytes(), "\n"), '\n')
}

// paragraphs writes a doc string, which is Markdown.
func paragraphs(b *bytes.Buffer, doc string) {
	for line := range strings.Lines(strings.TrimSpace(doc)) {
		b.WriteString(strings.TrimRight(line, " \t\n") + "\n")
	}
	b.WriteString("\n")
}

// contents writes the table of contents, with the first sentence of each
// symbol.
func contents(b *bytes.Buffer, symbols []symbol) {
	b.WriteString("| symbol | kind | description |\n|---|---|---|\n")
	for _, s := range symbols {
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s |\n", s.name, anchor(s.name), s.kind, cell(firstSentence(s.doc)))
	}
	b.WriteString("\n")
}

// anchor returns the fragment of a link to a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), ".", "")
}

// firstSentence returns the text up to the first full stop at the end of a
// word, or the first paragraph.
func firstSentence(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	words := strings.Fields(first)
	for i, word := range words {
		if strings.HasSuffix(word, ".") {
			return strings.Join(words[:i+1], " ")
		}
	}
	return strings.Join(words, " ")
}

// use writes the line that shows the use of a symbol. A call has all arguments:
// required ones as `...`, and the others with their defaults.
func use(b *bytes.Buffer, file string, s *symbol) {
	switch s.kind {
	case kindAspect:
		fmt.Fprintf(b, "```console\n$ bazel build --aspects=%s%%%s //...\n```\n\n", file, s.name)
	case kindExtension:
		fmt.Fprintf(b, "```starlark\n%s = use_extension(%q, %q)\n```\n\n", s.name, file, s.name)
	case kindProvider:
		fmt.Fprintf(b, "```starlark\nload(%q, %q)\n```\n\n", file, s.name)
	default:
		fmt.Fprintf(b, "```starlark\nload(%q, %q)\n\n%s(", file, s.name, s.name)
		arguments(b, s.tables[0].entries)
		b.WriteString(")\n```\n\n")
	}
}

func arguments(b *bytes.Buffer, entries []entry) {
	if len(entries) > 0 {
		b.WriteString("\n")
	}
	for _, e := range entries {
		switch {
		case e.mandatory:
			fmt.Fprintf(b, "    %s = ...,\n", e.name)
		case e.value != "":
			fmt.Fprintf(b, "    %s = %s,\n", e.name, e.value)
		default:
			fmt.Fprintf(b, "    %s,\n", e.name)
		}
	}
}

// entries writes the table of the attributes, arguments or fields of a symbol
// or a tag class.
func entries(b *bytes.Buffer, t table) {
	if len(t.entries) == 0 {
		return
	}
	if t.noun == "attribute" {
		b.WriteString("| attribute | type | default | description |\n|---|---|---|---|\n")
	} else {
		fmt.Fprintf(b, "| %s | description |\n|---|---|\n", t.noun)
	}
	for _, e := range t.entries {
		if t.noun == "attribute" {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", e.name, cell(e.typ), cell(defaultOf(e)), cell(e.doc))
		} else {
			fmt.Fprintf(b, "| `%s` | %s |\n", e.name, cell(e.doc))
		}
	}
	b.WriteString("\n")
}

func defaultOf(e entry) string {
	switch {
	case e.mandatory:
		return "required"
	case e.value == "":
		return "none"
	default:
		return "`" + e.value + "`"
	}
}

// cell returns a text on one line, as required in a table cell. Paragraphs and
// list items stay separated.
func cell(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString("<br><br>")
		}
		for j, line := range strings.Split(strings.TrimSpace(paragraph), "\n") {
			line = strings.TrimSpace(line)
			switch {
			case j > 0 && strings.HasPrefix(line, "- "):
				b.WriteString("<br>")
			case j > 0:
				b.WriteString(" ")
			}
			b.WriteString(strings.ReplaceAll(line, "|", `\|`))
		}
	}
	return b.String()
}
