package format

import (
	"bytes"
	"encoding/json"
)

// Template returns a reason if a file that does not parse looks like a template
// with the delimiters of Go templates, Jinja or ERB, which is valid only after
// expansion. It is for languages in which these delimiters have no other
// meaning.
func Template(_ string, content []byte) string {
	for _, marks := range [][2]string{{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}} {
		if i := bytes.Index(content, []byte(marks[0])); i >= 0 && bytes.Contains(content[i:], []byte(marks[1])) {
			return "it looks like a template, which is valid only after expansion"
		}
	}
	return ""
}

// JSON is Template for JSON. It also recognizes an empty file and one with one
// value per line.
func JSON(path string, content []byte) string {
	if len(bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff")))) == 0 {
		return "it is empty, as placeholders and mocks of tests are"
	}
	if why := Template(path, content); why != "" {
		return why
	}
	values := 0
	for line := range bytes.Lines(content) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !json.Valid(line) {
			return ""
		}
		values++
	}
	if values < 2 {
		return ""
	}
	return "it has one value per line (NDJSON)"
}
