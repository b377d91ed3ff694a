package builtin

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// level returns one level of indentation: so many spaces, or a tab.
func level(spaces int) string {
	if spaces == 0 {
		return "\t"
	}
	return strings.Repeat(" ", spaces)
}

// kept returns one level of indentation as an option has it, and whether a
// file's own goes before it. Where it is "keep", otherwise is the level of a
// file that has none of its own.
func kept(v config.Values, option, otherwise string) (indent string, own bool) {
	if v.Kept(option) {
		return otherwise, true
	}
	return level(v.Int(option)), false
}

// spaces returns what .editorconfig says of the spaces of a level, where they are from least to most.
func spaces(least, most int) func(editorconfig.Properties) any {
	return func(p editorconfig.Properties) any {
		if tabs, said := p.Tabs(); said && tabs {
			return nil
		}
		if n, said := p.IndentSize(); said && n >= least && n <= most {
			return n
		}
		return nil
	}
}

// indentOrTab is spaces for a formatter that takes 0 for a tab.
func indentOrTab(least, most int) func(editorconfig.Properties) any {
	size := spaces(least, most)
	return func(p editorconfig.Properties) any {
		tabs, said := p.Tabs()
		switch {
		case !said:
			return nil
		case tabs:
			return 0
		}
		return size(p)
	}
}

// lineWidth returns what .editorconfig says of the length of a line.
func lineWidth(p editorconfig.Properties) any {
	if columns, said := p.MaxLineLength(); said {
		return columns
	}
	return nil
}

// named returns what .editorconfig says of a property of a formatter's own that is one of some names.
func named(property string, names ...string) func(editorconfig.Properties) any {
	return func(p editorconfig.Properties) any {
		if name := p.Get(property); slices.Contains(names, name) {
			return name
		}
		return nil
	}
}

// switched returns what .editorconfig says of a property of a formatter's own.
func switched(property string) func(editorconfig.Properties) any {
	return func(p editorconfig.Properties) any {
		if on, said := p.Bool(property); said {
			return on
		}
		return nil
	}
}
