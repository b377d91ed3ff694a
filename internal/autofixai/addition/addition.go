// Package addition judges the change of a text by an answer. An answer changes
// a window of lines. It adds nothing but a closed list: names from the code of
// the file or from the checker, a few functions that compute a value, calls as
// often as before, and messages of errors. Words of comments and strings are
// not names of the file.
package addition

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// Lines are lines of a text, from 1. The zero value is all lines.
type Lines struct{ First, Last int }

func (l Lines) has(line int) bool { return l == Lines{} || l.First <= line && line <= l.Last }

// A Change is an answer. Its texts have LF.
type Change struct {
	Path       string
	Base, Text []byte
	Window     Lines  // of Base: the lines that may change
	Finding    Lines  // of Base: the lines that the task is about
	Told       string // the words of the checker
}

// An Issue is a reason to refuse a change.
type Issue struct {
	Line    int // of the changed text, from 1; 0: of no line
	Message string
}

// WindowOf returns the lines that may change for a finding: as many as around
// on both sides of it, and none of another declaration of the file.
func WindowOf(name string, base []byte, finding Lines, around int) Lines {
	w := Lines{max(1, finding.First-around), finding.Last + around}
	l := languageOf(name)
	if l == nil {
		return w
	}
	// Code that starts a line at the first column starts a declaration.
	f := l.read(base)
	for i := range f.code {
		t := &f.code[i]
		if !t.First || t.Column > 0 || t.Depth > 0 || isClosing(f.at(i)) || f.at(i) == "else" || f.at(i) == "elif" || f.at(i) == "except" || f.at(i) == "finally" || f.at(i-1) == "\\" {
			continue
		}
		start := t.Line
		if f.at(i) != "@" && decorated(f, i) {
			continue
		}
		switch {
		case start <= finding.First:
			w.First = max(w.First, start)
		case start > finding.Last:
			w.Last = min(w.Last, start-1)
			return w
		}
	}
	return w
}

// decorated reports whether the statement before is a decorator.
func decorated(f *file, i int) bool { return f.at(f.lineStart(i-1)) == "@" && i > 0 }

// A judge judges changes in one language.
type judge func(c *Change) []Issue

// judgeOf returns the judge of a file, or nil.
func judgeOf(name string) judge {
	if l := languageOf(name); l != nil {
		return l.judge
	}
	switch path.Ext(name) {
	case ".sh", ".bash":
		return judgeShell
	case ".yaml", ".yml":
		return judgeYAML
	}
	return nil
}

// languageOf returns the language of a file that is read by its tokens, or nil.
// Elements of JSX are no tokens.
func languageOf(name string) *language {
	if starlark.New().Match(name, nil) {
		return starlarkCode()
	}
	switch path.Ext(name) {
	case ".go":
		return goCode()
	case ".py", ".pyi":
		return pythonCode()
	case ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs":
		return scriptCode()
	}
	return nil
}

// Judges reports whether there is a judge for a file.
func Judges(name string) bool { return judgeOf(name) != nil }

// Judge returns the issues of a change. There must be a judge for its file.
func Judge(c *Change) []Issue { return judgeOf(c.Path)(c) }

// superfluous matches messages about code that may go.
var superfluous = lazyregexp.New(`(?i)\b(unused|not used|never|unreachable|duplicat\w+|redundant|dead|unnecessary|unneeded|useless|superfluous|unexpected|not accessed|remove\w*|obsolete|no effect)\b`)

// documents matches messages that ask for comments.
var documents = lazyregexp.New(`(?i)\b(comments?|doc|docs|docstrings?|documented|documentation|jsdoc)\b`)

// prose matches comments that no tool obeys.
var prose = lazyregexp.New(`^[\pL\pN\s.,;'"()/*#_-]*$`)

var wordForm = lazyregexp.New(`[\pL_$][\pL\pN_$]*`)

// wordsOf returns the words of a text.
func wordsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, word := range wordForm().FindAllString(text, -1) {
		all[word] = true
	}
	return all
}

// quotes reports whether a message has a text, between spaces or marks.
func quotes(message, text string) bool {
	at := strings.Index(message, text)
	if text == "" || at < 0 {
		return false
	}
	before, after := message[:at], message[at+len(text):]
	return (before == "" || strings.IndexByte(" '\"`(:[{,=", before[len(before)-1]) >= 0) && (after == "" || strings.IndexByte(" '\"`):]},.;", after[0]) >= 0)
}

// outside returns an issue for each changed line that is not in the window.
// allowed reports whether a line of the base, and of the text, may change
// nevertheless.
func (c *Change) outside(inBase, inText func(line int) bool) []Issue {
	if c.Window == (Lines{}) {
		return nil
	}
	var issues []Issue
	between := patch.Between(c.Base, c.Text)
	for _, r := range between.Ranges {
		if c.Window.First <= r.BaseStart && r.BaseEnd <= c.Window.Last+1 {
			continue
		}
		if every(r.BaseStart, r.BaseEnd, inBase) && every(r.Start, r.End, inText) {
			continue
		}
		issues = append(issues, Issue{r.Start, "the line is too far from the finding; change only the lines around it"})
	}
	return issues
}

func every(from, to int, holds func(line int) bool) bool {
	for line := from; line < to; line++ {
		if !holds(line) {
			return false
		}
	}
	return true
}

// over calls tell with the texts that b has more often than a.
func over[K comparable](a, b map[K]int, tell func(text K, by int)) {
	for text, n := range b {
		if n > a[text] {
			tell(text, n-a[text])
		}
	}
}

// sorted orders issues, and drops repeated ones.
func sorted(issues []Issue) []Issue {
	slices.SortFunc(issues, func(a, b Issue) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.Compact(issues)
}

// lazySet returns a function that makes a set at its first use.
func lazySet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return set(words) })
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}
