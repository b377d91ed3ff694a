package format

import (
	"bytes"
	"encoding/json"
)

// Template says what a file that does not parse is, if it looks like one that
// is of its language only once it is filled in: with the marks of Go templates,
// Jinja, ERB and their like. It is for languages in which these marks have no
// other meaning.
func Template(_ string, content []byte) string {
	for _, marks := range [][2]string{{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}} {
		if i := bytes.Index(content, []byte(marks[0])); i >= 0 && bytes.Contains(content[i:], []byte(marks[1])) {
			return "it looks like a template, which is valid only once it is filled in"
		}
	}
	return ""
}

// JSON says the same of JSON, and of a file with a value on each line.
func JSON(path string, content []byte) string {
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
	return "it has a value on each line (NDJSON), and not one"
}
