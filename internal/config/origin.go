package config

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// An Origin is the place in a file that gives a setting its value. The zero
// Origin stands for the default.
type Origin struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"` // 1-based; 0 if it is not known
}

func (o Origin) String() string {
	switch {
	case o.Path == "":
		return "default"
	case o.Line == 0:
		return o.Path
	}
	return fmt.Sprintf("%s:%d", o.Path, o.Line)
}

// Files returns the paths of the file and of the files that it extends, the
// nearest first. The defaults have none.
func (c *Config) Files() []string {
	if c == nil {
		return nil
	}
	var all []string
	for _, p := range c.chain {
		all = append(all, p.path)
	}
	return all
}

// Origin returns the origin of the value of a key, such as format, go, style. For
// a key that no file has, it is the default.
func (c *Config) Origin(key ...string) Origin {
	if c == nil {
		return Origin{}
	}
	if tables := c.lists[key[0]]; len(key) > 1 && tables != nil {
		if i, err := strconv.Atoi(key[1]); err == nil && i < len(tables) {
			return tables[i].at.origin(key[2:])
		}
	}
	for _, at := range c.places {
		if key[0] == FilesSection.Name && len(at.prefix) > 0 {
			if in := key[1:]; at.knows(in) { // a table of [[overrides]] has it without [files]
				return at.origin(in)
			}
		} else if at.knows(key) {
			return at.origin(key)
		}
	}
	return Origin{}
}

func (p place) origin(key []string) Origin {
	if p.doc.made {
		return Origin{Path: p.doc.path}
	}
	return Origin{p.doc.path, p.doc.places[joined(append(slices.Clone(p.prefix), key...))].Line}
}

// RuleOrigin returns the origin of a common setting of a rule, such as severity.
func (c *Config) RuleOrigin(rule, setting string) Origin {
	table, found := c.settingTable(rule, setting)
	if !found {
		return Origin{}
	}
	if at := c.Origin(rules, table, setting); at.Path != "" {
		return at
	}
	return Origin{Path: c.Path} // in the table of an equivalent rule
}

// EditorOrigin returns the first property of .editorconfig on which a value for
// a file depends.
func (c *Config) EditorOrigin(file string, value func(editorconfig.Properties) any) Origin {
	if c == nil || c.files == nil || c.IgnoresEditorConfig() {
		return Origin{}
	}
	name, line := c.files.editor.Origin(file, value)
	return Origin{name, line}
}

// OptionOrigin returns the origin of an option for a file: of an option of a
// rule, or of the formatter of a language. Table has the keys above it.
func (c *Config) OptionOrigin(file string, o Option, table ...string) Origin {
	at := c.Origin(append(table, o.Name)...)
	if at.Path != "" || o.Editor == nil {
		return at
	}
	return c.EditorOrigin(file, o.Editor)
}
