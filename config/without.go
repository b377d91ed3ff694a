package config

import (
	"maps"

	"github.com/pelletier/go-toml/v2"
)

// Without reads a configuration as Parse does, and returns what it says outside
// of some sections, by their names, for ParseRest. A mistake in one of these
// sections is a warning.
//
// The result has one spelling: it depends neither on the sections that are left
// out, nor on the comments, the layout and the order of keys and tables that the
// file has. So what reads it has to run again only if something else was said.
func Without(name string, data []byte, sections []*Section, without []string) (*Config, []byte, error) {
	d, err := decode(name, data, false)
	if err != nil {
		return nil, nil, err
	}
	c, err := d.read(data, sections, without)
	if err != nil {
		return nil, nil, err
	}
	rest := maps.Clone(d.root)
	for _, name := range without {
		delete(rest, name)
	}
	text, err := toml.Marshal(rest) // sorts keys
	return c, text, err
}

// ParseRest is Parse for what Without made from the file with a name. A mistake
// names the table that has it, because the line is another one in the file.
func ParseRest(name string, data []byte, sections []*Section) (*Config, error) {
	d, err := decode(name, data, true)
	if err != nil {
		return nil, err
	}
	return d.read(data, sections, nil)
}
