package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// A diffView is patch.diff by file.
type diffView struct {
	Files []*diffFile
	Left  int // lines that are not shown
}

type diffFile struct {
	Path string
	Rows []diffRow
}

// A diffRow is a line of a diff.
type diffRow struct {
	Kind     string // add, delete, same, hunk, head (of a file), note (of ours, about the lines below)
	Old, New int    // numbers of lines from 1, or 0
	Text     string
}

var hunkHead = lazyregexp.New(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)

// A diffReader reads a unified diff line by line. Each line of any input
// becomes one row: unknown lines are shown unchanged.
type diffReader struct {
	view      *diffView
	l         *limits
	hunks     []evidence.Hunk
	file      *diffFile
	path      string // of the file, unescaped
	old, new  int    // the next lines
	oldLeft   int    // lines of the hunk
	newLeft   int
	unchanged bool // the last line was not a changed one
}

func newDiffView(diff string, hunks []evidence.Hunk, l *limits) *diffView {
	if diff == "" {
		return nil
	}
	r := diffReader{view: &diffView{}, l: l, hunks: hunks}
	n := 0
	for line := range strings.Lines(diff) {
		if n++; n > l.diff {
			r.view.Left++
			continue
		}
		r.line(strings.TrimSuffix(line, "\n"))
	}
	return r.view
}

func (r *diffReader) line(line string) {
	if r.oldLeft > 0 || r.newLeft > 0 {
		if r.changed(line) {
			return
		}
		r.oldLeft, r.newLeft = 0, 0 // it is not as its head says
	}
	switch {
	case strings.HasPrefix(line, "diff --git "):
		r.start(line)
	case strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ "):
		r.named(line)
	case hunkHead().MatchString(line):
		m := hunkHead().FindStringSubmatch(line)
		r.old, r.oldLeft = number(m[1], 0), number(m[2], 1)
		r.new, r.newLeft = number(m[3], 0), number(m[4], 1)
		r.unchanged = true
		r.row("hunk", 0, 0, line)
		return
	}
	r.row("head", 0, 0, line)
}

// changed adds a line of a hunk, and reports whether it is one.
func (r *diffReader) changed(line string) bool {
	sign, text := " ", ""
	if line != "" {
		sign, text = line[:1], line[1:]
	}
	switch {
	case sign == " " && r.oldLeft > 0 && r.newLeft > 0:
		r.row("same", r.old, r.new, text)
		r.old, r.new, r.oldLeft, r.newLeft = r.old+1, r.new+1, r.oldLeft-1, r.newLeft-1
		r.unchanged = true
		return true
	case sign == "-" && r.oldLeft > 0:
		r.notes()
		r.row("delete", r.old, 0, text)
		r.old, r.oldLeft = r.old+1, r.oldLeft-1
	case sign == "+" && r.newLeft > 0:
		r.notes()
		r.row("add", 0, r.new, text)
		r.new, r.newLeft = r.new+1, r.newLeft-1
	case sign == `\`:
		r.row("head", 0, 0, line)
	default:
		return false
	}
	r.unchanged = r.unchanged && sign == `\`
	return true
}

// notes adds notes about the hunk at the current line, unless it is known to be
// needed or has no code.
func (r *diffReader) notes() {
	if !r.unchanged {
		return
	}
	for i := range r.hunks {
		h := &r.hunks[i]
		if h.Path == r.path && h.Line == r.old && !h.Dropped && h.Needed != evidence.HunkNeeded && h.Needed != evidence.HunkNoCode {
			r.row("note", 0, 0, fmt.Sprintf("%s: %s", h.ID, needed(h)))
		}
	}
}

// start starts a file. Its name is the part after "b/", which the lines --- and
// +++ make exact.
func (r *diffReader) start(line string) {
	name := line
	if at := strings.LastIndex(line, " b/"); at >= 0 {
		name = line[at+3:]
	}
	r.file, r.path = &diffFile{Path: r.l.line(name)}, name
	r.view.Files = append(r.view.Files, r.file)
}

// named takes the name of a file from a line that starts with --- or +++.
func (r *diffReader) named(line string) {
	name, _, _ := strings.Cut(line[4:], "\t")
	if len(name) < 3 || name[:2] != "a/" && name[:2] != "b/" || r.file == nil {
		return
	}
	r.path = name[2:]
	r.file.Path = r.l.line(r.path)
}

func (r *diffReader) row(kind string, before, after int, text string) {
	if r.file == nil {
		r.file = &diffFile{Path: "patch.diff"}
		r.view.Files = append(r.view.Files, r.file)
	}
	r.file.Rows = append(r.file.Rows, diffRow{kind, before, after, r.l.code(text)})
}

func number(digits string, without int) int {
	if n, err := strconv.Atoi(digits); err == nil {
		return n
	}
	return without
}
