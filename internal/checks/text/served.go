package text

import (
	"bytes"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// The names of folders whose files are served as they are, and of folders whose
// files tests read.
var (
	servedFolders = []string{"public", "static", "www", "wwwroot", "htdocs", "public_html", ".well-known"}
	inputFolders  = []string{
		"__tests__", "cases", "corpora", "corpus", "data", "e2e", "example-data", "input", "inputs", "integration", "samples", "spec",
		"specs", "test", "testing", "tests",
	}
)

// linkText matches the text of a link that a file system without links has as a
// file: the path of another file, without a newline.
var linkText = lazyregexp.New(`\A(?:\.{1,2}/)*(?:[\w.@+-]+/)*[\w.@+-]+\z`)

// at returns the kind of the file at a path. A file that is served or compared
// may be hashed, so that no fix of a text is certain to change nothing.
func (k kind) at(file string, content []byte) kind {
	isProse := k.newline == fixedits.SafetySafe && k.whitespace == fixedits.SafetySafe && !k.data && !k.markdown && !k.gitstyle
	switch folders := strings.Split(strings.ToLower(path.Dir(file)), "/"); {
	case k.content:
	case isLink(content):
		k.whitespace, k.newline = fixedits.SafetySuggestion, fixedits.SafetySuggestion
	case !k.data && !k.markdown && !k.gitstyle && isIn(folders, servedFolders),
		isProse && strings.EqualFold(path.Ext(file), ".txt") && isIn(folders, inputFolders):
		k.whitespace, k.newline, k.data = fixedits.SafetySuggestion, fixedits.SafetySuggestion, false
	}
	return k
}

func isIn(folders, names []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(names, folder) })
}

// isLink reports whether a text may be the text of a link: one line, without a
// newline, that is a path with a folder or a suffix.
func isLink(content []byte) bool {
	if len(content) >= 4096 || bytes.IndexByte(content, '\n') >= 0 {
		return false
	}
	text := string(content)
	return strings.ContainsAny(text, "/.") && linkText().MatchString(text) &&
		(strings.Contains(text, "/") || path.Ext(text) != "" && strings.Trim(text, "0123456789.") != "")
}
