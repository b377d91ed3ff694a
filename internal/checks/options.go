package checks

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// An OptionTable is a table of autofix.toml with its options.
type OptionTable struct {
	Name    string // as in autofix.toml, such as [format.go]
	Options []Option
}

// OptionTables returns the tables with the options of a rule, without the keys
// that every rule has. For the rule of a formatter, these are the options of
// the formatter.
func (r *Rule) OptionTables() []OptionTable {
	var tables []OptionTable
	if len(r.Options) > 0 {
		tables = append(tables, OptionTable{Name: fmt.Sprintf("[rules.%q]", r.Name), Options: r.Options})
	}
	if r.Format != nil {
		on := Option{
			Name: "enabled", Kind: config.Bool, Default: !r.Format.Off,
			Doc: "whether files of the language are formatted",
		}
		tables = append(tables, OptionTable{
			Name:    fmt.Sprintf("[format.%s]", r.Format.Language),
			Options: append([]Option{on}, r.Format.Options...),
		})
	}
	return tables
}
