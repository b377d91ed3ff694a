package operationtest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operation"
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Printer writes random texts in which each key, string and comment is a word
// of its own: k1, v2, c3.
type Printer struct {
	Random  *rand.Rand
	Comment string // what a comment begins with
	Quote   string // of keys and strings
	Step    string // of indentation
	text    strings.Builder
	last    int
}

// Write adds text.
func (p *Printer) Write(text string) { p.text.WriteString(text) }

// Text returns what was written.
func (p *Printer) Text() string { return p.text.String() }

// Word returns a new word of a kind, in quotes.
func (p *Printer) Word(kind string) string {
	p.last++
	return fmt.Sprintf("%s%s%d%s", p.Quote, kind, p.last, p.Quote)
}

// Chance reports true once in n times.
func (p *Printer) Chance(n int) bool { return p.Random.IntN(n) == 0 }

// Trailing writes a comment at the end of a line, or none, and ends the line.
func (p *Printer) Trailing() {
	if p.Chance(2) {
		p.last++
		fmt.Fprintf(&p.text, " %s c%d", p.Comment, p.last)
	}
	p.Write("\n")
}

// Above writes comments on lines of their own, or none.
func (p *Printer) Above(indent string) {
	if p.Chance(4) {
		p.Write("\n")
	}
	for p.Chance(3) {
		p.last++
		fmt.Fprintf(&p.text, "%s%s c%d\n", indent, p.Comment, p.last)
		if p.Chance(4) {
			p.Write("\n")
		}
	}
}

// Flow writes a value in brackets, on one line or on several, or a string.
// indent is that of its line.
func (p *Printer) Flow(depth int, indent string, objects bool) {
	if depth == 0 || p.Chance(3) {
		p.Write(p.Word("v"))
		return
	}
	open, shut := "[", "]"
	if objects && p.Chance(2) {
		open, shut = "{", "}"
	}
	n, lines, commas, tight := 1+p.Random.IntN(4), p.Chance(2), p.Chance(2), p.Chance(4)
	p.Write(open)
	if lines {
		p.Trailing()
	}
	for i := range n {
		inner := indent
		switch {
		case lines:
			inner += p.Step
			p.Above(inner)
			p.Write(inner)
		case i > 0:
			p.Write(" ")
		}
		if open == "{" {
			p.Write(p.Word("k") + ": ")
		}
		if lines {
			p.Flow(depth-1, inner, objects)
		} else {
			p.Flow(0, inner, objects)
		}
		switch {
		case i+1 == n && tight: // the bracket is on the line of the last item
			lines = false
		case i+1 < n || lines && commas:
			p.Write(",")
		}
		if lines {
			p.Trailing()
		}
	}
	if lines {
		p.Write(indent)
	}
	p.Write(shut)
}

// Comments applies single operations to texts with many comments, and holds
// that each comment stays, and stays with what it is about. Only those within
// and directly around what is removed may go.
func (l Language) Comments(t *testing.T, write func(random *rand.Rand) string) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 11))
		text := write(random)
		f, err := l.Open([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for range 8 {
			op, _ := Random(random, f.Value(0), []string{`"n1"`, `{"m1": "n1", "m2": ["n2"]}`, `["n1"]`})
			if op == nil || op.Kind == fixedits.OpReplaceValue || op.Kind == fixedits.OpReplaceArrayItem {
				continue
			}
			switch op.Kind {
			case fixedits.OpAddValue:
				op.Key = "n9"
			case fixedits.OpRenameKey:
				op.To = "n9"
			}
			if operation.Check(f.Value(0), op) != nil || f.Apply(op) != nil {
				f.Reset()
				continue
			}
			after := string(f.Text())
			want, _ := operation.Apply(f.Value(0), op)
			l.Verify(t, text, f, want)
			f.Reset()
			if why := commentsMoved(text, after, op.Kind == fixedits.OpRemoveKey); why != "" {
				t.Fatalf("seed %d: %s: %s\n%s\nbecame\n%s", seed, Format(op), why, text, after)
			}
		}
	}
}

var (
	words    = lazyregexp.New(`\b[ckv][0-9]+\b`)
	comments = lazyregexp.New(`\bc[0-9]+\b`)
	values   = lazyregexp.New(`\b[kv][0-9]+\b`)
	fresh    = lazyregexp.New(`\b[mn][0-9]+\b`)
	// The rest of a line, and what follows up to the last bracket that closes.
	closing = lazyregexp.New(`^[^\n]*\n((\s*((#|//) c[0-9]+)?\n)*\s*[]}][^\n]*\n)*`)
	// Comments below something, which are not above something else.
	below = lazyregexp.New(`^([ \t]*(#|//) c[0-9]+\n)+(\n|$)`)
)

// commentsMoved returns what is wrong with the comments of a new text.
func commentsMoved(before, after string, removes bool) string {
	stay := map[string]bool{}
	var order []string
	for _, word := range words().FindAllString(after, -1) {
		stay[word] = true
		order = append(order, word)
	}
	var expected []string
	from, to := -1, -1 // of what is removed, with what is above it and the rest of its last line
	first := -1        // the first value that is removed
	at := 0            // the end of the value before
	for _, m := range words().FindAllStringIndex(before, -1) {
		word := before[m[0]:m[1]]
		if stay[word] {
			expected = append(expected, word)
		}
		if word[0] == 'c' {
			continue
		}
		if !stay[word] {
			if from < 0 {
				from, first = at, m[0]
			}
			to = m[1] + len(closing().FindString(before[m[1]:]+"\n"))
			to += len(below().FindString(before[min(to, len(before)):]))
		}
		at = m[1]
	}
	if !slices.Equal(order, expected) && removes {
		return "what stays is in another order"
	}
	for _, m := range comments().FindAllStringIndex(before, -1) {
		word := before[m[0]:m[1]]
		if stay[word] {
			if why := ownerMoved(before, after, word, removes); why != "" {
				return why
			}
			continue
		}
		if !removes || m[0] < from || m[1] > to {
			return word + " is gone"
		}
		if m[0] < first && strings.Contains(before[m[0]:first], "\n\n") {
			return word + " is gone, which stands alone"
		}
	}
	return ""
}

// ownerMoved returns what is wrong with the line of a comment that stays.
func ownerMoved(before, after, word string, removes bool) string {
	old, new := lineOf(before, word), lineOf(after, word)
	if strings.ContainsAny(old+new, "[]{}") { // its line is that of several values
		return ""
	}
	for _, value := range values().FindAllString(old, -1) {
		if !strings.Contains(new, value) && fresh().FindString(new) == "" {
			if removes {
				return word + " stays although its value goes"
			}
			return word + " is on the line of something else"
		}
		if !strings.Contains(new, value) && !renamed(old, new, value) {
			return word + " is on the line of a new value"
		}
	}
	for _, value := range values().FindAllString(new, -1) {
		if !strings.Contains(old, value) {
			return word + " is on the line of another value"
		}
	}
	return ""
}

// renamed reports whether a line differs in a renamed key only.
func renamed(old, new, key string) bool {
	plain := strings.NewReplacer(`"`, "", key, "n9")
	return strings.HasPrefix(key, "k") && strings.TrimSpace(plain.Replace(old)) == strings.TrimSpace(plain.Replace(new))
}

// lineOf returns the line of a word.
func lineOf(text, word string) string {
	at := regexp.MustCompile(`\b` + word + `\b`).FindStringIndex(text)[0]
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return text[start : at+strings.IndexByte(text[at:]+"\n", '\n')]
}
