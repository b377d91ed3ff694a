package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// extends is the name of the section.
const extends = "extends"

// theRoot is the value of extends for the configuration file in the root.
const theRoot = "//"

// maxExtended is how many files a chain has at most. A longer one comes from a
// link to a folder above.
const maxExtended = 32

// ExtendsSection is extends: the file on which a configuration builds.
var ExtendsSection = &Section{
	Name: extends,
	Doc: "The file on which this one builds, before the first table of the file: `\"//\"` is the `autofix.toml` in the root of the " +
		"workspace, and any other value is the path of a file of the workspace, relative to this file, or after `//` to the root. " +
		"See [Configuration of a folder](#configuration-of-a-folder).",
	Value: &Option{
		Name: extends, Kind: String,
		Check: func(value any) error { return extendable(value.(string)) },
		Relative: func(folder string, value any) any {
			name := value.(string)
			if name == theRoot {
				return Name
			}
			if fromRoot, ok := strings.CutPrefix(name, theRoot); ok {
				return path.Clean(fromRoot)
			}
			return path.Join(folder, name)
		},
	},
}

// extendable returns an error for a value that cannot be the name of a file.
func extendable(name string) error {
	base := path.Base(name)
	switch {
	case name == theRoot:
		return nil
	case name == "":
		return errors.New(`must name a file: "//" is the autofix.toml in the root of the workspace`)
	case strings.Contains(name, "://"):
		return fmt.Errorf("%q is not a file: nothing is fetched. Name a copy of it in the workspace", name)
	case strings.HasPrefix(name, theRoot) && strings.Contains(name, ":"):
		return fmt.Errorf("%q is a label: write the path of the file, as %q", name, strings.Replace(strings.Replace(name, "//:", "//", 1), ":", "/", 1))
	case path.IsAbs(name) && !strings.HasPrefix(name, theRoot):
		return fmt.Errorf("%q is an absolute path: write it relative to this file, or after // relative to the root of the workspace", name)
	case base == "." || base == ".." || strings.HasSuffix(name, "/"):
		return fmt.Errorf("%q is a folder: name the file, as %q", name, path.Join(name, Name))
	}
	return nil
}

// chains reads configuration files and the files that they extend, each once.
type chains struct {
	reader   Reader
	sections []*Section
	spare    []string // the sections in which mistakes are warnings
	declared bool     // a missing file is one that a build did not declare
	files    map[string]*parsed
}

func newChains(reader Reader, sections []*Section) *chains {
	return &chains{reader: reader, sections: sections, files: make(map[string]*parsed)}
}

// of returns the file with a name and the files that it extends, the nearest
// first.
func (c *chains) of(name string) ([]*parsed, error) {
	p, known := c.files[name]
	if !known {
		text, err := c.reader.Read(name)
		if err != nil {
			return nil, err
		}
		if p, err = parse(name, text, c.sections, c.spare); err != nil {
			return nil, err
		}
	}
	return c.from(p)
}

// config returns the configuration in a file with a name and a content.
func (c *chains) config(name string, content []byte) (*Config, error) {
	p, err := parse(name, content, c.sections, c.spare)
	if err != nil {
		return nil, err
	}
	chain, err := c.from(p)
	if err != nil {
		return nil, err
	}
	return newConfig(chain), nil
}

// from returns a file and the files that it extends, the nearest first. An
// error about an extended file names the place of the key that extends it.
func (c *chains) from(first *parsed) ([]*parsed, error) {
	c.files[first.path] = first
	chain := []*parsed{first}
	for at := first; at.extends != ""; {
		next, err := c.extended(at, chain)
		if err != nil {
			return nil, err
		}
		chain = append(chain, next)
		at = next
	}
	return chain, nil
}

// extended returns the file that the last file of a chain extends.
func (c *chains) extended(at *parsed, chain []*parsed) (*parsed, error) {
	name := at.extends
	fail := func(format string, args ...any) (*parsed, error) {
		return nil, at.doc.mistake([]string{extends}, "extends: "+fmt.Sprintf(format, args...))
	}
	switch i := slices.IndexFunc(chain, func(p *parsed) bool { return p.path == name }); {
	case i >= 0 && len(chain)-i == 1:
		return fail("%s extends itself", name)
	case i >= 0:
		var round []string
		for _, p := range chain[i:] {
			round = append(round, p.path)
		}
		return fail("the files extend each other: %s", strings.Join(append(round, name), " -> "))
	case len(chain) == maxExtended:
		return fail("more than %d files extend each other", maxExtended)
	case name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name):
		return fail("%s is outside of the workspace: extend a file of the workspace", name)
	}
	if known, ok := c.files[name]; ok {
		return known, nil
	}
	if c.reader == nil {
		return fail("%s is not there: make the file again with strip-config", name)
	}
	text, err := c.reader.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.declared:
		return fail("%s is not an input of the checks: add %q to the target that the flag @rules_autofix//rules:config, or the attribute config, names", name, label(name))
	case errors.Is(err, fs.ErrNotExist) && !c.reader.Exists(name):
		return fail("%s does not exist", name)
	case err != nil:
		return fail("%s: %s: extend a file of the workspace that can be read", name, strings.TrimPrefix(err.Error(), name+": "))
	}
	p, err := parse(name, text, c.sections, c.spare)
	if err != nil {
		return nil, err
	}
	c.files[name] = p
	return p, nil
}

// label returns the label that a file has if its folder is a package.
func label(name string) string {
	if folder := path.Dir(name); folder != "." {
		return "//" + folder + ":" + path.Base(name)
	}
	return "//:" + name
}
