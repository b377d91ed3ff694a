package builtin

import (
	"errors"
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// everyLanguage has the parsers of all languages, with default options.
var everyLanguage = sync.OnceValue(func() *formatting.Registry {
	all := make([]formatting.Language, len(languages))
	for i, l := range languages {
		all[i] = l.documented().Known
	}
	return formatting.NewRegistry(all...)
})

// Parse returns the *formatting.SyntaxError of a text by the path of its file,
// whether or not its formatter is on. It returns nil if the text parses, the
// language is unknown, or there is no telling.
func Parse(path string, text []byte) error {
	if syntax, ok := errors.AsType[*formatting.SyntaxError](everyLanguage().Parse(path, text)); ok {
		return syntax
	}
	return nil
}
