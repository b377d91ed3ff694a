package config

import "time"

// Values are options by name, in the types of their kinds, and tables by name,
// as Values. Its methods panic on an option that there is not, or that is of
// another kind: that is a mistake in the program.
type Values map[string]any

// Kept reports whether an option is Keep. Its value of its kind is the zero one
// then.
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

// Duration returns an option of the kind Duration.
func (v Values) Duration(option string) time.Duration { return v[option].(time.Duration) }

// Size returns an option of the kind Size, in bytes.
func (v Values) Size(option string) int64 { return v[option].(int64) }

// Table returns a table by its name; nil if the file has none.
func (v Values) Table(name string) Values {
	table, _ := v[name].(Values)
	return table
}

// Said returns what the file says of a section, and nothing else: no defaults.
// It is nil if the file does not have the section.
func (c *Config) Said(s *Section) Values {
	if c == nil {
		return nil
	}
	return c.said[s.Name]
}

// Get returns the values of the keys of a section, tables by name excepted:
// what the file says, else the defaults.
func (c *Config) Get(s *Section) Values { return defaulted(s.Keys, c.Said(s)) }

// defaulted returns the values of options, as said, else the defaults.
func defaulted(options []Option, said Values) Values {
	values := make(Values, len(options))
	for _, o := range options {
		if o.Kind != TableMap {
			values[o.Name] = o.value(said, NoEditor)
		}
	}
	return values
}

// GetTable returns the values of the keys that every table of a section has,
// for one of them: what the file says, else the defaults.
func (c *Config) GetTable(s *Section, name string) Values {
	return defaulted(s.Tables.Keys, c.Said(s).Table(name))
}
