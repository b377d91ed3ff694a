package config

import (
	"errors"
	"slices"
)

// overrides is the name of the section.
const overrides = "overrides"

// OverridesSection returns the section [[overrides]]: settings for some of the
// files. It may have settings of the other sections.
func OverridesSection(files, format, rules *Section) *Section {
	keys := []Option{
		{
			Name: "files", Kind: Strings, Required: true, Check: someGlobs, Relative: RelativeGlobs,
			Doc: "globs of the files and folders that the table is for, relative to this file; `**` crosses folders",
		},
		{
			Name: "exclude", Kind: Strings, Default: []string(nil), Check: Globs, Relative: RelativeGlobs,
			Doc: "globs of files and folders, of those, that it is not for. They are checked: to skip files, use `exclude` of `[files]`",
		},
	}
	for _, key := range files.Keys {
		if key.Kind == Bool {
			keys = append(keys, key)
		}
	}
	return &Section{
		Name: overrides, List: true, Inherited: true,
		Doc: "Settings for some of the files: the keys of `[files]` that are true or false, and tables as those below `[format]` " +
			"and `[rules]`. Of several tables that match a file, a later one wins. See [Configuration of a folder](#configuration-of-a-folder).",
		Keys: append(keys,
			Option{Name: format.Name, Kind: TableMap, Tables: format.Tables, Doc: "as `[format.LANG]`"},
			Option{Name: rules.Name, Kind: TableMap, Tables: rules.Tables, Doc: "as `[rules.\"NS/NAME\"]`"},
		),
		Complete: func(said Values) {
			if table := said.Table(rules.Name); table != nil && rules.Complete != nil {
				rules.Complete(table)
			}
		},
	}
}

func someGlobs(value any) error {
	if len(value.([]string)) == 0 {
		return errors.New("must name at least one file or folder")
	}
	return Globs(value)
}

// An override is a table of [[overrides]].
type override struct {
	files, exclude *globSet
	said           map[string]Values // by section
	at             place
}

func overridesOf(tables []listed) []*override {
	var all []*override
	for _, table := range tables {
		o := &override{said: make(map[string]Values), at: table.at}
		switches := Values{}
		for key, value := range table.said {
			switch value := value.(type) {
			case []string:
				continue
			case Values:
				o.said[key] = value
			default:
				switches[key] = value
			}
		}
		if len(switches) > 0 {
			o.said[FilesSection.Name] = switches
		}
		globs := func(key string) *globSet {
			texts, _ := table.said[key].([]string)
			return newGlobSet(texts)
		}
		o.files, o.exclude = globs("files"), globs("exclude")
		all = append(all, o)
	}
	return all
}

// has reports whether the table is for a file.
func (o *override) has(file string) bool {
	return o.files != nil && o.files.has(file) && (o.exclude == nil || !o.exclude.has(file))
}

// For returns the configuration of a file, by its workspace-relative path: c
// with the tables of [[overrides]] that match it. Files with the same tables
// have the same Config.
func (c *Config) For(file string) *Config {
	if c == nil || !c.overridden {
		return c
	}
	var matching []byte // a byte of '0' or '1' for each table of each file
	for _, p := range c.chain {
		for _, o := range p.overrides {
			if o.has(file) {
				matching = append(matching, '1')
			} else {
				matching = append(matching, '0')
			}
		}
	}
	return c.variant(string(matching))
}

// Overrides returns the configurations that the single tables of [[overrides]]
// make of c.
func (c *Config) Overrides() []*Config {
	if c == nil || !c.overridden {
		return nil
	}
	var all []*Config
	for i := range c.tables() {
		matching := slices.Repeat([]byte{'0'}, c.tables())
		matching[i] = '1'
		all = append(all, c.variant(string(matching)))
	}
	return all
}

// tables returns the number of the tables of [[overrides]].
func (c *Config) tables() int {
	n := 0
	for _, p := range c.chain {
		n += len(p.overrides)
	}
	return n
}

func (c *Config) variant(matching string) *Config {
	if known, ok := c.variants.Load(matching); ok {
		return known.(*Config)
	}
	made := assemble(c.chain, matching)
	made.files, made.variants = c.files, c.variants
	known, _ := c.variants.LoadOrStore(matching, made)
	return known.(*Config)
}
