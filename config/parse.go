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
		if sections[i].List {
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
