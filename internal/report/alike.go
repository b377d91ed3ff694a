package report

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// linesShown bounds the lines that are listed for a finding with many places.
const linesShown = 5

// An alike stands for findings in one file that differ only in their place. It
// is shown once.
type alike struct {
	*fixedits.Diagnostic        // the first
	said                 string // its message, of one place, with its category
	note                 string // the remark on its fix
	findings             int
	places               int
	lines                []int                  // of the places, as far as they are shown, each once
	first                []*fixedits.Diagnostic // the first few
}

// alikes collects findings in their order. It combines findings that differ
// only in their place, at the place of the first, unless verbose is set.
type alikes struct {
	verbose bool
	all     []*alike
	index   map[alikeKey]*alike
}

type alikeKey struct {
	path, rule, said, note, related string
	severity                        fixedits.Severity
}

// add adds a finding. The note on its fix may be empty.
func (a *alikes) add(d *fixedits.Diagnostic, note string) {
	said, places := fixedits.Places(d.Message)
	if a.verbose {
		said, places = d.Message, 1
	}
	said = d.Labeled(said)
	key := alikeKey{d.Path, d.Rule, said, note, fixedits.WithRelated("", d.Related), d.Severity}
	one := a.index[key]
	if one == nil || a.verbose {
		one = &alike{Diagnostic: d, said: said, note: note}
		a.all = append(a.all, one)
		if a.index == nil {
			a.index = map[alikeKey]*alike{}
		}
		a.index[key] = one
	}
	one.findings++
	if len(one.first) < framesShown {
		one.first = append(one.first, d)
	}
	one.places += places
	if n := len(one.lines); n <= linesShown && (n == 0 || one.lines[n-1] != d.Line) {
		one.lines = append(one.lines, d.Line)
	}
}

// cut reports whether some finding does not list all its places.
func (a *alikes) cut() bool {
	for _, one := range a.all {
		if one.places > one.findings || len(one.lines) > linesShown {
			return true
		}
	}
	return false
}

// notes returns the notes on a finding, in parentheses after a space, or "".
func (a *alike) notes() string {
	var notes []string
	if a.note != "" {
		notes = append(notes, a.note)
	}
	if a.places > 1 {
		notes = append(notes, a.times())
	}
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, ", ") + ")"
}

// times says how often a finding occurs in its file, and on which lines first.
func (a *alike) times() string {
	text := NumberOf(a.places, "time")
	if len(a.lines) < 2 {
		return text
	}
	text += ": lines "
	for i, line := range a.lines[:min(len(a.lines), linesShown)] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(line)
	}
	if a.places > a.findings || len(a.lines) > linesShown {
		text += " and more"
	}
	return text
}
