package change

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// A Hunk is a part of a change that can be left out: neighboring changed lines
// of a file, a change of its mode, or a whole file that is created or deleted.
// Groups of lines with only blank lines and punctuation between them, such as a
// closing brace, are one hunk.
type Hunk struct {
	ID    string // h1, h2 ... in the order of files and lines; of this change only
	Path  string
	Line  int // of the base, from 1, that the hunk starts at or is inserted before; 1 for a created file
	Lines int // added and deleted
}

// A part is a hunk and the data that Without needs to leave it out.
type part struct {
	Hunk
	mode    bool              // of the file
	whole   bool              // the file
	changes []textdiff.Change // of its text
}

// Hunks returns the hunks of the change.
func (c *Change) Hunks() []Hunk {
	var out []Hunk
	for _, p := range c.parts() {
		out = append(out, p.Hunk)
	}
	return out
}

func (c *Change) parts() []part {
	var out []part
	for i := range c.Files {
		f := &c.Files[i]
		if f.Created || f.Deleted {
			p := part{Hunk: Hunk{Path: f.Path, Line: 1, Lines: len(lines(f.Before)) + len(lines(f.After))}, whole: true}
			out = append(out, p)
			continue
		}
		if f.ModeChanged {
			out = append(out, part{Hunk: Hunk{Path: f.Path, Line: 1}, mode: true})
		}
		out = append(out, groups(f)...)
	}
	for i := range out {
		out[i].ID = "h" + strconv.Itoa(i+1)
	}
	return out
}

// groups returns the hunks of the text of a file.
func groups(f *fixedits.FileChange) []part {
	var out []part
	end := 0 // of the group before, in the base
	index := position.New(f.Before, position.LF)
	for _, c := range textdiff.Changes(f.Before, f.After) {
		if len(out) == 0 || telling(f.Before[end:c.Start]) {
			out = append(out, part{Hunk: Hunk{Path: f.Path, Line: index.Line(c.Start)}})
		}
		p := &out[len(out)-1]
		p.changes = append(p.changes, c)
		p.Lines += len(lines(f.Before[c.Start:c.End])) + len(lines(c.New))
		end = c.End
	}
	return out
}

// telling reports whether a text has a letter or a digit, or bytes that are not
// UTF-8.
func telling(text []byte) bool {
	return bytes.IndexFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || unicode.IsLetter(r) || unicode.IsDigit(r)
	}) >= 0
}

// Without returns the change without the hunks with the given ids. Unknown ids
// are ignored. The hunks that remain may get other ids.
func (c *Change) Without(ids ...string) *Change {
	texts := make(map[string][]textdiff.Change) // that stay, by path
	modes := make(map[string]bool)              // that stay
	gone := make(map[string]bool)
	for _, p := range c.parts() {
		switch out := slices.Contains(ids, p.ID); {
		case p.whole:
			gone[p.Path] = out
		case p.mode:
			modes[p.Path] = !out
		case !out:
			texts[p.Path] = append(texts[p.Path], p.changes...)
		}
	}
	left := &Change{}
	for _, f := range c.Files {
		if gone[f.Path] {
			continue
		}
		if !f.Created && !f.Deleted {
			f.After = rebuilt(f.Before, texts[f.Path])
			if f.ModeChanged && !modes[f.Path] {
				f.Executable, f.ModeChanged = !f.Executable, false
			}
			if !f.Changes() {
				continue
			}
		}
		left.Files = append(left.Files, f)
	}
	return left
}

// rebuilt returns a text after changes, which are sorted.
func rebuilt(base []byte, changes []textdiff.Change) []byte {
	out := make([]byte, 0, len(base))
	at := 0
	for _, c := range changes {
		out = append(out, base[at:c.Start]...)
		out = append(out, c.New...)
		at = c.End
	}
	return append(out, base[at:]...)
}

// Lines returns how many lines the change adds to a file, and how many it
// deletes from it. Both are 0 if it does not have the file.
func (c *Change) Lines(name string) (added, deleted int) {
	f := c.File(name)
	if f == nil {
		return 0, 0
	}
	r := patch.Between(f.Before, f.After)
	return r.Added, r.Deleted
}

// Added returns the numbers of the lines of a file after the change that are
// not in the base, from 1 and sorted, such as for coverage or mutants.
func (c *Change) Added(name string) []int {
	f := c.File(name)
	if f == nil {
		return nil
	}
	var out []int
	for _, r := range patch.Between(f.Before, f.After).Ranges {
		for n := r.Start; n < r.End; n++ {
			out = append(out, n)
		}
	}
	return out
}
