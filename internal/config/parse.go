package config

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Parse reads a configuration with some sections. Name is the path of the file,
// relative to the workspace or as given. It is used in messages, and globs are
// relative to its folder. The error joins one *Error for each mistake, in the
// order of the file. A file that it extends is not read.
func Parse(name string, data []byte, sections []*Section) (*Config, error) {
	p, err := parse(name, data, sections, nil)
	if err != nil {
		return nil, err
	}
	return newConfig([]*parsed{p}), nil
}

// ParseLenient is Parse, except that a section that is lenient and has mistakes
// is left out, with a warning, and that it reads the files that the
// configuration extends by a reader.
func ParseLenient(name string, data []byte, sections []*Section, reader Reader) (*Config, error) {
	all := newChains(reader, sections)
	all.spare = lenient(sections)
	return all.config(name, data)
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

// A parsed is the parsed content of one file.
type parsed struct {
	path      string
	digest    string // of the file
	doc       *document
	sections  []*Section
	said      map[string]Values   // by section
	lists     map[string][]listed // by section that is a list
	broken    map[string][]*Error // mistakes in sections that are not needed, which are not in said
	extends   string              // the path of the file that it extends, clean; may be empty
	overrides []*override
}

// A listed is a table of a list.
type listed struct {
	said Values
	at   place
}

// A place is a part of a document: the keys below a prefix.
type place struct {
	doc    *document
	prefix []string
}

func parse(name string, data []byte, sections []*Section, spare []string) (*parsed, error) {
	d, err := decode(name, data, false)
	if err != nil {
		return nil, err
	}
	return d.read(fixedits.Digest(data), sections, spare)
}

// read returns the settings of a document. A spare section with mistakes is
// left out, with a warning.
func (d *document) read(digest string, sections []*Section, spare []string) (*parsed, error) {
	p := &parsed{path: d.path, digest: digest, doc: d, sections: sections, said: make(map[string]Values), lists: make(map[string][]listed)}
	for key, value := range d.root {
		if !slices.Contains(spare, key) {
			p.read(key, value)
			continue
		}
		needed := d.errs
		d.errs = nil
		p.read(key, value)
		if len(d.errs) > 0 {
			delete(p.said, key)
			delete(p.lists, key)
			if p.broken == nil {
				p.broken = make(map[string][]*Error)
			}
			p.broken[key] = d.errs
		}
		d.errs = needed
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	p.extends, _ = p.said[extends][extends].(string)
	p.overrides = overridesOf(p.lists[overrides])
	return p, nil
}

// read reads one section.
func (p *parsed) read(key string, value any) {
	i := slices.IndexFunc(p.sections, func(s *Section) bool { return s.Name == key })
	switch {
	case i < 0:
		p.doc.fail([]string{key}, "unknown key %q%s", key, didYouMean(key, sectionNames(p.sections)))
	case p.sections[i].Value != nil:
		p.said[key] = Values{key: p.doc.option([]string{key}, *p.sections[i].Value, value)}
	case p.sections[i].List:
		p.lists[key] = p.doc.list(p.sections[i], value)
	default:
		p.said[key] = p.doc.section(p.sections[i], value)
	}
}

func sectionNames(sections []*Section) []string {
	names := make([]string, len(sections))
	for i, section := range sections {
		names[i] = section.Name
	}
	return names
}
