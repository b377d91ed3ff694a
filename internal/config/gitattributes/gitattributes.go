// Package gitattributes evaluates the .gitattributes files of a workspace for
// the attributes that state the origin of files and whether they are text.
package gitattributes

import (
	"path"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Name is the name of the files.
const Name = ".gitattributes"

// A State is the state of an attribute.
type State byte

const (
	Unspecified State = iota
	Set               // the attribute, or =true
	Unset             // -attribute, or =false
	Other             // another value, such as text=auto
)

// Attributes are the attributes of a file.
type Attributes struct {
	Generated State // linguist-generated
	Vendored  State // linguist-vendored
	Text      State // text; binary unsets it
}

// field returns the field of an attribute, or nil.
func (a *Attributes) field(name string) *State {
	switch name {
	case "linguist-generated":
		return &a.Generated
	case "linguist-vendored":
		return &a.Vendored
	case "text":
		return &a.Text
	}
	return nil
}

// Files holds the .gitattributes files of a workspace. The zero value and nil
// have none. It is safe for concurrent use after it is filled.
type Files struct {
	folders map[string][]line
	macros  map[string][]string
}

// A line is a pattern with its known attributes.
type line struct {
	pattern string
	suffix  string // the suffix of matching paths
	base    bool   // the pattern matches base names
	states  map[string]State
}

// Add adds the file of a folder, workspace relative and slash separated, "."
// for the root. Like Git, it skips invalid lines.
func (s *Files) Add(folder string, data []byte) {
	if s.macros == nil {
		s.macros = map[string][]string{"binary": {"-text"}}
		s.folders = map[string][]line{}
	}
	for text := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		pattern, attributes := split(strings.TrimSpace(text))
		name, isMacro := strings.CutPrefix(pattern, "[attr]")
		switch {
		case pattern == "" || strings.HasPrefix(pattern, "#") || strings.HasPrefix(pattern, "!"):
		case isMacro && folder == ".":
			s.macros[name] = attributes
		case isMacro || strings.HasSuffix(pattern, "/"):
		default:
			states := map[string]State{}
			s.read(attributes, states, 0)
			if len(states) > 0 {
				s.folders[folder] = append(s.folders[folder], newLine(pattern, states))
			}
		}
	}
}

// split splits a line into its pattern, which may be quoted, and its
// attributes.
func split(text string) (pattern string, attributes []string) {
	if strings.HasPrefix(text, `"`) {
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			pattern, _ = strconv.Unquote(quoted)
			return pattern, strings.Fields(text[len(quoted):])
		}
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return "", nil
	}
	return fields[0], fields[1:]
}

// mostMacros is the maximum nesting depth of macros.
const mostMacros = 8

func (s *Files) read(attributes []string, states map[string]State, depth int) {
	for _, attribute := range attributes {
		name, value, hasValue := strings.Cut(attribute, "=")
		state := Set
		switch {
		case strings.HasPrefix(name, "-"):
			name, state = name[1:], Unset
		case strings.HasPrefix(name, "!"):
			name, state = name[1:], Unspecified
		case hasValue && value == "false":
			state = Unset
		case hasValue && value != "true":
			state = Other
		}
		if macro, ok := s.macros[name]; ok && state == Set && depth < mostMacros {
			s.read(macro, states, depth+1)
		}
		if new(Attributes).field(name) != nil {
			states[name] = state
		}
	}
}

// braces escapes braces, which are ordinary characters to Git and alternatives
// to doublestar.
var braces = strings.NewReplacer("{", `\{`, "}", `\}`)

func newLine(pattern string, states map[string]State) line {
	l := line{base: !strings.Contains(pattern, "/"), states: states}
	l.pattern = braces.Replace(strings.TrimPrefix(pattern, "/"))
	l.suffix = l.pattern[strings.LastIndexAny(l.pattern, `*?[]\`)+1:]
	return l
}

func (l *line) matches(name string) bool {
	if !strings.HasSuffix(name, l.suffix) {
		return false
	}
	if l.base {
		name = path.Base(name)
	}
	return doublestar.MatchUnvalidated(l.pattern, name)
}

// Empty reports whether there are no attributes for any file.
func (s *Files) Empty() bool { return s == nil || len(s.folders) == 0 }

// For returns the attributes of a file by its workspace-relative,
// slash-separated path. For each attribute, the last matching line in the
// nearest folder that has one applies.
func (s *Files) For(file string) Attributes {
	var found Attributes
	if s.Empty() {
		return found
	}
	said := map[string]bool{}
	for folder := path.Dir(file); ; folder = path.Dir(folder) {
		lines := s.folders[folder]
		name := file
		if folder != "." {
			name = strings.TrimPrefix(file, folder+"/")
		}
		for i := len(lines) - 1; i >= 0; i-- {
			if !lines[i].matches(name) {
				continue
			}
			for attribute, state := range lines[i].states {
				if !said[attribute] {
					said[attribute] = true
					*found.field(attribute) = state
				}
			}
		}
		if folder == "." || folder == "/" {
			return found
		}
	}
}
