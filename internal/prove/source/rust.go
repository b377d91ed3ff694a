package source

import (
	"bytes"
	"path"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// testModule matches a module of unit tests in a source of Rust, as rustfmt
// writes it: between the braces each line is blank or indented.
var testModule = lazyregexp.New(`(?m)\s*^#\[cfg\(test\)\]\r?\n(pub )?mod \w+ \{\r?\n(([ \t].*)?\r?\n)*\}\s*`)

// OnlyTestModules reports whether two texts of a source of Rust differ only in
// their modules of unit tests.
func OnlyTestModules(name string, a, b []byte) bool {
	if path.Ext(name) != ".rs" || bytes.Equal(a, b) {
		return false
	}
	code := func(text []byte) []byte {
		return bytes.TrimSpace(testModule().ReplaceAll(text, []byte("\n")))
	}
	return bytes.Equal(code(a), code(b))
}
