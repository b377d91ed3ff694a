package source

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An Edit replaces bytes of a text.
type Edit struct {
	Start, End int
	Text       string
}

// Apply returns a text with edits. Equal edits count once, and an edit that
// overlaps an earlier one does not count: tests within tests share both.
func Apply(text []byte, edits []Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	edits = slices.Compact(edits)
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at {
			continue
		}
		out.Write(text[at:e.Start])
		out.WriteString(e.Text)
		at = e.End
	}
	out.Write(text[at:])
	return out.Bytes()
}

// A Canary is a change of a test after which the test has to fail, whatever the
// tested code does.
type Canary struct {
	Edits []Edit
	Line  int    // of the first edit, from 1
	What  string // such as: 3 became 2
}

// CanaryMessage is the message of a failing assertion of a canary.
const CanaryMessage = "autofix: a canary, which has to fail"

// ValueCanary changes the values that a test asserts to be equal to something.
// It returns nil if there are none.
func (f *File) ValueCanary(t *Test) *Canary {
	var edits []Edit
	switch {
	case f.Unreadable != "":
	case t.Kind == Example && t.Language == Go:
		edits = f.goOutputEdits(t)
	case t.Language == Go:
		edits = f.goValues(t)
	case t.Language == Python:
		edits = f.pythonValues(t)
	case t.Language == JavaScript:
		edits = f.scriptValues(t)
	}
	if len(edits) == 0 {
		return nil
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	first := edits[0]
	what := string(f.Text[first.Start:first.End]) + " became " + first.Text
	if strings.HasPrefix(first.Text, "(") {
		what = string(f.Text[first.Start:first.End]) + " became another value"
	}
	if first.Start == first.End {
		what = "a value was added"
	}
	return &Canary{Edits: edits, Line: 1 + bytes.Count(f.Text[:first.Start], []byte("\n")), What: what}
}

// AssertionCanary makes a test end with failing assertions of the kinds that it
// has, or says why this is not possible.
func (f *File) AssertionCanary(t *Test) (c *Canary, why string) {
	if f.Unreadable != "" {
		return nil, f.Unreadable
	}
	var edits []Edit
	switch t.Language {
	case Go:
		edits, why = f.goFailure(t)
	case Python:
		edits, why = f.pythonFailure(t)
	case JavaScript:
		edits, why = f.scriptFailure(t)
	case Shell:
		edits, why = f.shellFailure(t)
	default:
		why = "no source of its assertions is known"
	}
	if why != "" {
		return nil, why
	}
	return &Canary{Edits: edits, Line: t.Last, What: "a failing assertion at its end"}, ""
}

// otherNumber returns another number, which fits wherever a literal does.
func otherNumber(text string) (string, bool) {
	big := strings.HasSuffix(text, "n") // of JavaScript
	if n, err := strconv.ParseInt(strings.TrimSuffix(text, "n"), 0, 64); err == nil {
		other := strconv.FormatInt(max(1, n-1), 10)
		if n == 1 {
			other = "0"
		}
		if big {
			other += "n"
		}
		return other, true
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "", false
	}
	if v == 0 {
		return "1.5", true
	}
	other := strconv.FormatFloat(v/2, 'g', -1, 64)
	if !strings.ContainsAny(other, ".e") {
		other += ".0"
	}
	return other, true
}

// otherString returns another string of the same kind.
func otherString(text string) string {
	end := 1
	if len(text) >= 6 && (strings.HasSuffix(text, `"""`) || strings.HasSuffix(text, "'''")) {
		end = 3
	}
	return text[:len(text)-end] + "canary" + text[len(text)-end:]
}

// constantWords are the words of literals, and others of their kind.
var constantWords = map[string]string{
	"True": "False", "False": "True", "true": "false", "false": "true", "None": `"canary"`, "null": `"canary"`, "undefined": `"canary"`,
}

// isLiteral reports whether tokens are a literal: values, brackets and signs
// around them, and keys.
func isLiteral(text []byte, l []Token) bool {
	for i := range l {
		switch l[i].Kind {
		case Number, String:
		case Mark:
			if !strings.Contains("[]{}(),:-", l[i].Text(text)) {
				return false
			}
		case Word:
			key := i+1 < len(l) && l[i+1].Text(text) == ":"
			if constantWords[l[i].Text(text)] == "" && !key {
				return false
			}
		default:
			return false
		}
	}
	return len(l) > 0
}

// otherLiteral returns an edit of the first value in a literal.
func otherLiteral(text []byte, l []Token) (Edit, bool) {
	for i := range l {
		t := &l[i]
		if i+1 < len(l) && l[i+1].Text(text) == ":" {
			continue
		}
		word := t.Text(text)
		switch t.Kind {
		case Number:
			if other, ok := otherNumber(word); ok {
				return Edit{t.Start, t.End, other}, true
			}
		case String:
			return Edit{t.Start, t.End, otherString(word)}, true
		case Word:
			return Edit{t.Start, t.End, constantWords[word]}, true
		}
	}
	if len(l) == 2 {
		value := map[string]string{"[": "1", "{": "1: 1", "(": "1,"}[l[0].Text(text)]
		return Edit{l[0].End, l[0].End, value}, value != ""
	}
	return Edit{}, false
}

// A comparison has the operands that a test asserts to be equal, or one of them
// if the other is not known.
type comparison [][]Token

// values returns edits of comparisons: of the operand that is a literal or, if
// neither is, of a name, which stands for the expected value. Other is code for
// another value than X.
func values(text []byte, all []comparison, other string) []Edit {
	var edits []Edit
	for _, c := range all {
		literals := slices.DeleteFunc(slices.Clone(c), func(l []Token) bool { return !isLiteral(text, l) })
		if len(literals) == 1 {
			if e, ok := otherLiteral(text, literals[0]); ok {
				edits = append(edits, e)
			}
			continue
		}
		for _, l := range slices.Backward(c) {
			if len(literals) > 0 || !isExpected(text, l) {
				continue
			}
			start, end := l[0].Start, l[len(l)-1].End
			edits = append(edits, Edit{start, end, strings.ReplaceAll(other, "X", string(text[start:end]))})
			break
		}
	}
	return edits
}

// isExpected reports whether tokens are a name, maybe with fields.
func isExpected(text []byte, l []Token) bool {
	for i := range l {
		if word := l[i].Kind == Word; word != (i%2 == 0) || !word && l[i].Text(text) != "." {
			return false
		}
	}
	return len(l)%2 == 1
}

// shellFailure makes a script fail however it ends.
func (f *File) shellFailure(t *Test) ([]Edit, string) {
	switch {
	case t.Kind != Program:
		return nil, "a test of Bats"
	case bytes.Contains(f.Text, []byte("trap")):
		return nil, "its script sets a trap"
	}
	at := 0
	if bytes.HasPrefix(f.Text, []byte("#!")) {
		if at = bytes.IndexByte(f.Text, '\n') + 1; at == 0 {
			return nil, "its script is empty"
		}
	}
	return []Edit{{at, at, "trap 'exit 1' EXIT # " + CanaryMessage + "\n"}}, ""
}
