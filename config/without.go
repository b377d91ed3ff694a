package config

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Without returns a configuration file without the sections of some names: what
// depends on the result does not depend on them. All that remains is on the
// line where it was, so that messages name the right one: lines of the sections,
// and comments directly above their headers, are empty. Empty lines at the end
// are left out, so that a section at the end may grow. A file that is not valid
// TOML is returned as it is.
func Without(data []byte, sections []string) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	gone, err := linesOf(data, len(lines), sections)
	if err != nil || !slices.Contains(gone, true) {
		return data
	}
	var b bytes.Buffer
	for i, line := range lines {
		if !gone[i] {
			b.Write(line)
		} else if bytes.HasSuffix(line, []byte("\n")) {
			b.WriteByte('\n')
		}
	}
	rest := bytes.TrimRight(b.Bytes(), " \t\r\n")
	if len(rest) > 0 {
		rest = append(rest, '\n')
	}
	if !sameBut(data, rest, sections) {
		return data
	}
	return rest
}

// linesOf reports for each line of a TOML file whether it belongs to one of the
// sections.
func linesOf(data []byte, lines int, sections []string) ([]bool, error) {
	gone := make([]bool, lines)
	p := unstable.Parser{KeepComments: true}
	p.Reset(data)

	// A line is that of the expression above it. Comments directly above a
	// header are those of the header.
	from, comments, end := 0, 0, 0
	inTable, ours := false, false
	next := func(line int, belongs bool) {
		for i := from; i < line; i++ {
			gone[i] = ours
		}
		from, ours = line, belongs
		comments = 0
	}
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Comment {
			line := p.Shape(e.Raw).Start.Line - 1
			if comments == 0 || line != end {
				comments = line + 1
			}
			end = line + 1
			continue
		}
		key := e.Key()
		key.Next()
		line := p.Shape(key.Node().Raw).Start.Line - 1
		belongs := slices.Contains(sections, string(key.Node().Data))
		switch {
		case e.Kind != unstable.KeyValue:
			inTable = true
			if comments > 0 && end == line {
				line = comments - 1
			}
		case inTable:
			belongs = ours
		}
		next(line, belongs)
	}
	next(lines, false)
	return gone, p.Error()
}

// sameBut reports whether rest is what a TOML file says outside of sections.
func sameBut(data, rest []byte, sections []string) bool {
	var all, some map[string]any
	if toml.Unmarshal(data, &all) != nil || toml.Unmarshal(rest, &some) != nil {
		return false
	}
	for _, name := range sections {
		delete(all, name)
	}
	return len(all) == 0 && len(some) == 0 || reflect.DeepEqual(all, some)
}
