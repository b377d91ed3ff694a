package ignore

import (
	"bytes"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Silence returns the content with a comment that silences a finding of a rule
// at an offset, on a line of its own: above the finding's line, or with the
// scope File at the top. It reports false if no comment can do that there, as
// in a file without comments or within a string. A formatter's finding is about
// a whole file.
func Silence(name string, content []byte, rule string, offset int, scope Scope, formatter bool) ([]byte, bool) {
	comment := For(name, content, scope, rule)
	if comment == "" || offset > len(content) || formatter && scope == Line {
		return nil, false
	}
	syntax := syntaxOf(name, content)
	s := &Set{content: content}
	at, indent, after := 0, "", ""
	if scope == File {
		at = syntax.top(content)
		if syntax == goLike {
			after = lineEndOf(content) // so that it is not the comment of the package
		}
	} else {
		at = s.lineStart(offset)
		for syntax.continued && at > 0 && bytes.HasSuffix(bytes.TrimRight(content[:at], "\r\n"), []byte(`\`)) {
			at = s.lineStart(at - 1)
		}
		line := content[at:]
		indent = string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	}
	inserted := indent + comment + lineEndOf(content) + after
	if at == len(content) && at > 0 && content[at-1] != '\n' {
		inserted = lineEndOf(content) + inserted
	}
	with := append(append(append([]byte{}, content[:at]...), inserted...), content[at:]...)
	said := Read(name, with)
	if formatter {
		return with, said.Whole(rule)
	}
	return with, said.Silences(rule, "", offset+len(inserted)) && len(said.Comments) > len(Read(name, content).Comments)
}

// first matches lines that have to be first in a file: the interpreter of a
// script, the encoding of a Python file, the declaration of an XML file and the
// directives of a Dockerfile.
var first = lazyregexp.New(`(?i)^(?:\x{feff})?(?:#!|<\?xml|#.*coding[:=]|#[ \t]*(?:syntax|escape|check)[ \t]*=|%)`)

// top returns where a comment may stand that is about the whole file.
func (s *syntax) top(content []byte) int {
	at := 0
	if bytes.HasPrefix(content, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	for at < len(content) {
		end := bytes.IndexByte(content[at:], '\n')
		if !first().Match(content[at:]) {
			break
		}
		if end < 0 {
			return len(content)
		}
		at += end + 1
	}
	return at
}

// lineEndOf returns the line ending of the first line of a text.
func lineEndOf(content []byte) string {
	if line, _, found := bytes.Cut(content, []byte("\n")); found && strings.HasSuffix(string(line), "\r") {
		return "\r\n"
	}
	return "\n"
}
