package config

import "time"

// Values has options by name, in the types of their kinds, and tables by name,
// as Values. Its methods panic if an option does not exist or has another kind,
// which is a programming error.
type Values map[string]any

// Kept reports whether an option is Keep. Its value is then the zero value of
// its kind.
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

// Ints returns an option of the kind Ints.
func (v Values) Ints(option string) []int { return v[option].([]int) }

// StringMap returns an option of the kind StringMap, or nil if it is not set.
func (v Values) StringMap(option string) map[string]string {
	texts, _ := v[option].(map[string]string)
	return texts
}

// Table returns a table by its name, or nil if the file does not have it.
func (v Values) Table(name string) Values {
	table, _ := v[name].(Values)
	return table
}

// Said returns the values that the file gives in a section, without defaults.
// It is nil if the file does not have the section.
func (c *Config) Said(s *Section) Values {
	if c == nil {
		return nil
	}
	return c.said[s.Name]
}

// Get returns the values of the keys of a section, except for tables by name:
// the file's values, else the defaults.
func (c *Config) Get(s *Section) Values { return defaulted(s.Keys, c.Said(s)) }

// List returns the values of each table of a section that is a list, in the
// order of the file: the file's values, else the defaults.
func (c *Config) List(s *Section) []Values {
	if c == nil {
		return nil
	}
	var all []Values
	for _, table := range c.lists[s.Name] {
		all = append(all, defaulted(s.Keys, table.said))
	}
	return all
}

// defaulted returns the values of options: said's, else the defaults.
func defaulted(options []Option, said Values) Values {
	values := make(Values, len(options))
	for _, o := range options {
		if o.Kind != TableMap {
			values[o.Name] = o.value(said, NoEditor)
		}
	}
	return values
}

// GetTable returns the values of the common keys of the tables of a section,
// for one table: the file's values, else the defaults.
func (c *Config) GetTable(s *Section, name string) Values {
	return defaulted(s.Tables.Keys, c.Said(s).Table(name))
}
