// Package indentation finds the indentation that a text uses.
package indentation

import (
	"bytes"
	"strings"
)

// MaxSpaces is the maximum number of spaces per level.
const MaxSpaces = 16

// A Tally counts the indentation of lines. The zero value is empty.
type Tally struct {
	tabs   int
	spaces [MaxSpaces + 1]int // by how many
	other  int                // lines that are indented by nothing, or by something else
}

// Add counts a line one level within another one, by the indentation of both.
func (t *Tally) Add(outer, inner []byte) {
	level, within := bytes.CutPrefix(inner, outer)
	switch n := len(level); {
	case !within || n == 0:
		t.other++
	case n == 1 && level[0] == '\t':
		t.tabs++
	case n <= MaxSpaces && len(bytes.Trim(level, " ")) == 0:
		t.spaces[n]++
	default:
		t.other++
	}
}

// Unit returns the level of indentation, a tab or spaces, that more than half
// of the lines have, or "".
func (t *Tally) Unit() string {
	unit, most, all := "\t", t.tabs, t.tabs+t.other
	for n, count := range t.spaces {
		all += count
		if count > most {
			unit, most = strings.Repeat(" ", n), count
		}
	}
	if 2*most <= all {
		return ""
	}
	return unit
}
