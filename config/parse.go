package config

import (
	"slices"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Parse reads a configuration with some sections. Name is the path of the file,
// relative to the workspace or as it was given. It is used in messages, and
// globs are relative to its folder. The error joins one *Error for each
// mistake, in the order of the file.
func Parse(name string, data []byte, sections []*Section) (*Config, error) {
	d, err := decode(name, data, false)
	if err != nil {
		return nil, err
	}
	return d.read(data, sections, nil)
}

// ParseLenient is Parse, except that a section that is lenient and has mistakes
// is left out, with a warning.
func ParseLenient(name string, data []byte, sections []*Section) (*Config, error) {
	d, err := decode(name, data, false)
	if err != nil {
		return nil, err
	}
	return d.read(data, sections, lenient(sections))
}

// lenient returns the names of the sections that are lenient.
func lenient(sections []*Section) []string {
	var names []string
	for _, section := range sections {
		if section.Lenient {
			names = append(names, section.Name)
		}
	}
	return names
}

// read returns the configuration that a document has. A section that is spare
// and has mistakes is left out, with a warning.
func (d *document) read(data []byte, sections []*Section, spare []string) (*Config, error) {
	c := &Config{Path: d.path, digest: fixedits.Digest(data), doc: d, said: make(map[string]Values), lists: make(map[string][]Values), made: new(sync.Map)}
	for key, value := range d.root {
		if !slices.Contains(spare, key) {
			c.read(key, value, sections)
			continue
		}
		needed := d.errs
		d.errs = nil
		c.read(key, value, sections)
		if len(d.errs) > 0 {
			delete(c.said, key)
			delete(c.lists, key)
			if c.broken == nil {
				c.broken = make(map[string][]*Error)
			}
			c.broken[key] = d.errs
		}
		d.errs = needed
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// read reads one section.
func (c *Config) read(key string, value any, sections []*Section) {
	i := slices.IndexFunc(sections, func(s *Section) bool { return s.Name == key })
	switch {
	case i < 0:
		c.doc.fail([]string{key}, "unknown key %q%s", key, didYouMean(key, sectionNames(sections)))
	case sections[i].List:
		c.lists[key] = c.doc.list(sections[i], value)
	default:
		c.said[key] = c.doc.section(sections[i], value)
	}
}

func sectionNames(sections []*Section) []string {
	names := make([]string, len(sections))
	for i, section := range sections {
		names[i] = section.Name
	}
	return names
}
