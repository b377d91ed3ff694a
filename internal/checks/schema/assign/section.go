// Package assign finds out which JSON Schema a document has: one that the
// document names itself, or one that autofix.toml has for its file.
package assign

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Section is [[schema]]: which files have which schema.
var Section = &config.Section{
	Name: "schema",
	List: true, Inherited: true,
	Doc: "Which YAML, JSON and TOML files are validated by which [JSON Schema](schema.md). Of several tables that match a " +
		"file, the first counts; a schema that the file names itself goes before all of them.",
	Keys: []config.Option{
		{
			Name: "schema", Kind: config.String, Required: true, Check: local, Relative: fromRoot,
			Doc: "the schema, a file of the workspace, relative to this file; with a fragment such as `#/$defs/service`, one in it",
		},
		{
			Name: "files", Kind: config.Strings, Default: []string(nil), Check: config.Globs, Relative: config.RelativeGlobs,
			Doc: "globs of the files that have the schema, relative to this file; `**` crosses folders",
		},
		{
			Name: "url", Kind: config.String, Default: "", Check: remote,
			Doc: "the URL by which files and other schemas name the schema. Nothing is ever fetched: a URL that no table has " +
				"names no schema",
		},
	},
	CheckEach: func(table config.Values) string {
		if files, _ := table["files"].([]string); len(files) == 0 && table["url"] == nil {
			return `the schema is for nothing: give it the key "files", "url" or both`
		}
		return ""
	},
}

func local(value any) error {
	name := value.(string)
	file, _, _ := strings.Cut(name, "#")
	switch {
	case isURL(name):
		return fmt.Errorf("%q is not a file: nothing is fetched. Give its URL to the key url, and the name of a copy of it here", name)
	case path.IsAbs(file) || file == "":
		return fmt.Errorf("%q is not the name of a file relative to this one", name)
	}
	return nil
}

// fromRoot returns the name of a schema relative to the workspace.
func fromRoot(folder string, name any) any { return target(folder, name.(string)).String() }

func remote(value any) error {
	if name := value.(string); !isURL(name) {
		return fmt.Errorf("%q is not an http or https URL", name)
	}
	return nil
}

func isURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// Tables are the tables [[schema]] of a configuration.
type Tables struct {
	all  []table
	urls map[string]int // index of the first table, by URL without fragment
}

type table struct {
	globs  []string // relative to the workspace
	schema Target
}

// A Target is a schema in a file of the workspace.
type Target struct {
	Path     string // workspace relative, clean; it may begin with "../", and is then not in the workspace
	Fragment string // of a schema in it, without "#"; may be empty
}

func (t Target) String() string {
	if t.Fragment == "" {
		return t.Path
	}
	return t.Path + "#" + t.Fragment
}

type tablesKey struct{}

// Of returns the tables of a configuration, which may be nil.
func Of(c *config.Config) *Tables {
	return config.Once(c, tablesKey{}, func() *Tables {
		t := &Tables{urls: make(map[string]int)}
		for i, values := range c.List(Section) {
			t.all = append(t.all, table{values.Texts("files"), target(".", values.Text("schema"))})
			if url := values.Text("url"); url != "" {
				url, _, _ = strings.Cut(url, "#")
				if _, twice := t.urls[url]; !twice {
					t.urls[url] = i
				}
			}
		}
		return t
	})
}

// target returns the schema of a name that is relative to a folder.
func target(folder, name string) Target {
	file, fragment, _ := strings.Cut(name, "#")
	return Target{path.Join(folder, file), fragment}
}

// For returns the schema that the tables have for a file, with the index of the
// table.
func (t *Tables) For(file string) (schema Target, index int, ok bool) {
	for i := range t.all {
		for _, glob := range t.all[i].globs {
			if doublestar.MatchUnvalidated(glob, file) {
				return t.all[i].schema, i, true
			}
		}
	}
	return Target{}, 0, false
}

// Mapped returns the file that stands for a URL without fragment.
func (t *Tables) Mapped(url string) (path string, ok bool) {
	i, ok := t.urls[url]
	if !ok {
		return "", false
	}
	return t.all[i].schema.Path, true
}
