package editorconfig

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"mvdan.cc/editorconfig"
)

// Origin returns the workspace-relative path and the line of the first property
// of a file on which a value depends. The path is empty if the value depends on
// none.
func (s *Set) Origin(file string, value func(Properties) any) (name string, line int) {
	all := s.For(file)
	want := value(all)
	for i, property := range all.section.Properties {
		without := slices.Delete(slices.Clone(all.section.Properties), i, i+1)
		if value(Properties{editorconfig.Section{Properties: without}}) != want {
			return s.place(file, property.Name)
		}
	}
	return "", 0
}

// place returns the place of a property that a file has.
func (s *Set) place(file, property string) (name string, line int) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		relative := strings.TrimPrefix(file, dir+"/")
		lines := slices.Collect(bytes.Lines(s.texts[dir]))
		for i := len(lines) - 1; i >= 0; i-- { // the last one counts
			if setsIn(lines, i, relative, property) {
				return path.Join(dir, Name), i + 1
			}
		}
		if dir == "." || dir == "/" {
			return "", 0
		}
	}
}

// setsIn reports whether a line sets a property of a file: whether the file has
// it if no other line sets one of that name.
func setsIn(lines [][]byte, at int, file, property string) bool {
	if !sets(lines[at], property) {
		return false
	}
	var text []byte
	for i, line := range lines {
		if i == at || !sets(line, property) {
			text = append(text, line...)
		}
	}
	var alone Set
	return alone.Add(".", text) == nil && alone.For(file).section.Lookup(property) != nil
}

func sets(line []byte, property string) bool {
	at := bytes.IndexAny(line, "=:")
	return at >= 0 && strings.EqualFold(strings.TrimSpace(string(line[:at])), property)
}
