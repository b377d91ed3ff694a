package builtin

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// languages are all languages with a formatter, one per file in this package.
// If two match a file, the first one formats it.
var languages = []language{
	golangLanguage,
	gomodLanguage,
	starlarkLanguage,
	dockerfileLanguage,
	shellLanguage,
	hclLanguage,
	cueLanguage,
	jsonnetLanguage,
	jsonLanguage,
	tomlLanguage,
	yamlLanguage,
	protobufLanguage,
}

// A language is a language with a formatter.
type language struct {
	name      string
	off       bool                                             // off by default
	ignored   func(editorconfig.Properties) bool               // whether .editorconfig excludes a file from formatting
	options   []config.Option                                  // of [format.NAME], in addition to enabled
	files     []config.FormatFile                              // files that supply the values of options that are not set
	claims    *config.Claims                                   // the files by which another formatter claims the language
	formatter func(config.Values) (formatting.Language, error) // returns the language with options
	lenient   func(config.Values)                              // changes the options for the parser of files that are not formatted; may be nil
	docs      format.Language                                  // the documentation
}

func (l language) schema() config.FormatSchema {
	return config.FormatSchema{Language: l.name, Off: l.off, Options: l.options, Ignored: l.ignored, Files: l.files, Claims: l.claims}
}

// documented returns the language for the checker of formats.
func (l language) documented() format.Language {
	known, err := l.formatter((*config.Config)(nil).FormatOptions(l.schema(), config.NoEditor))
	if err != nil || known.Name() != l.name {
		panic(fmt.Sprintf("builtin: language %s: default options: %v", l.name, err))
	}
	docs := l.docs
	docs.Known, docs.Schema = known, l.schema()
	return docs
}
