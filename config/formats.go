package config

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// enabled is the key of each table [format.LANG] that is not the formatter's.
const enabled = "enabled"

// NoEditor is what .editorconfig says where there is none.
var NoEditor editorconfig.Properties

// A formatTable is one table [format.LANG].
type formatTable struct {
	enabled *bool          // nil: the language's default
	options map[string]any // as decoded; of the options' kinds once validated
}

func (c *Config) parseFormat(at []string, value any) {
	table, ok := value.(map[string]any)
	if !ok {
		c.doc.fail(at, "%s must be a table", last(at))
		return
	}
	for name, value := range table {
		at := append(at[:len(at):len(at)], name)
		keys, ok := value.(map[string]any)
		if !ok {
			c.doc.fail(at, "%s must be a table", name)
			continue
		}
		t := formatTable{options: make(map[string]any)}
		for key, value := range keys {
			if key == enabled {
				on := c.doc.boolean(append(at[:len(at):len(at)], key), value)
				t.enabled = &on
			} else {
				t.options[key] = value
			}
		}
		c.formats[name] = t
	}
}

func (c *Config) validateFormats(known []FormatSchema) {
	names := make([]string, len(known))
	for i, schema := range known {
		names[i] = schema.Language
	}
	for name, table := range c.formats {
		at := []string{"format", name}
		i := slices.Index(names, name)
		if i < 0 {
			c.doc.fail(at, "unknown key %q%s", name, didYouMean(name, names))
			continue
		}
		c.validateOptions(at, known[i].Options, []string{enabled}, table.options)
	}
}

// Formats reports whether files of a language are formatted.
func (c *Config) Formats(schema FormatSchema) bool {
	if c != nil {
		if on := c.formats[schema.Language].enabled; on != nil {
			return *on
		}
	}
	return !schema.Off
}

// FormatsFile reports whether a file of a language is formatted, by its
// workspace-relative path: as configured, else if no other formatter has it.
// The error is an *Error about a file of another tool that can't be read.
func (c *Config) FormatsFile(schema FormatSchema, file string) (bool, error) {
	if c == nil || c.formats[schema.Language].enabled != nil || schema.Off {
		return c.Formats(schema), nil
	}
	if schema.Ignored != nil && schema.Ignored(c.Editor(file)) {
		return false, nil
	}
	other, err := c.OtherFormatter(schema, file)
	return other.Path == "", err
}

// FormatOptions returns the options of a language's formatter for a file, of which editor is what .editorconfig says:
// as configured, else by .editorconfig, else the defaults.
func (c *Config) FormatOptions(schema FormatSchema, editor editorconfig.Properties) Values {
	var configured map[string]any
	if c != nil {
		configured = c.formats[schema.Language].options
	}
	values := make(Values, len(schema.Options))
	for _, o := range schema.Options {
		values[o.Name] = o.value(configured, editor)
	}
	return values
}

// Values are options by name. Its methods panic on an option that there is not, or that is of another kind: that is a
// mistake in the program.
type Values map[string]any

// Kept reports whether an option is Keep. Its value of its kind is the zero one then.
func (v Values) Kept(option string) bool { return v[option] == Keep }

// Text returns an option of the kind String.
func (v Values) Text(option string) string { return v[option].(string) }

// Bool returns an option of the kind Bool.
func (v Values) Bool(option string) bool { return !v.Kept(option) && v[option].(bool) }

// Int returns an option of the kind Int.
func (v Values) Int(option string) int {
	if v.Kept(option) {
		return 0
	}
	return v[option].(int)
}

// Texts returns an option of the kind Strings.
func (v Values) Texts(option string) []string { return v[option].([]string) }
