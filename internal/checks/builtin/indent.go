package builtin

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// level returns one level of indentation: the given number of spaces, or a tab
// for 0.
func level(spaces int) string {
	if spaces == 0 {
		return "\t"
	}
	return strings.Repeat(" ", spaces)
}

// kept returns the level of indentation that an option sets, and whether the
// file's own level takes precedence. If the option is "keep", the result is
// otherwise, which applies to a file without a level of its own.
func kept(v config.Values, option, otherwise string) (indent string, own bool) {
	if v.Kept(option) {
		return otherwise, true
	}
	return level(v.Int(option)), false
}

// spaces returns the number of spaces per level in .editorconfig if it is from
// least to most.
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

// indentOrTab is spaces for a formatter in which 0 is a tab.
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

// lineWidth returns the maximum length of a line in .editorconfig.
func lineWidth(p editorconfig.Properties) any {
	if columns, said := p.MaxLineLength(); said {
		return columns
	}
	return nil
}

// named returns the value of a formatter's own property in .editorconfig if it
// is one of the given names.
func named(property string, names ...string) func(editorconfig.Properties) any {
	return func(p editorconfig.Properties) any {
		if name := p.Get(property); slices.Contains(names, name) {
			return name
		}
		return nil
	}
}

// switched returns the value of a formatter's own boolean property in
// .editorconfig.
func switched(property string) func(editorconfig.Properties) any {
	return func(p editorconfig.Properties) any {
		if on, said := p.Bool(property); said {
			return on
		}
		return nil
	}
}
