// Package coverage reads which lines of sources tests reached, from the reports
// of the tools that measure it.
//
// Reports are hostile: the code that ran could write them. They are read for the
// lines that are asked about alone, in bounded memory, and one that is malformed
// is an error. A forged one can say that tests reach a line: that only keeps a
// verdict from being weak, as no report does.
package coverage

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// Lines are numbers of lines, from 1, by the path of their file.
type Lines map[string][]int

// Local returns the path of a file below a folder in which commands run, or "".
// root is the absolute path of the tree, and folder the folder of the commands
// below it, with slashes. Some tools name files from the root.
func (l Lines) Local(root, folder, name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if below, found := strings.CutPrefix(name, strings.TrimSuffix(strings.ReplaceAll(root, `\`, "/"), "/")+"/"); found {
		name = path.Clean(below)
	} else if inside := path.Join(folder, name); len(l[inside]) > 0 && !path.IsAbs(name) {
		return inside
	} else {
		name = path.Clean(name)
	}
	if len(l[name]) == 0 {
		return ""
	}
	return name
}

// A Reached reports, by file and line, whether tests reached the line. A line
// that a tool does not know is not in it: it has no code.
type Reached map[string]map[int]bool

// set notes a line. A line is reached if any report or test reaches it.
func (r Reached) set(name string, line int, reached bool) {
	if r[name] == nil {
		r[name] = map[int]bool{}
	}
	r[name][line] = r[name][line] || reached
}

// Add adds what another report says.
func (r Reached) Add(other Reached) {
	for name, lines := range other {
		for line, reached := range lines {
			r.set(name, line, reached)
		}
	}
}

// Split returns the lines of a file that tests reached and the lines that they
// missed, each sorted.
func (r Reached) Split(name string) (covered, missed []int) {
	for _, line := range slices.Sorted(maps.Keys(r[name])) {
		if r[name][line] {
			covered = append(covered, line)
		} else {
			missed = append(missed, line)
		}
	}
	return covered, missed
}

// OfCode returns the lines of a file that have code. It leaves out lines with
// only a comment, which some tools count.
func OfCode(name string, text []byte, lines []int) []int {
	f := source.Read(name, text)
	if f.Language != source.Go && f.Language != source.Python && f.Language != source.JavaScript {
		return lines // no tool reports every line of it
	}
	code := f.Lines()
	return slices.DeleteFunc(slices.Clone(lines), func(line int) bool { return !code[line] })
}
