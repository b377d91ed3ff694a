package textdiff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// apply returns before with the changes made. It checks that they are as
// documented.
func apply(t testing.TB, before []byte, changes []Change) []byte {
	t.Helper()
	var out []byte
	at := 0
	for i, c := range changes {
		switch {
		case c.Start < at || c.End < c.Start || c.End > len(before):
			t.Fatalf("change %d is [%d, %d), after %d in a text of %d bytes", i, c.Start, c.End, at, len(before))
		case i > 0 && c.Start == at:
			t.Fatalf("change %d touches the one before it at %d", i, at)
		case c.Start > 0 && c.Start != len(before) && before[c.Start-1] != '\n':
			t.Fatalf("change %d starts within a line, at %d", i, c.Start)
		case c.End != c.Start && c.End != len(before) && before[c.End-1] != '\n':
			t.Fatalf("change %d ends within a line, at %d", i, c.End)
		case bytes.Equal(before[c.Start:c.End], c.New):
			t.Fatalf("change %d changes nothing", i)
		}
		out = append(append(out, before[at:c.Start]...), c.New...)
		at = c.End
	}
	return append(out, before[at:]...)
}

// changedLines returns how many lines are deleted and inserted.
func changedLines(before []byte, changes []Change) (deleted, inserted int) {
	for _, c := range changes {
		deleted += lineCount(before[c.Start:c.End])
		inserted += lineCount(c.New)
	}
	return deleted, inserted
}

// leastChanged returns the minimum number of deleted and inserted lines, from
// the table of all common subsequences.
func leastChanged(before, after []byte) int {
	a, b := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	if len(a[len(a)-1]) == 0 {
		a = a[:len(a)-1]
	}
	if len(b[len(b)-1]) == 0 {
		b = b[:len(b)-1]
	}
	sorts := map[string]int{}
	number := func(lines [][]byte) []int {
		numbers := make([]int, len(lines))
		for i, line := range lines {
			if _, ok := sorts[string(line)]; !ok {
				sorts[string(line)] = len(sorts)
			}
			numbers[i] = sorts[string(line)]
		}
		return numbers
	}
	x, y := number(a), number(b)
	longest := make([]int, len(b)+1)
	for i := range x {
		diagonal := 0
		for j := range y {
			above := longest[j+1]
			if x[i] == y[j] {
				longest[j+1] = diagonal + 1
			} else {
				longest[j+1] = max(above, longest[j])
			}
			diagonal = above
		}
	}
	return len(a) + len(b) - 2*longest[len(b)]
}

func TestChanges(t *testing.T) {
	tests := []struct {
		name          string
		before, after string
		want          []string // START-END=NEW
	}{
		{"equal texts have none", "a\nb\n", "a\nb\n", nil},
		{"empty texts have none", "", "", nil},
		{"a text from nothing", "", "a\nb\n", []string{"0-0=a\nb\n"}},
		{"nothing from a text", "a\nb\n", "", []string{"0-4="}},
		{"a line is replaced whole", "one\ntwo\nthree\n", "one\ntwO\nthree\n", []string{"4-8=twO\n"}},
		{"a line is deleted", "a\nb\nc\n", "a\nc\n", []string{"2-4="}},
		{"a line is inserted at the start", "b\n", "a\nb\n", []string{"0-0=a\n"}},
		{"a line is inserted at the end", "a\n", "a\nb\n", []string{"2-2=b\n"}},
		{"a final newline is added", "a\nb", "a\nb\n", []string{"2-3=b\n"}},
		{"a final newline is removed", "a\nb\n", "a\nb", []string{"2-4=b"}},
		{"a line after one without newline", "a", "a\nb", []string{"0-1=a\nb"}},
		{"a line before one without newline", "b", "a\nb", []string{"0-0=a\n"}},
		{"CR LF is the end of a line and CR is not", "a\r\nb\rc\n", "a\nb\rc\n", []string{"0-3=a\n"}},
		{"only CR", "a\rb", "a\rc", []string{"0-3=a\rc"}},
		{"bytes that are not UTF-8, and NUL", "\xff\n\x00\n\xfe\n", "\xff\n\x00\x00\n\xfe\n", []string{"2-4=\x00\x00\n"}},
		{"a moved line is deleted and inserted", "a\nb\nc\nd\n", "b\nc\nd\na\n", []string{"0-2=", "8-8=a\n"}},
		{"equal lines are paired", "a\na\na\n", "a\na\n", []string{"4-6="}},
		{"empty lines count", "\n\n\n", "\n\n", []string{"2-3="}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := Compare([]byte(test.before), []byte(test.after))
			var got []string
			for _, c := range d.Changes {
				got = append(got, fmt.Sprintf("%d-%d=%s", c.Start, c.End, c.New))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if !d.Minimal {
				t.Error("not known to be minimal")
			}
			if got := apply(t, []byte(test.before), d.Changes); string(got) != test.after {
				t.Errorf("applied it is %q", got)
			}
		})
	}
}

func TestScatteredChangesDeleteNoOtherLine(t *testing.T) {
	before := source(rand.New(rand.NewPCG(1, 2)), 10_000)
	after := scattered(before, 10)
	d := Compare(before, after)
	deleted, inserted := changedLines(before, d.Changes)
	if len(d.Changes) != 1000 || deleted != 1000 || inserted != 1000 || !d.Minimal {
		t.Errorf("%d changes delete %d and insert %d lines, minimal %v; want 1000 of each, and true", len(d.Changes), deleted, inserted, d.Minimal)
	}
	if !bytes.Equal(apply(t, before, d.Changes), after) {
		t.Error("applied it is another text")
	}
}

func TestAChangeIsAtTheMostReadablePlace(t *testing.T) {
	tests := []struct {
		name string
		text string // lines that are inserted begin with +; the test deletes them, too
	}{
		{"at the start of a function", "func a() {\n\tx()\n}\n\n+func b() {\n+\ty()\n+}\n+\nfunc c() {\n\tz()\n}\n"},
		{"at the start of a function that is the last", "func a() {\n\tx()\n}\n+\n+func b() {\n+\tx()\n+}\n"},
		{"at the start of a record", "- name: a\n  value: 1\n+- name: b\n+  value: 1\n- name: c\n  value: 1\n"},
		{"at the outermost line, tabs counting up to 8", "if a {\n\tf()\n}\n+if b {\n+\tf()\n+}\nif c {\n\tf()\n}\n"},
		{"at the lowest of equal places", "a\na\na\n+a\n"},
	}
	for _, test := range tests {
		var without, with strings.Builder
		var want []string
		for line := range strings.Lines(test.text) {
			inserted := strings.TrimPrefix(line, "+")
			with.WriteString(inserted)
			if inserted == line {
				without.WriteString(line)
			} else {
				want = append(want, inserted)
			}
		}
		t.Run(test.name, func(t *testing.T) {
			at := strings.Index(test.text, "+")
			inserted := Changes([]byte(without.String()), []byte(with.String()))
			if len(inserted) != 1 || inserted[0].Start != at || string(inserted[0].New) != strings.Join(want, "") {
				t.Errorf("inserted: %+v, want %q at %d", inserted, want, at)
			}
			deleted := Changes([]byte(with.String()), []byte(without.String()))
			if len(deleted) != 1 || deleted[0].Start != at || deleted[0].End != at+len(strings.Join(want, "")) {
				t.Errorf("deleted: %+v, want %q at %d", deleted, want, at)
			}
		})
	}
}

// TestSmallTextsAreExact compares all pairs of texts of up to six lines of two
// kinds, the last with or without a newline.
func TestSmallTextsAreExact(t *testing.T) {
	var texts [][]byte
	for length := range 7 {
		for bitmap := range 1 << length {
			var text []byte
			for i := range length {
				text = append(text, 'a'+byte(bitmap>>i&1), '\n')
			}
			texts = append(texts, text)
			if length > 0 && length < 5 {
				texts = append(texts, text[:len(text)-1])
			}
		}
	}
	for _, before := range texts {
		for _, after := range texts {
			check(t, before, after, budget)
		}
	}
}

// check checks that the difference of two small texts, found within the budget,
// is as documented.
func check(t testing.TB, before, after []byte, budget int) (minimal bool) {
	t.Helper()
	d := compareWithin(before, after, budget)
	if got := apply(t, before, d.Changes); !bytes.Equal(got, after) {
		t.Fatalf("%q to %q: applied it is %q", before, after, got)
	}
	deleted, inserted := changedLines(before, d.Changes)
	if least := leastChanged(before, after); d.Minimal && deleted+inserted != least {
		t.Fatalf("%q to %q: %d lines change, but %d would suffice: %+v", before, after, deleted+inserted, least, d.Changes)
	}
	return d.Minimal
}

// TestBeyondTheBudget exercises all kinds of searches on texts that are small
// enough for the exact answer.
func TestBeyondTheBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	inexact, exact := 0, 0
	for range 40 {
		sorts := []int{2, 3, 20, 500, 5000}[random.IntN(5)]
		before, after := coins(random, 1000+random.IntN(500), sorts), coins(random, 1000+random.IntN(500), sorts)
		switch random.IntN(4) {
		case 0:
			before = source(random, 1000)
			after = shuffled(random, before)
		case 1: // so that a search reaches the end of one text long before the other
			before, after = coins(random, 1+random.IntN(400), 2), coins(random, 3000, 2)
			if random.IntN(2) == 0 {
				before, after = after, before
			}
		}
		if check(t, before, after, 0) {
			exact++
		} else {
			inexact++
		}
		if !check(t, before, after, budget) {
			t.Error("two texts of 3,000 lines exceed the budget")
		}
	}
	if exact < 5 || inexact < 5 {
		t.Errorf("%d results were exact and %d were not: the test proves nothing", exact, inexact)
	}
}

func TestSparseIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		sorts := 1 + random.IntN(6)
		before, after := coins(random, 1+random.IntN(9), sorts), coins(random, 1+random.IntN(9), sorts)
		a, b := split(before), split(after)
		c := newComparison(&a, &b, identify(&a, &b), budget)
		if !c.sparse(0, len(c.a.ids), 0, len(c.b.ids)) {
			t.Fatalf("%q and %q have too many pairs", before, after)
		}
		changed := 0
		for _, r := range join(c.a.changed, c.b.changed) {
			changed += r.a2 - r.a1 + r.b2 - r.b1
		}
		if least := leastChanged(before, after); changed != least {
			t.Fatalf("%q to %q: %d lines change, but %d would suffice", before, after, changed, least)
		}
	}
}

func TestTheEndsAreLines(t *testing.T) {
	long := strings.Repeat("x\n", 3*spareLines)
	tests := []struct{ before, after string }{
		{"", "x\n"},
		{"x\n\n", "x\n"},
		{"same start\n", "same end\n"},
		{"abc", "abcd"},
		{"abc\n", "abc"},
		{"xabc", "yabc"},
		{"xabc", "abc"},
		{"\nabc", "abc"},
		{"ab\nab\nab", "ab\nab"},
	}
	for _, test := range tests {
		for _, head := range []string{"", "head\n", long} {
			for _, tail := range []string{"", "\ntail", "\ntail\n", "\n" + long} {
				check(t, []byte(head+test.before+tail), []byte(head+test.after+tail), budget)
				check(t, []byte(head+test.after+tail), []byte(head+test.before+tail), budget)
			}
		}
	}
}

func TestManyShuffledLinesAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	before := unique("line", 30_000)
	after := shuffled(random, before)
	d := Compare(before, after)
	if !d.Minimal {
		t.Error("not known to be minimal")
	}
	if !bytes.Equal(apply(t, before, d.Changes), after) {
		t.Error("applied it is another text")
	}
}

// TestStepsAreBounded counts the steps of the searches in the worst texts
// known, since time cannot be asserted.
func TestStepsAreBounded(t *testing.T) {
	const budget, lines = 1 << 20, 24_000
	random := rand.New(rand.NewPCG(7, 8))
	for name, texts := range map[string][2][]byte{
		"two sorts of lines":       {coins(random, lines, 2), coins(random, lines, 2)},
		"a hundred sorts of lines": {coins(random, lines, 100), coins(random, lines, 100)},
		"source code, shuffled":    {source(random, lines), shuffled(random, source(random, lines))},
		"a part at the other end":  {append(coins(random, lines, 2), unique("a", 10)...), append(unique("a", 10), coins(random, lines, 2)...)},
	} {
		a, b := split(texts[0]), split(texts[1])
		c := newComparison(&a, &b, identify(&a, &b), budget)
		c.search(0, len(c.a.ids), 0, len(c.b.ids), false)
		steps, most := budget-c.budget, 2*budget+2*leastCost*2*lines
		t.Logf("%s: %d steps of at most %d, minimal %v", name, steps, most, c.minimal)
		if steps > most {
			t.Errorf("%s: %d steps, want at most %d", name, steps, most)
		}
	}
}

// FuzzCompare compares any texts. A low budget exercises all kinds of searches.
func FuzzCompare(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\nb"), false)
	f.Add([]byte("\x00\xff\r\n\n\n"), []byte("\r\n\xff"), true)
	f.Add([]byte(strings.Repeat("a\nb\n", 40)), []byte(strings.Repeat("b\nb\na\n", 30)), true)
	f.Fuzz(func(t *testing.T, before, after []byte, poor bool) {
		if len(before)*len(after) > 1<<20 {
			return // the exact answer takes too long
		}
		if poor {
			check(t, before, after, 0)
		} else if !check(t, before, after, budget) {
			t.Fatal("small texts exceed the budget")
		}
	})
}

// A tab extends to the next column that is a multiple of 8.
func TestIndent(t *testing.T) {
	for line, want := range map[string]int{
		"a": 0, "  a": 2, "\ta": 8, "\t\ta": 16, " \ta": 8, "       \ta": 8, "        \ta": 16, "\t a": 9,
		"": -1, " \t": -1, "\n": -1, "\t\r\n": -1,
	} {
		if got := indent([]byte(line)); got != want {
			t.Errorf("indent(%q) = %d, want %d", line, got, want)
		}
	}
}

// source returns lines as programs have them, some of which repeat.
func source(random *rand.Rand, lines int) []byte {
	var out bytes.Buffer
	for i := range lines {
		switch i % 10 {
		case 0:
			out.WriteString("\n")
		case 9:
			out.WriteString("\t}\n")
		default:
			fmt.Fprintf(&out, "\tvalue%d := call(%d, %q)\n", i, random.IntN(1000), "text")
		}
	}
	return out.Bytes()
}

// scattered changes one line in every step lines.
func scattered(text []byte, step int) []byte {
	out := bytes.SplitAfter(bytes.Clone(text), []byte("\n"))
	for i := step / 2; i < len(out); i += step {
		out[i] = append([]byte("// changed "), out[i]...)
	}
	return bytes.Join(out, nil)
}

// shuffled returns the lines of text in random order.
func shuffled(random *rand.Rand, text []byte) []byte {
	out := bytes.SplitAfter(text, []byte("\n"))
	out = out[:len(out)-1]
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return bytes.Join(out, nil)
}

// coins returns n lines of the given number of distinct lines, in random order.
func coins(random *rand.Rand, n, sides int) []byte {
	var out bytes.Buffer
	for range n {
		fmt.Fprintln(&out, random.IntN(sides))
	}
	return out.Bytes()
}

func unique(prefix string, n int) []byte {
	var out bytes.Buffer
	for i := range n {
		fmt.Fprintln(&out, prefix, i)
	}
	return out.Bytes()
}
