package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// The keys of the text that Without writes for several files, or for one that
// extends others.
const (
	madeOf    = "made-of" // an array of tables
	madePath  = "path"    // of the file
	madeFinds = "finds"   // files find it; otherwise it is only extended
	madeSays  = "says"    // its settings
)

// Without reads configurations as Parse does, and returns a text for ParseRest.
// The text has the settings of the configurations and of the files that they
// extend, except for some sections, by name, and the options that are for
// Later. Mistakes in these sections are warnings. A file that reader does not
// have is one that a build did not declare. Of several configurations,
// ParseRest gives each file the nearest.
//
// The text is canonical: it depends neither on the sections that are left out,
// nor on the comments, the layout, and the order of keys and tables in the
// files. So an action that reads it runs again only if a setting changed.
func Without(reader Reader, names []string, sections []*Section, without []string) (configs []*Config, warnings []*Error, text []byte, err error) {
	all := newChains(reader, sections)
	all.declared, all.spare = true, without
	var errs []error
	for _, name := range names {
		chain, err := all.of(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		configs = append(configs, newConfig(chain))
	}
	if len(errs) > 0 {
		return nil, nil, nil, errors.Join(errs...)
	}
	var files []map[string]any
	for _, name := range slices.Sorted(maps.Keys(all.files)) {
		p := all.files[name]
		says := maps.Clone(p.doc.root)
		for _, section := range without {
			delete(says, section)
		}
		dropLater(says, sections)
		warnings = append(warnings, newConfig([]*parsed{p}).Warnings()...)
		files = append(files, map[string]any{madePath: name, madeFinds: slices.Contains(names, name), madeSays: says})
	}
	var rest any = map[string]any{madeOf: files}
	if len(files) == 1 {
		rest = files[0][madeSays]
	}
	text, err = toml.Marshal(rest) // sorts keys
	return configs, warnings, text, err
}

// dropLater removes the options that are for later from the settings of a file.
func dropLater(says map[string]any, sections []*Section) {
	for _, section := range sections {
		table, ok := says[section.Name].(map[string]any)
		if !ok || section.Tables == nil {
			continue
		}
		rest := withoutLater(table, section.Tables.Keys)
		says[section.Name] = rest
		if len(rest) == 0 && len(table) > 0 {
			delete(says, section.Name)
		}
	}
}

// withoutLater returns tables by name without the options that are for later.
// A table that had no others is left out.
func withoutLater(tables map[string]any, options []Option) map[string]any {
	rest := maps.Clone(tables)
	for name, value := range tables {
		table, ok := value.(map[string]any)
		if !ok {
			continue
		}
		kept := maps.Clone(table)
		for _, option := range options {
			if option.Later {
				delete(kept, option.Name)
			}
		}
		rest[name] = kept
		if len(kept) == 0 && len(table) > 0 {
			delete(rest, name)
		}
	}
	return rest
}

// ParseRest is Parse for a text that Without made, with the name of the file that
// it was made from. A mistake names its table, because the line is another one in
// the file.
func ParseRest(name string, data []byte, sections []*Section) (Source, error) {
	d, err := decode(name, data, true)
	if err != nil {
		return nil, err
	}
	files, several := d.root[madeOf].([]any)
	if !several {
		p, err := d.read(fixedits.Digest(data), sections, nil)
		if err != nil {
			return nil, err
		}
		return newConfig([]*parsed{p}), nil
	}
	all := newChains(nil, sections)
	var found []string
	for _, file := range files {
		table, _ := file.(map[string]any)
		name, _ := table[madePath].(string)
		says, ok := table[madeSays].(map[string]any)
		if name == "" || !ok {
			return nil, &Error{Path: d.path, Msg: fmt.Sprintf("%s: malformed: make it again with strip-config", madeOf)}
		}
		one := &document{path: name, root: says, places: make(map[string]unstable.Position), made: true}
		one.placeAll(nil, says)
		p, err := one.read(fixedits.Digest(append(data, name...)), sections, nil)
		if err != nil {
			return nil, err
		}
		all.files[name] = p
		if finds, _ := table[madeFinds].(bool); finds {
			found = append(found, name)
		}
	}
	return all.tree(found)
}

// placeAll records the keys of a table, without positions.
func (d *document) placeAll(path []string, value any) {
	if path != nil {
		d.places[joined(path)] = unstable.Position{}
	}
	switch value := value.(type) {
	case map[string]any:
		for key, value := range value {
			d.placeAll(append(slices.Clone(path), key), value)
		}
	case []any:
		for i, value := range value {
			if table, ok := value.(map[string]any); ok {
				d.placeAll(append(slices.Clone(path), strconv.Itoa(i)), table)
			}
		}
	}
}
