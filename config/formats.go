package config

import "github.com/rules-autofix/rules_autofix/config/editorconfig"

// enabled is the key of each table [format.LANG] that is not the formatter's.
const enabled = "enabled"

// format is the name of the section.
const format = "format"

// NoEditor is what .editorconfig says where there is none.
var NoEditor editorconfig.Properties

// FormatSection returns [format.LANG] for the languages that there are.
func FormatSection(known func() []FormatSchema) *Section {
	return &Section{
		Name: format,
		Doc: "How the files of a language are formatted. The options are those of the upstream tool where there is one: " +
			"[Formatting](formatting.md) and `autofix explain format/LANG` have them.",
		Tables: &Tables{
			Placeholder: "LANG",
			Keys: []Option{{
				Name: enabled, Kind: Bool,
				Doc: "whether files of the language are formatted. `false`: no formatter, and the rules `text/*` take its place",
			}},
			Known: func() []Table {
				var tables []Table
				for _, schema := range known() {
					doc := "on by default"
					if schema.Off {
						doc = "off by default"
					}
					tables = append(tables, Table{Name: schema.Language, Doc: doc, Keys: schema.Options})
				}
				return tables
			},
		},
	}
}

// saysEnabled returns whether files of a language are formatted, as far as the
// file says.
func (c *Config) saysEnabled(schema FormatSchema) (on, said bool) {
	on, said = c.formatTable(schema)[enabled].(bool)
	return on, said
}

// formatTable returns what the file says in the table of a language.
func (c *Config) formatTable(schema FormatSchema) Values {
	if c == nil {
		return nil
	}
	return c.said[format].Table(schema.Language)
}

// Formats reports whether files of a language are formatted.
func (c *Config) Formats(schema FormatSchema) bool {
	if on, said := c.saysEnabled(schema); said {
		return on
	}
	return !schema.Off
}

// FormatsFile reports whether a file of a language is formatted, by its
// workspace-relative path: as configured, else if no other formatter has it.
// The error is an *Error about a file of another tool that can't be read.
func (c *Config) FormatsFile(schema FormatSchema, file string) (bool, error) {
	if _, said := c.saysEnabled(schema); c == nil || said || schema.Off {
		return c.Formats(schema), nil
	}
	if schema.Ignored != nil && schema.Ignored(c.Editor(file)) {
		return false, nil
	}
	other, err := c.OtherFormatter(schema, file)
	return other.Path == "", err
}

// FormatOptions returns the options of a language's formatter for a file, of
// which editor is what .editorconfig says: as configured, else by
// .editorconfig, else the defaults.
func (c *Config) FormatOptions(schema FormatSchema, editor editorconfig.Properties) Values {
	configured := c.formatTable(schema)
	values := make(Values, len(schema.Options))
	for _, o := range schema.Options {
		values[o.Name] = o.value(configured, editor)
	}
	return values
}
