package operationtest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Printer writes random texts in which each key, string and comment is a
// different word: k1, v2, c3.
type Printer struct {
	Random  *rand.Rand
	Comment string // the start of a comment
	Equals  string // the text between a key in braces and its value
	Inline  bool   // comments between /* and */ are allowed
	Quote   string // of keys and strings
	Step    string // of indentation
	text    strings.Builder
	last    int
}

// Write adds text.
func (p *Printer) Write(text string) { p.text.WriteString(text) }

// Text returns the printed text.
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

// Above writes comments on their own lines, or none.
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

// Within writes a comment within a line, or none.
func (p *Printer) Within() {
	if p.Inline && p.Chance(8) {
		p.last++
		fmt.Fprintf(&p.text, " /* c%d */ ", p.last)
	}
}

// Flow writes a value in brackets, on one line or on several, or a string. One
// in five brackets is empty except for comments. indent is its line's.
func (p *Printer) Flow(depth int, indent string, objects bool) {
	if depth == 0 || p.Chance(3) {
		p.Write(p.Word("v"))
		return
	}
	open, shut := "[", "]"
	if objects && p.Chance(2) {
		open, shut = "{", "}"
	}
	n, lines, commas, tight := p.Random.IntN(5), p.Chance(2), p.Chance(2), p.Chance(4)
	p.Write(open)
	p.Within()
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
			p.Write(p.Word("k") + p.Equals)
			p.Within()
		}
		if lines {
			p.Flow(depth-1, inner, objects)
		} else {
			p.Flow(0, inner, objects)
		}
		p.Within()
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
		if n == 0 || p.Chance(3) {
			p.Above(indent + p.Step)
		}
		p.Write(indent)
	}
	p.Write(shut)
}

// Comments applies operations to texts with many comments, and tests that each
// comment stays with its value. Only comments within and directly around a
// removed value may go, and comments within a value that another one replaces,
// unless it is an empty collection.
func (l Language) Comments(t *testing.T, write func(random *rand.Rand) string) {
	seeds := uint64(300)
	switch {
	case *long > 0:
		seeds = 200 * uint64(*long)
	case testing.Short():
		seeds = 60
	}
	values := []string{`"n1"`, `{"m1": "n1", "m2": ["n2"]}`, `["n1"]`, `[]`, `{}`}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 11))
		text := write(random)
		f, err := l.Open([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		before, value := text, f.Value(0)
		var script []string
		for step := range 12 {
			if step%3 == 0 {
				f.Reset()
				before, value, script = text, f.Value(0), nil
			}
			op, _ := Random(random, value, values)
			if op == nil {
				continue
			}
			name := "n9" + strings.Repeat("0", len(script))
			switch op.Kind {
			case fixedits.OpAddValue:
				op.Key = name
			case fixedits.OpRenameKey:
				op.To = name
			}
			if _, err := operation.Try(value, op); err != nil || f.Apply(op) != nil {
				if after := string(f.Text()); after != before {
					t.Fatalf("seed %d: %s fails, and\n%s\nbecame\n%s", seed, Format(op), before, after)
				}
				continue
			}
			script = append(script, Format(op))
			next, _ := operation.Apply(value, op)
			l.Verify(t, text, f, next)
			after := string(f.Text())
			c := commentCheck{before: before, after: after, value: value, op: op}
			old, err := l.Open([]byte(before))
			if err != nil {
				t.Fatal(err)
			}
			c.places = placesOf(old, "", value)
			if why := c.moved(len(script) == 1); why != "" {
				t.Fatalf("seed %d: %s\n%s: %s\n%s\nbecame\n%s", seed, text, strings.Join(script, "\n"), why, before, after)
			}
			before, value = after, next
		}
	}
}

var (
	words    = lazyregexp.New(`\b[ckv][0-9]+\b`)
	comments = lazyregexp.New(`\bc[0-9]+\b`)
	values   = lazyregexp.New(`\b[kv][0-9]+\b`)
	atoms    = lazyregexp.New(`\b[kmnv][0-9]+\b|\[(\s|(#|//) c[0-9]+\n|/\* c[0-9]+ \*/)*\]|\{(\s|(#|//) c[0-9]+\n|/\* c[0-9]+ \*/)*\}`)
	fresh    = lazyregexp.New(`\b[mn][0-9]+\b`)
	lineEnds = lazyregexp.New(`^( \*/)?\s*\n`)
	above    = lazyregexp.New(`\n(\s*# c[0-9]+\n)*\s*$`)
	inArray  = lazyregexp.New(`/[0-9]+(/|$)`)
	line     = lazyregexp.New(`^[^\n]*\n`)
	// The rest of a line, and the lines up to the last closing bracket.
	closing = lazyregexp.New(`^[^\n]*\n((\s*((#|//) c[0-9]+)?\n)*\s*[]}][^\n]*\n)*`)
	// Comments below something, which are not above something else.
	below = lazyregexp.New(`^([ \t]*(#|//) c[0-9]+\n)+(\n|$)`)
)

// A commentCheck compares the comments of a text before and after an operation.
type commentCheck struct {
	before, after string
	value         any     // of the text before
	places        []place // likewise
	op            *fixedits.Operation
}

// moved returns the error in the comments of the new text. The text of earlier
// operations has no places yet, so owners are compared only for the first
// operation.
func (c *commentCheck) moved(owners bool) string {
	stay := map[string]bool{}
	var order []string
	for _, word := range words().FindAllString(c.after, -1) {
		if stay[word] && word[0] == 'c' {
			return word + " is there twice"
		}
		if !stay[word] { // names of tables are in several headers
			order = append(order, word)
		}
		stay[word] = true
	}
	removes := c.op.Kind == fixedits.OpRemoveKey
	replaces := c.op.Kind == fixedits.OpReplaceValue || c.op.Kind == fixedits.OpReplaceArrayItem
	var expected []string
	for _, word := range words().FindAllString(c.before, -1) {
		if stay[word] && !slices.Contains(expected, word) {
			expected = append(expected, word)
		}
	}
	if removes && !slices.Equal(order, expected) {
		return "what stays is in another order"
	}
	for _, m := range comments().FindAllStringIndex(c.before, -1) {
		word := c.before[m[0]:m[1]]
		switch {
		case stay[word] && owners && !replaces:
			if why := ownerMoved(c.before, c.after, word, removes); why != "" {
				return why
			}
		case stay[word]:
		case !removes && !replaces, removes && !c.removed(operation.Join(c.op.Pointer, c.op.Key), m), replaces && !c.replaced(m, stay):
			return word + " is gone"
		}
	}
	return ""
}

// removed reports whether a comment may be removed together with a value.
func (c *commentCheck) removed(pointer string, m []int) bool {
	start, end := c.extent(pointer)
	from := 0 // the end of the value before
	c.each("", func(p place) {
		for _, at := range []int{p.KeyEnd, p.End} {
			if at <= start && (at > p.Start || at > p.KeyStart) && c.before[at:start] != "." { // of a dotted key
				from = max(from, at)
			}
		}
	})
	end += len(closing().FindString(c.before[end:] + "\n"))
	end += len(below().FindString(c.before[min(end, len(c.before)):]))
	end = c.deeper(start, min(end, len(c.before)))
	if m[0] < from || m[1] > end {
		return false
	}
	return m[0] >= start || !strings.Contains(c.before[m[0]:start], "\n\n") // else it stands alone
}

// deeper returns the end of the comments after an offset that are indented more
// than the value at start. In YAML, such comments belong to the value.
func (c *commentCheck) deeper(start, end int) int {
	indentation := start - strings.LastIndexByte(c.before[:start], '\n')
	lines := regexp.MustCompile(fmt.Sprintf(`^([ \t]*\n| {%d,}# c[0-9]+\n)+`, indentation))
	return end + len(lines.FindString(c.before[end:]))
}

// replaced reports whether a comment may go with a value that another one
// replaces.
func (c *commentCheck) replaced(m []int, stay map[string]bool) bool {
	pointer := c.op.Pointer
	if c.op.Index != nil {
		pointer = operation.JoinIndex(pointer, *c.op.Index)
	}
	old, _ := operation.Lookup(c.value, pointer)
	start, end := c.extent(pointer)
	own := 0 // the end of the value's own place; for a table, the end of its header
	c.each(pointer, func(p place) {
		if p.pointer == pointer {
			start, own = max(start, p.KeyEnd), p.End
		}
	})
	if own < end || !strings.ContainsAny(c.before[start:start+1], "[{") { // in lines
		end += len(line().FindString(c.before[end:] + "\n"))
		end = min(end+len(below().FindString(c.before[min(end, len(c.before)):])), len(c.before))
		end = c.deeper(start, end)
		start -= len(above().FindString(c.before[:start]))
	}
	new, _ := operation.FromJSON(c.op.Value)
	same := old != nil && operation.TypeOf(old) == operation.TypeOf(new)
	goes := false // with a member that the new value does not have
	c.each(pointer, func(p place) {
		if _, err := operation.Lookup(new, p.pointer[len(pointer):]); same && !goes && err != nil {
			goes = c.removed(p.pointer, m)
		}
	})
	switch {
	case goes:
		return true
	case m[0] < start || m[1] > end, old == nil, isEmpty(old):
		return false
	case !same:
		return true
	}
	within := false // an empty collection
	c.each(pointer, func(p place) {
		if p.empty && p.Start < m[0] && m[1] < p.End {
			within = true
			_, err := operation.Lookup(new, p.pointer[len(pointer):])
			goes = err != nil || inArray().MatchString(p.pointer[len(pointer):]) // an item of an array may be another one
		}
	})
	if within {
		return goes
	}
	gone := func(atom string) bool { return !stay[atom] }
	before, after := atoms().FindAllString(c.before[start:m[0]], -1), atoms().FindAllString(c.before[m[1]:end], -1)
	first := c.before[start:m[0]]
	if (c.before[start] == '[' || c.before[start] == '{') && len(before) == 0 && !strings.Contains(first, "\n") && lineEnds().MatchString(c.before[m[1]:]) {
		return false // a comment at the end of the bracket's line
	}
	return len(before) > 0 && gone(before[len(before)-1]) || len(after) > 0 && gone(after[0])
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}

// extent returns the range of a key and its value.
func (c *commentCheck) extent(pointer string) (start, end int) {
	start = len(c.before)
	c.each(pointer, func(p place) {
		if p.KeyStart < p.KeyEnd {
			start = min(start, p.KeyStart)
		}
		start, end = min(start, p.Start), max(end, p.End)
	})
	return start, end
}

// each calls visit for a value and for the values within it.
func (c *commentCheck) each(pointer string, visit func(p place)) {
	for _, p := range c.places {
		if rest, ok := strings.CutPrefix(p.pointer, pointer); ok && (rest == "" || rest[0] == '/') {
			visit(p)
		}
	}
}

// A place is the place of a value in the text before.
type place struct {
	operation.Place
	pointer string
	empty   bool
}

// placesOf returns the places of a value and of the values within it.
func placesOf(f operation.File, pointer string, value any) []place {
	var all []place
	if at, ok := f.Find(0, pointer); ok {
		all = append(all, place{at, pointer, isEmpty(value)})
	}
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			all = append(all, placesOf(f, operation.Join(pointer, key), member)...)
		}
	case []any:
		for i, item := range value {
			all = append(all, placesOf(f, operation.JoinIndex(pointer, i), item)...)
		}
	}
	return all
}

// ownerMoved returns the error in the line of a comment that stays.
func ownerMoved(before, after, word string, removes bool) string {
	old, new := lineOf(before, word), lineOf(after, word)
	if strings.ContainsAny(old+new, "[]{}") { // several values share its line
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
