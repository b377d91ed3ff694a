package assign

import (
	"bytes"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Name is the schema that a document names itself.
type Name struct {
	Text       string
	Start, End int // in the file; both 0 for the member $schema
}

// Mentions reports whether a file may name a schema itself. It looks no closer
// than at the bytes.
func Mentions(content []byte) bool {
	return bytes.Contains(content, []byte("$schema")) || bytes.Contains(content, []byte("#:schema"))
}

// modelines are the comments that name a schema:
//
//	# yaml-language-server: $schema=NAME
//	# $schema: NAME
//	#:schema NAME
//
// Sources: the documentation of yaml-language-server, "Using inlined schema";
// of JetBrains' editors, "Custom JSON Schemas"; of Taplo, "Using Schemas".
var modelines = lazyregexp.New(`^[ \t]*(?:#[ \t]*yaml-language-server[ \t]*:[ \t]*\$schema[ \t]*=|(?:#|//)[ \t]*\$schema[ \t]*:|#:schema[ \t])[ \t]*(\S+)`)

// Comment returns the schema that a comment at the top of a document names. The
// document is content[start:end]. Comments further down name none.
func Comment(content []byte, start, end int) (Name, bool) {
	if bytes.HasPrefix(content[start:end], []byte("\ufeff")) {
		start += len("\ufeff")
	}
	for at := start; at < end; {
		line := content[at:end]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		text := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(text, []byte("#")), bytes.HasPrefix(text, []byte("//")):
			if match := modelines().FindSubmatchIndex(line); match != nil {
				return Name{string(line[match[2]:match[3]]), at + match[2], at + match[3]}, true
			}
		case len(text) > 0 && !bytes.HasPrefix(text, []byte("---")) && text[0] != '%':
			return Name{}, false
		}
		at += len(line)
	}
	return Name{}, false
}

// Documents returns the offsets at which the n documents of a YAML file start,
// and the end of the file: the i-th is content[offsets[i]:offsets[i+1]]. The
// text before the first "---" belongs to the first document, unless that text
// is itself a document.
func Documents(content []byte, n int) []int {
	offsets := []int{0}
	hasContent := false // in the document so far
	for at := 0; at < len(content); {
		line := content[at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		text := string(bytes.TrimRight(line, " \t\r\n"))
		marker := strings.HasPrefix(text, "---") && (len(text) == 3 || text[3] == ' ' || text[3] == '\t')
		switch {
		case marker && hasContent && len(offsets) < n:
			offsets = append(offsets, at)
		case marker:
			hasContent = true
		case text != "" && text != "..." && !strings.HasPrefix(strings.TrimSpace(text), "#") && text[0] != '%':
			hasContent = true
		}
		at += len(line)
	}
	for len(offsets) <= n {
		offsets = append(offsets, len(content))
	}
	return offsets
}

// A Resolved is the schema that a name refers to.
type Resolved struct {
	Schema Target
	// Skip says why the document is not validated by the name; empty if it is.
	Skip string
}

// Resolve returns the meaning of a name in a file. Folder is the file's. It
// does not look at the schema.
func (t *Tables) Resolve(folder, name string) Resolved {
	file, fragment, _ := strings.Cut(name, "#")
	if isURL(name) {
		if path, ok := t.Mapped(file); ok {
			return Resolved{Schema: Target{path, fragment}}
		}
		return Resolved{Skip: name + " is not in the workspace, and nothing is fetched; to map it to a file: [[schema]] url in autofix.toml"}
	}
	if i := strings.IndexAny(file, ":"); i > 1 && !strings.ContainsAny(file[:i], "/.") {
		return Resolved{Skip: name + " is not the name of a file, nor an http(s) URL"}
	}
	if file == "" {
		return Resolved{Skip: name + " names no file"}
	}
	resolved := target(folder, name)
	if strings.HasPrefix(file, "/") {
		resolved.Path = file
	}
	if strings.Contains("/"+resolved.Path, "/node_modules/") {
		return Resolved{Skip: name + " is in a folder of dependencies, which is not part of the workspace; a copy of it may be"}
	}
	return Resolved{Schema: resolved}
}

// IsMeta reports whether a name is the name of a draft of JSON Schema: a file
// that names it is a schema itself.
func IsMeta(name string) bool {
	return strings.HasPrefix(name, "http://json-schema.org/") || strings.HasPrefix(name, "https://json-schema.org/")
}
