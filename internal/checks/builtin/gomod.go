package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/gomod"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var gomodLanguage = language{
	name:      "gomod",
	formatter: func(config.Values) (formatting.Language, error) { return gomod.New(), nil },
	docs: format.Language{
		Title:  "go.mod and go.work files",
		Tool:   "go mod edit -fmt",
		Bad:    "module   example.com/m\ngo 1.26\n",
		Good:   "module example.com/m\n\ngo 1.26\n",
		Broken: "module example.com/m\n\nrequire (\n\texample.com/a v1.0.0\n",
		Fixed:  "module example.com/m\n\nrequire example.com/a v1.0.0\n",
		More: "go.work files are formatted with go work edit -fmt. Like these commands, the formatter sorts the lines of a block " +
			"and removes replacements that a later one overrides. A file that the go command cannot read, such as one with a " +
			"directive of a newer version, is not formatted.",
	},
}
