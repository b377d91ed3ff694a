package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/gomod"
)

var gomodLanguage = language{
	name: "gomod",
	make: func(config.Values) (formatting.Language, error) { return gomod.New(), nil },
	docs: format.Language{
		Title:  "go.mod",
		Tool:   "go mod edit -fmt",
		Bad:    "module   example.com/m\ngo 1.26\n",
		Good:   "module example.com/m\n\ngo 1.26\n",
		Broken: "module example.com/m\n\nrequire (\n\texample.com/a v1.0.0\n",
		Mended: "module example.com/m\n\nrequire example.com/a v1.0.0\n",
		More: "go.work is formatted as by go work edit -fmt. As with these, lines of a block are sorted, and replacements that a " +
			"later one makes void are dropped. A file that go itself would not read, such as one with a directive of a newer " +
			"version, is left alone.",
	},
}
