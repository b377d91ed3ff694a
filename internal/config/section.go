package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A Section is a top-level table of autofix.toml, such as [files], or an array
// of tables, such as [[schema]]. The package that uses a section declares it,
// as it declares its rules. No other code knows its keys.
type Section struct {
	Name string // as in [Name]
	Doc  string // Markdown, full sentences: the purpose

	Keys   []Option // that are allowed; one of the kind Tables is a further level
	Tables *Tables  // its other keys are the names of tables; nil: there are no others

	// Complete, if not nil, is called with the valid values of the section, or of
	// each table of a list, and may change them.
	Complete func(said Values)

	// Value, if not nil, says that the section is this key with a value rather
	// than a table.
	Value *Option
	// List says that the section is an array of tables with Keys. It has no
	// Tables.
	List bool
	// Inherited says that a file also has the section of a file that it extends.
	Inherited bool
	// Lenient says that a mistake in the section is only a warning to
	// ParseLenient: code that needs the section asks whether it is Broken, and
	// the rest continues.
	Lenient bool
	// CheckEach, if not nil, is called with each valid table of a list, and
	// returns an error message or "".
	CheckEach func(table Values) string
}

// Header returns the header of the section's table in TOML.
func (s *Section) Header() string {
	switch {
	case s.Value != nil:
		return s.Name
	case s.List:
		return "[[" + s.Name + "]]"
	case len(s.Keys) == 0 && s.Tables != nil && s.Tables.Placeholder != "":
		return "[" + s.Name + "." + s.Tables.Placeholder + "]"
	}
	return "[" + s.Name + "]"
}

// Tables are tables by name, such as [format.LANG] and [rules."NS/NAME"].
type Tables struct {
	Placeholder string   // the placeholder for a name in documentation, in TOML; empty: each of Known has a part there
	Doc         string   // Markdown, full sentences; may be empty
	Keys        []Option // that each of them may have

	// Known returns the existing tables with the keys that only they have. It
	// is called if a file has any table. If it is nil, a table may have any
	// name.
	Known func() []Table
	// Name returns an error message for the name of a table, or "". It is
	// called before Known. If it is nil, all names are valid.
	Name func(name string) string
	// Unknown returns an error message for the name of a table that is not
	// known, or "" to accept it. If it is nil, such a table is an unknown key.
	Unknown func(name string, known []string) string
	// Short returns the known tables that a name is short for. A table may be
	// written so if that is only one. If it is nil, no name is short.
	Short func(name string, known []string) []string
	// OtherNamespaces says that Unknown accepts NS/NAME if no known table has
	// that namespace. Documentation uses it.
	OtherNamespaces bool
}

// A Table is one of Tables.
type Table struct {
	Name string
	Doc  string // Markdown, a few words; empty: documentation does not list it
	Keys []Option
}

// Globs returns an error for invalid globs in an option of the kind Strings.
func Globs(value any) error {
	for _, glob := range value.([]string) {
		if why := Glob(glob); why != "" {
			return fmt.Errorf("%s", why)
		}
	}
	return nil
}

// Glob returns an error message for an invalid glob, or "".
func Glob(glob string) string {
	if doublestar.ValidatePattern(glob) {
		return ""
	}
	return fmt.Sprintf("%q is not a valid glob", glob)
}

// Read returns the values of a section that are not from a file, such as one of
// a flag. They are as TOML decodes them. Mistakes have no place.
func (s *Section) Read(value map[string]any) (Values, error) {
	d := &document{places: make(map[string]unstable.Position)}
	said := d.section(s, value)
	return said, d.err()
}

// section reads the values that a file gives in a section.
func (d *document) section(s *Section, value any) Values {
	said := d.tableOf([]string{s.Name}, value, s.Keys, nil, s.Tables)
	if len(d.errs) == 0 && s.Complete != nil && said != nil {
		s.Complete(said)
	}
	return said
}

// list reads the values that a file gives in the tables of a list.
func (d *document) list(s *Section, value any) []listed {
	at := []string{s.Name}
	tables, ok := value.([]any)
	if !ok {
		d.fail(at, "%s must be an array of tables, not %s: write its header as %s", s.Name, kindOf(value), s.Header())
		return nil
	}
	var all []listed
	for i, table := range tables {
		if _, ok := table.(map[string]any); !ok {
			d.fail(at, "%s must be an array of tables, not of %s", s.Name, kindOf(table))
			continue
		}
		at := append(slices.Clone(at), strconv.Itoa(i))
		before := len(d.errs)
		said := d.tableOf(at, table, s.Keys, nil, nil)
		if len(d.errs) == before && s.CheckEach != nil {
			if why := s.CheckEach(said); why != "" {
				d.fail(at, "%s", why)
			}
		}
		if len(d.errs) == before && s.Complete != nil {
			s.Complete(said)
		}
		all = append(all, listed{said, place{d, at}})
	}
	return all
}

// tableOf reads a value that must be a table, with keys, further keys, and
// tables by name.
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
	for _, options := range [][]Option{keys, more} {
		for _, option := range options {
			if _, ok := table[option.Name]; option.Required && !ok {
				d.fail(at, "the key %q is missing", option.Name)
			}
		}
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
	written := make(map[string]string) // by full name: as the file has it
	for _, name := range slices.Sorted(maps.Keys(named)) {
		value, above := named[name], at
		at := append(slices.Clone(above), name)
		_, isTable := value.(map[string]any)
		_, isKnown := known[name]
		why := ""
		full := name
		if tables.Short != nil && isTable && !isKnown {
			switch meant := tables.Short(name, names); len(meant) {
			case 0:
			case 1:
				full, isKnown = meant[0], true
				d.alias(at, append(slices.Clone(above), full))
			default:
				why = fmt.Sprintf("%q is short for several tables: write one of %s", name, quotedNames(meant))
			}
		}
		if other, twice := written[full]; twice {
			why = fmt.Sprintf("%q and %q name the same table: keep one", other, name)
		}
		written[full] = name
		if why == "" && tables.Name != nil && isTable && full == name {
			why = tables.Name(name)
		}
		if why == "" && isTable && tables.Known != nil && !isKnown {
			why = tables.unknown(name, names)
		}
		if why != "" {
			d.fail(at, "%s", why)
			continue
		}
		said[full] = d.tableOf(at, value, tables.Keys, known[full], nil)
	}
}

// alias records that the keys of a table are also at another path.
func (d *document) alias(table, path []string) {
	from, to := joined(table), joined(path)
	for _, key := range slices.Sorted(maps.Keys(d.places)) {
		if rest, found := strings.CutPrefix(key, from); found && (rest == "" || rest[0] == 0) {
			d.places[to+rest] = d.places[key]
		}
	}
}

func quotedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return strings.Join(quoted, ", ")
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

// dotted returns a key path in TOML syntax.
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
