package gazelle

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// namesJSON lists the file names that the checkers know. To update it, run
// `go test ./internal/checks/builtin -update` in the surrounding module.
//
//go:embed names.json
var namesJSON []byte

// checked is the set of files that a checker handles without configuration.
type checked struct {
	// Verbatim are files whose bytes must not change. Every other text file is
	// checked.
	Verbatim struct {
		Names    []string `json:"names"`    // globs of base names
		Suffixes []string `json:"suffixes"` // in lower case
	} `json:"verbatim"`
	// Languages lists files that are checked whatever their content.
	Languages []*languageFiles `json:"languages"`
}

// languageFiles describes the files of a language that has a formatter.
type languageFiles struct {
	Names   []string `json:"names"`    // globs of base names
	Except  []string `json:"except"`   // globs of names of other kinds of files
	AnyCase bool     `json:"any_case"` // names are in lower case and match any case
	Head    string   `json:"head"`     // a regular expression for the first bytes

	head *regexp.Regexp
}

// readChecked decodes the embedded names.json.
func readChecked() *checked {
	c := new(checked)
	if err := json.Unmarshal(namesJSON, c); err != nil {
		panic(fmt.Sprintf("gazelle: names.json: %v", err))
	}
	for _, l := range c.Languages {
		l.head = regexp.MustCompile(l.Head)
	}
	return c
}

// has reports whether a checker handles a workspace-relative file that starts
// with head.
func (c *checked) has(file string, head []byte) bool {
	if isGenerated(head) || leftByPath(file, nil) != nil || leftByContent(file, head) != nil {
		return false
	}
	if len(head) > 0 && bytes.IndexByte(head, 0) < 0 && !c.isVerbatim(path.Base(file)) {
		return true
	}
	return slices.ContainsFunc(c.Languages, func(l *languageFiles) bool {
		return l.has(path.Base(file), head)
	})
}

func (c *checked) isVerbatim(base string) bool {
	return slices.Contains(c.Verbatim.Suffixes, strings.ToLower(path.Ext(base))) || matchAny(c.Verbatim.Names, base)
}

func (l *languageFiles) has(base string, head []byte) bool {
	if l.AnyCase {
		base = strings.ToLower(base)
	}
	return matchAny(l.Names, base) && !matchAny(l.Except, base) && l.head.Match(head)
}

func matchAny(globs []string, base string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool { return doublestar.MatchUnvalidated(glob, base) })
}
