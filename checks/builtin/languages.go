package builtin

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// languages are all that have a formatter, one file each in this package. Where two know a file, the first has it.
var languages = []language{
	golangLanguage,
	starlarkLanguage,
	shellLanguage,
	hclLanguage,
	cueLanguage,
	jsonnetLanguage,
	jsonLanguage,
	tomlLanguage,
	yamlLanguage,
}

// A language is one that has a formatter.
type language struct {
	name    string
	off     bool            // unless it is enabled
	options []config.Option // of [format.NAME], besides enabled
	make    func(config.Values) (formatting.Language, error)
	docs    format.Language // the texts
}

func (l language) schema() config.FormatSchema {
	return config.FormatSchema{Language: l.name, Off: l.off, Options: l.options}
}

// documented returns what the checker of formats is to know.
func (l language) documented() format.Language {
	known, err := l.make((*config.Config)(nil).FormatOptions(l.schema(), config.NoEditor))
	if err != nil || known.Name() != l.name {
		panic(fmt.Sprintf("builtin: the language %s can't be made with its defaults: %v", l.name, err))
	}
	docs := l.docs
	docs.Known, docs.Schema = known, l.schema()
	return docs
}
