package config

import (
	"bytes"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// A formatterFile is a file that says that files in its folder and below are
// formatted by another tool.
type formatterFile struct {
	name string
	has  string // what it must have somewhere, to be about the language; empty: anything
}

// otherFormatters has, by language, the files of formatters whose layout is
// not ours. docs/formatting.md has them as a table.
var otherFormatters = map[string][]formatterFile{
	"dockerfile": dprint("/dockerfile-"),
	"json": slices.Concat(
		prettier(`"prettier"`),
		anything("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc", ".oxfmtrc.json", ".oxfmtrc.jsonc"),
		dprint("/json-"),
	),
	"shell": {{"package.json", `"prettier-plugin-sh"`}},
	"toml": slices.Concat(
		anything("taplo.toml", ".taplo.toml", "tombi.toml", ".tombi.toml"),
		[]formatterFile{{"package.json", `"prettier-plugin-toml"`}},
		dprint("/toml-"),
	),
}

func anything(names ...string) []formatterFile {
	var all []formatterFile
	for _, name := range names {
		all = append(all, formatterFile{name: name})
	}
	return all
}

func dprint(plugin string) []formatterFile {
	return []formatterFile{{"dprint.json", plugin}, {"dprint.jsonc", plugin}, {".dprint.json", plugin}, {".dprint.jsonc", plugin}}
}

func prettier(dependency string) []formatterFile {
	all := anything(".prettierrc", ".prettierignore")
	for _, suffix := range []string{"json", "json5", "yaml", "yml", "toml", "js", "cjs", "mjs", "ts", "cts", "mts"} {
		all = append(all, formatterFile{name: ".prettierrc." + suffix})
	}
	for _, suffix := range []string{"js", "cjs", "mjs", "ts", "cts", "mts"} {
		all = append(all, formatterFile{name: "prettier.config." + suffix})
	}
	return append(all, formatterFile{"package.json", dependency})
}

// otherFormatterNames are globs of the names of all these files.
var otherFormatterNames = []string{
	".prettierignore", ".prettierrc*", "prettier.config.*", "*biome.json", "*biome.jsonc", "*dprint.json", "*dprint.jsonc",
	".oxfmtrc.json", ".oxfmtrc.jsonc", "package.json", "*taplo.toml", "*tombi.toml",
}

// configuresFormatter reports whether a file, by its base name, may be one of
// these.
func configuresFormatter(base string) bool {
	return slices.ContainsFunc(otherFormatterNames, func(glob string) bool { return doublestar.MatchUnvalidated(glob, base) })
}

// OtherFormatter returns the file that says that another formatter has a file
// of a language, by its workspace-relative path: of the folder of the file or
// the nearest one upward. It is the zero Sibling if there is none. The error is
// an *Error about a file that can't be read.
func (c *Config) OtherFormatter(language, file string) (Sibling, error) {
	if c == nil || c.siblings == nil || otherFormatters[language] == nil {
		return Sibling{}, nil
	}
	return c.siblings.otherFormatter(language, path.Dir(file))
}

// otherFormatter is asked for every file, so that it remembers what holds for a
// folder.
func (s *Siblings) otherFormatter(language, dir string) (Sibling, error) {
	key := language + "\x00" + dir
	if known, ok := s.formatters.Load(key); ok {
		return known.(lookup).found, known.(lookup).err
	}
	var here lookup
	for _, file := range otherFormatters[language] {
		found, err := s.others.file(path.Join(dir, file.name))
		if err != nil || found.Path != "" && bytes.Contains(found.Content, []byte(file.has)) {
			here = lookup{found, err}
			break
		}
	}
	if here.err == nil && here.found.Path == "" && dir != "." && dir != "/" {
		here.found, here.err = s.otherFormatter(language, path.Dir(dir))
	}
	s.formatters.Store(key, here)
	return here.found, here.err
}
