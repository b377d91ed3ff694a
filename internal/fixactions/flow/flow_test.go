package flow_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

var (
	hash  = &flow.Syntax{Line: "#", Belongs: func(line string) bool { return strings.Contains(line, "#") }}
	slash = &flow.Syntax{Line: "//", Block: true, Belongs: func(line string) bool { return strings.TrimSpace(line) != "" }}
)

// words are the items of a list of words.
type words []flow.Place

func (w words) Len() int               { return len(w) }
func (w words) Place(i int) flow.Place { return w[i] }

// parse returns the places of the words between brackets.
func parse(text string, syntax *flow.Syntax) flow.Text {
	var all words
	for at := 1; at < len(text)-1; at++ {
		switch c := text[at]; {
		case syntax.Comment(text[at:]) > 0:
			at += syntax.Comment(text[at:]) - 1
		case c == ',' && len(all) > 0:
			all[len(all)-1].Comma = at
		case c >= 'a' && c <= 'z':
			end := at + len(text[at:]) - len(strings.TrimLeft(text[at:], "abcdefghijklmnopqrstuvwxyz"))
			all = append(all, flow.Place{Start: at, End: end, Comma: -1})
			at = end - 1
		}
	}
	return flow.Text{Syntax: syntax, Text: text, Start: 1, End: len(text) - 1, Items: all}
}

// read returns the words of a text, and its comments.
func read(text string, syntax *flow.Syntax) (items, comments []string) {
	t := parse(text, syntax)
	for i := range t.Items.Len() {
		p := t.Items.Place(i)
		items = append(items, text[p.Start:p.End])
	}
	for at := 0; at < len(text); at++ {
		if length := syntax.Comment(text[at:]); length > 0 {
			comments = append(comments, strings.TrimSpace(text[at:at+length]))
			at += length - 1
		}
	}
	return items, comments
}

// edit applies steps such as +0 and -1, which insert a word and remove one.
func edit(t *testing.T, text string, syntax *flow.Syntax, inside bool, steps string) (got string, want []string) {
	t.Helper()
	l := parse(text, syntax).List("", flow.Style{Newline: "\n", Unit: "  ", Comma: " ", Inside: inside})
	want, _ = read(text, syntax)
	for step := range strings.FieldsSeq(steps) {
		i, err := strconv.Atoi(step[1:])
		if err != nil {
			t.Fatal(err)
		}
		if step[0] == '+' {
			l.Insert(i, "new", false, " ")
			want = slices.Insert(want, i, "new")
		} else {
			l.Remove(i)
			want = slices.Delete(want, i, i+1)
		}
	}
	at := 0
	for _, e := range l.Edits() {
		if e.Start < at || e.End < e.Start {
			t.Fatalf("an edit of [%d, %d) after %d", e.Start, e.End, at)
		}
		got += text[at:e.Start] + e.New
		at = e.End
	}
	return got + text[at:], want
}

func TestList(t *testing.T) {
	for _, test := range []struct {
		name, text, steps, want string
		syntax                  *flow.Syntax
	}{
		{"empty", "[]", "+0", "[ new ]", hash},
		{"one line", "[a, b]", "+0 +2 +4", "[new, a, new, b, new]", hash},
		{"own lines", "[\n  a,\n  b\n]", "+0 +2 +4", "[\n  new,\n  a,\n  new,\n  b,\n  new\n]", hash},
		{"trailing comma", "[\n  a,\n]", "+1", "[\n  a,\n  new,\n]", hash},
		{"comments of lines", "[\n  a, # a\n  b # b\n]", "+1 +3", "[\n  a, # a\n  new,\n  b, # b\n  new\n]", hash},
		{"comment in an empty list", "[ # x\n]", "+0", "[ # x\n  new\n]", hash},
		{"block comment in an empty list", "[/* x */]", "+0", "[/* x */ new ]", slash},
		{"line after a comment", "[a, b # b\n]", "+2", "[a, b, # b\n  new\n]", hash},
		{"end of a row", "[\n  a, b,\n  c, d\n]", "+2", "[\n  a, b, new,\n  c, d\n]", hash},
		{"commas first", "[\n  a\n, b\n]", "+0 +2 +4", "[\n  new\n, a\n, new\n, b\n, new\n]", hash},
		{"spaces before commas", "[a , b]", "+2", "[a , b , new]", hash},
		{"comments about the whole", "[\n  # all\n\n  # a\n  a\n]", "+0", "[\n  # all\n\n  new,\n  # a\n  a\n]", hash},
		{"removed with its comments", "[\n  # all\n\n  # a\n  a, # a\n  b\n]", "-0", "[\n  # all\n\n  b\n]", hash},
		{"removed from a line", "[a, b, c]", "-1", "[a, c]", hash},
		{"removed first", "[ a, b ]", "-0", "[ b ]", hash},
		{"removed last", "[a, b]", "-1", "[a]", hash},
		{"removed last, commas first", "[\n  a # a\n, b]", "-1", "[\n  a # a\n]", hash},
		{"and appended", "[\n  a // a\n, b]", "-1 +1", "[\n  a, // a\n  new\n]", slash},
		{"removed last two", "[\n  a\n  # x\n  , b\n  , c]", "-2 -1 -0", "[\n  # x\n]", hash},
		{"removed all", "[ a ]", "-0", "[]", hash},
		{"comments stay", "[\n  # all\n\n  a\n]", "-0", "[\n  # all\n]", hash},
		{"CR LF", "[\r\n  a\r\n]", "+0", "[\r\n  new,\r\n  a\r\n]", hash},
	} {
		got, want := edit(t, test.text, test.syntax, false, test.steps)
		if got != test.want {
			t.Errorf("%s: %s gives %q, want %q", test.name, test.steps, got, test.want)
		}
		if items, _ := read(got, test.syntax); !slices.Equal(items, want) {
			t.Errorf("%s: the items are %q, want %q", test.name, items, want)
		}
	}
}

// Any list has the items that the steps give. Inserting loses no comment.
func FuzzList(f *testing.F) {
	f.Add([]byte("w,w"), []byte{0, 3}, true, true)
	f.Add([]byte("n#w#,#nn#nnw#n"), []byte{9, 2, 1}, false, true)
	f.Add([]byte("* w*,*n#rw#rn*"), []byte{1, 4}, true, false)
	f.Fuzz(func(t *testing.T, tokens, choices []byte, isHash, inside bool) {
		syntax := slash
		if isHash {
			syntax = hash
		}
		text := listOf(tokens[:min(len(tokens), 100)], syntax)
		items, before := read(text, syntax)
		var steps []string
		n, removes := len(items), false
		for _, choice := range choices[:min(len(choices), 8)] {
			if at := int(choice >> 1); choice&1 == 0 {
				steps = append(steps, "+"+strconv.Itoa(at%(n+1)))
				n++
			} else if n > 0 {
				steps = append(steps, "-"+strconv.Itoa(at%n))
				removes = true
				n--
			}
		}
		got, want := edit(t, text, syntax, inside, strings.Join(steps, " "))
		items, after := read(got, syntax)
		if !slices.Equal(items, want) || strings.Count(got, ",") < len(items)-1 || strings.Count(got, ",") > max(len(items), strings.Count(text, ",")) {
			t.Fatalf("%s of %q gives %q, want %q", steps, text, got, want)
		}
		for _, comment := range after {
			if i := slices.Index(before, comment); i >= 0 {
				before = slices.Delete(before, i, i+1)
			} else {
				t.Fatalf("%s of %q gives %q: where does %q come from?", steps, text, got, comment)
			}
		}
		if !removes && len(before) > 0 {
			t.Fatalf("%s of %q gives %q: %q is lost", steps, text, got, before)
		}
	})
}

// listOf returns a list in brackets. Its tokens are words (w), commas, line
// ends (n, r), comments (#, *) and spaces.
func listOf(tokens []byte, syntax *flow.Syntax) string {
	var b strings.Builder
	words, comma := 0, true // there is a comma after the last word
	b.WriteString("[")
	for i, token := range tokens {
		switch token {
		case 'w':
			if !comma {
				b.WriteString(",")
			}
			b.WriteString(strings.Repeat("w", words+1))
			words, comma = words+1, false
		case ',':
			if !comma {
				b.WriteString(",")
			}
			comma = true
		case 'n':
			b.WriteString("\n  ")
		case 'r':
			b.WriteString("\r\n")
		case '#':
			b.WriteString(" " + syntax.Line + " " + strconv.Itoa(i) + "\n")
		case '*':
			if syntax.Block {
				b.WriteString("/* " + strconv.Itoa(i) + " */")
			}
		default:
			b.WriteString(" ")
		}
	}
	return b.String() + "]"
}
