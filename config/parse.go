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
	return parse(name, data, sections, false)
}

// ParseLenient is Parse, except that a section that is lenient and has mistakes
// is left out, with a warning.
func ParseLenient(name string, data []byte, sections []*Section) (*Config, error) {
	return parse(name, data, sections, true)
}

func parse(name string, data []byte, sections []*Section, lenient bool) (*Config, error) {
	d, err := decode(name, data)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: name, digest: fixedits.Digest(data), doc: d, said: make(map[string]Values), lists: make(map[string][]Values), made: new(sync.Map)}
	var names []string
	for _, section := range sections {
		names = append(names, section.Name)
	}
	for key, value := range d.root {
		i := slices.Index(names, key)
		if i < 0 {
			d.fail([]string{key}, "unknown key %q%s", key, didYouMean(key, names))
			continue
		}
		if lenient && sections[i].Lenient {
			c.lenient(d, sections[i], value)
		} else if sections[i].List {
			c.lists[key] = d.list(sections[i], value)
		} else {
			c.said[key] = d.section(sections[i], value)
		}
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// lenient reads a section that is no list, and leaves it out if it has mistakes.
func (c *Config) lenient(d *document, s *Section, value any) {
	before := d.errs
	d.errs = nil
	said := d.section(s, value)
	if len(d.errs) == 0 {
		c.said[s.Name] = said
	} else {
		sortByPlace(d.errs)
		if c.broken == nil {
			c.broken = make(map[string][]*Error)
		}
		c.broken[s.Name] = d.errs
	}
	d.errs = before
}
