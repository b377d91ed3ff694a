// Package editorconfig evaluates the .editorconfig files of a workspace, as
// defined by https://editorconfig.org: the files in the folder of a file and in
// its parents apply, the nearest first, up to one with `root = true`.
package editorconfig

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"mvdan.cc/editorconfig"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Name is the name of the files.
const Name = editorconfig.DefaultName

// maxLine is the length in bytes that a line of an .editorconfig must stay
// below.
const maxLine = 64 << 10

// A Set is the .editorconfig files of a workspace. After it is filled, it is
// safe for concurrent use. The nil Set is empty.
type Set struct {
	folders  map[string]*editorconfig.File
	patterns map[string]*regexp.Regexp // of all sections, so that it is not written to after the set is filled
	texts    map[string][]byte
}

// Add adds the file of a folder, which is workspace relative and slash
// separated. Like editors, it skips lines without meaning and sections with an
// invalid glob. It returns an error if a line is too long.
func (s *Set) Add(folder string, data []byte) error {
	if s.folders == nil {
		s.folders = make(map[string]*editorconfig.File)
		s.patterns = make(map[string]*regexp.Regexp)
		s.texts = make(map[string][]byte)
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(line) >= maxLine {
			return fmt.Errorf("%s:%d: a line of %d bytes; the limit is %d", path.Join(folder, Name), number, len(line), maxLine)
		}
	}
	file, err := parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", path.Join(folder, Name), err)
	}
	var sections []editorconfig.Section
	for _, section := range file.Sections {
		if s.compiles(section) {
			sections = append(sections, section)
		}
	}
	file.Sections = sections
	s.folders[path.Clean(folder)] = file
	s.texts[path.Clean(folder)] = data
	return nil
}

func parse(data []byte) (*editorconfig.File, error) {
	data = property().ReplaceAllFunc(bytes.TrimPrefix(data, []byte("\ufeff")), func(line []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(line, []byte(" #"), []byte(space+"#")), []byte(" ;"), []byte(space+";"))
	})
	return editorconfig.Parse(bytes.NewReader(data))
}

// A value may have # and ; since version 0.15 of the specification. The library
// takes them for comments if they follow a space, so another character takes
// the place of that space until Get.
const space = "\x1f"

// property matches the lines of properties.
var property = lazyregexp.New(`(?m)^[ \t]*[^\s#;\[=:][^=:\n]*[=:].*$`)

// IsRoot reports whether an .editorconfig with this text excludes the ones in
// parent folders.
func IsRoot(data []byte) bool {
	file, err := parse(data)
	return err == nil && file.Root
}

// compiles stores the pattern of a section, and reports whether it is valid:
// the library panics if it is not.
func (s *Set) compiles(section editorconfig.Section) (ok bool) {
	defer func() { ok = recover() == nil }()
	one := editorconfig.File{Sections: []editorconfig.Section{section}}
	one.Filter("", nil, s.patterns)
	return true
}

// Empty reports whether there are no files in the set.
func (s *Set) Empty() bool { return s == nil || len(s.folders) == 0 }

// For returns the properties of a file, whose path is workspace relative and
// slash separated.
func (s *Set) For(file string) Properties {
	if s.Empty() {
		return Properties{}
	}
	var found editorconfig.Section
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if f := s.folders[dir]; f != nil {
			relative := file
			if dir != "." {
				relative = strings.TrimPrefix(file, dir+"/")
			}
			found.Add(f.Filter(relative, languages(file), s.patterns).Properties...) // existing properties stay
			if f.Root {
				break
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return Properties{found}
}

// languages returns the languages of a file for sections such as [[shell]],
// with shfmt's names. Scripts are recognized by their suffix.
func languages(file string) []string {
	switch path.Ext(file) {
	case ".sh", ".mksh":
		return []string{"shell"}
	case ".bash", ".bats":
		return []string{"shell", "bash"}
	}
	return nil
}

// Properties are the properties of one file. The zero value has none.
type Properties struct {
	section editorconfig.Section
}

// Get returns the value of a property, in lower case if the property is
// standard. It is empty if the property is not set, or is `unset`.
func (p Properties) Get(name string) string {
	value := strings.TrimSpace(strings.ReplaceAll(p.section.Get(name), space, " "))
	if strings.EqualFold(value, "unset") {
		return ""
	}
	return value
}

// Key returns a text that is equal for equal properties.
func (p Properties) Key() string {
	if len(p.section.Properties) == 0 {
		return ""
	}
	return p.section.String()
}

// Tabs reports whether lines are indented by tabs or by spaces. ok is false if
// that is not set.
func (p Properties) Tabs() (tabs, ok bool) {
	style := p.Get("indent_style")
	return style == "tab", style == "tab" || style == "space"
}

// IndentSize returns the number of columns of an indentation level. ok is false
// if that is not set.
func (p Properties) IndentSize() (columns int, ok bool) {
	if size := p.Get("indent_size"); size != "" && size != "tab" {
		return positive(size)
	}
	return positive(p.Get("tab_width"))
}

// Bool returns a boolean property. ok is false if it is not set.
func (p Properties) Bool(name string) (value, ok bool) {
	text := strings.ToLower(p.Get(name))
	return text == "true", text == "true" || text == "false"
}

// MaxLineLength returns max_line_length in columns. ok is false if it is not
// set, or `off`.
func (p Properties) MaxLineLength() (columns int, ok bool) { return positive(p.Get("max_line_length")) }

func positive(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0
}
