package config

import "github.com/rules-autofix/rules_autofix/internal/config/editorconfig"

// enabled is the only key of each table [format.LANG] that does not belong to
// the formatter.
const enabled = "enabled"

// format is the name of the section.
const format = "format"

// NoEditor has the properties without an .editorconfig.
var NoEditor editorconfig.Properties

// FormatSection returns the section [format.LANG] for the known languages.
func FormatSection(known func() []FormatSchema) *Section {
	return &Section{
		Name: format, Inherited: true,
		Doc: "How the files of a language are formatted. If there is an upstream tool, the options are its own: see " +
			"[Formatting](formatting.md) or `autofix explain format/LANG`.",
		Tables: &Tables{
			Placeholder: "LANG",
			Keys: []Option{{
				Name: enabled, Kind: Bool,
				Doc: "whether files of the language are formatted. `false` disables the formatter, and the rules `text/*` take its place",
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

// saysEnabled returns whether the file enables formatting of a language, and
// whether it contains the setting.
func (c *Config) saysEnabled(schema FormatSchema) (on, said bool) {
	on, said = c.formatTable(schema)[enabled].(bool)
	return on, said
}

// formatTable returns the values in the table of a language.
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
// workspace-relative path: as configured, or otherwise if no other formatter
// handles it. The error is an *Error about an unreadable file of another tool.
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

// FormatOptions returns the options of the formatter of a language for a file
// with the given .editorconfig properties. Configured values come first, then
// .editorconfig's, then the defaults.
func (c *Config) FormatOptions(schema FormatSchema, editor editorconfig.Properties) Values {
	configured := c.formatTable(schema)
	values := make(Values, len(schema.Options))
	for _, o := range schema.Options {
		values[o.Name] = o.value(configured, editor)
	}
	return values
}
