package builtin

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// languages are all that have a formatter, one file each in this package. Where two know a file, the first has it.
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

// A language is one that has a formatter.
type language struct {
	name    string
	off     bool                                             // unless it is enabled
	ignored func(editorconfig.Properties) bool               // .editorconfig says that a file is not to be formatted
	options []config.Option                                  // of [format.NAME], besides enabled
	files   []config.FormatFile                              // that options leave something to
	claims  *config.Claims                                   // the files by which another formatter has the language
	make    func(config.Values) (formatting.Language, error) // called by formatter alone
	docs    format.Language                                  // the texts
}

func (l language) schema() config.FormatSchema {
	return config.FormatSchema{Language: l.name, Off: l.off, Options: l.options, Ignored: l.ignored, Files: l.files, Claims: l.claims}
}

// formatter returns the language with options.
func (l language) formatter(options config.Values) (formatting.Language, error) {
	return l.make(options)
}

// documented returns what the checker of formats is to know.
func (l language) documented() format.Language {
	known, err := l.formatter((*config.Config)(nil).FormatOptions(l.schema(), config.NoEditor))
	if err != nil || known.Name() != l.name {
		panic(fmt.Sprintf("builtin: the language %s can't be made with its defaults: %v", l.name, err))
	}
	docs := l.docs
	docs.Known, docs.Schema = known, l.schema()
	return docs
}
