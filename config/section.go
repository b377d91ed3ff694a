package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Section is a table at the top of autofix.toml, such as [files]. The package
// that obeys it declares it, as it declares its rules: nothing else knows its
// keys.
type Section struct {
	Name string // as [Name]
	Doc  string // Markdown, full sentences: what it is for

	Keys   []Option // that it may have; one of the kind Tables is a further level
	Tables *Tables  // its other keys are the names of tables; nil: there are no others

	// Complete, if set, is called with what a file says of the section once all
	// of it is known to be right, and may change it.
	Complete func(said Values)
}

// Tables are tables by name, such as [format.LANG] and [rules."NS/NAME"].
type Tables struct {
	Placeholder string   // what stands for a name in documentation, as it is written in TOML
	Doc         string   // Markdown, full sentences; may be empty
	Keys        []Option // that each of them may have

	// Known returns the tables that there are, with the keys that only they have.
	// It is called when a file has any. Nil: there may be a table of any name.
	Known func() []Table
	// Name returns what is wrong with the name of a table, or "". It is asked
	// before Known. Nil: nothing ever is.
	Name func(name string) string
	// Unknown returns what is wrong with the name of a table that is not among
	// those that are known, or "" if there may be one. Nil: it is an unknown key.
	Unknown func(name string, known []string) string
}

// A Table is one of Tables.
type Table struct {
	Name string
	Doc  string // Markdown, a few words; empty: documentation does not list it
	Keys []Option
}

// Globs returns what is wrong with globs of an option of the kind Strings.
func Globs(value any) error {
	for _, glob := range value.([]string) {
		if why := Glob(glob); why != "" {
			return fmt.Errorf("%s", why)
		}
	}
	return nil
}

// Glob returns what is wrong with a name of a table, or a text, that is to be a
// glob, or "".
func Glob(glob string) string {
	if doublestar.ValidatePattern(glob) {
		return ""
	}
	return fmt.Sprintf("%q is not a valid glob", glob)
}

// read reads what a file says of a section.
func (d *document) section(s *Section, value any) Values {
	said := d.tableOf([]string{s.Name}, value, s.Keys, nil, s.Tables)
	if len(d.errs) == 0 && s.Complete != nil && said != nil {
		s.Complete(said)
	}
	return said
}

// tableOf reads the value of a key that must be a table, with some keys, further
// ones, and tables by name.
func (d *document) tableOf(at []string, value any, keys, more []Option, tables *Tables) Values {
	table, ok := value.(map[string]any)
	if !ok {
		d.fail(at, "%s must be a table", dotted(at))
		return nil
	}
	said := make(Values, len(table))
	var named map[string]any
	for key, value := range table {
		at := append(slices.Clone(at), key)
		if option := optionOf(key, keys, more); option != nil {
			said[key] = d.option(at, *option, value)
		} else if tables != nil {
			if named == nil {
				named = make(map[string]any)
			}
			named[key] = value
		} else {
			d.fail(at, "unknown key %q%s", key, didYouMean(key, namesOf(keys, more)))
		}
	}
	if named != nil {
		d.tables(at, named, tables, said)
	}
	return said
}

// tables reads tables by name into said.
func (d *document) tables(at []string, named map[string]any, tables *Tables, said Values) {
	known := make(map[string][]Option)
	var names []string
	if tables.Known != nil {
		for _, table := range tables.Known() {
			known[table.Name] = table.Keys
			names = append(names, table.Name)
		}
	}
	for name, value := range named {
		at := append(slices.Clone(at), name)
		_, isTable := value.(map[string]any)
		_, isKnown := known[name]
		why := ""
		if tables.Name != nil && isTable {
			why = tables.Name(name)
		}
		if why == "" && isTable && tables.Known != nil && !isKnown {
			why = tables.unknown(name, names)
		}
		if why != "" {
			d.fail(at, "%s", why)
			continue
		}
		said[name] = d.tableOf(at, value, tables.Keys, known[name], nil)
	}
}

func (t *Tables) unknown(name string, known []string) string {
	if t.Unknown != nil {
		return t.Unknown(name, known)
	}
	return fmt.Sprintf("unknown key %q%s", name, didYouMean(name, known))
}

func optionOf(key string, lists ...[]Option) *Option {
	for _, options := range lists {
		for i := range options {
			if options[i].Name == key {
				return &options[i]
			}
		}
	}
	return nil
}

func namesOf(lists ...[]Option) []string {
	var names []string
	for _, options := range lists {
		for _, option := range options {
			names = append(names, option.Name)
		}
	}
	return names
}

// dotted is a key path as TOML writes it.
func dotted(path []string) string {
	keys := make([]string, len(path))
	for i, key := range path {
		keys[i] = key
		if strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" || key == "" {
			keys[i] = fmt.Sprintf("%q", key)
		}
	}
	return strings.Join(keys, ".")
}
