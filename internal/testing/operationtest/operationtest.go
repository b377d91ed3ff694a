// Package operationtest has the common parts of the tests of fix actions'
// languages: a short notation of operations, random ones, and the promises that
// all languages make.
package operationtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A Language has the functions of a language under test.
type Language struct {
	Open   func(text []byte) (operation.File, error)
	Decode func(text []byte) ([]any, error)
}

// Parse reads operations, one a line, as in
//
//	replace /a/b 1
//	add /a key {"x": 1}
//	remove /a key
//	rename /a from to
//	insert /a 0 "x"
//	insert /a - "x"
//	set /a 0 "x"
//
// The second word is the pointer, with a dot for the whole document. Keys and
// values are JSON; a key of one plain word needs no quotes.
func Parse(t testing.TB, script string) []*fixedits.Operation {
	t.Helper()
	var all []*fixedits.Operation
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		pointer, rest, _ := strings.Cut(rest, " ")
		op := &fixedits.Operation{Pointer: strings.TrimPrefix(pointer, ".")}
		word := func() string {
			var first string
			first, rest = cutWord(rest)
			return first
		}
		switch verb {
		case "replace":
			op.Kind = fixedits.OpReplaceValue
		case "add":
			op.Kind, op.Key = fixedits.OpAddValue, word()
		case "remove":
			op.Kind, op.Key = fixedits.OpRemoveKey, word()
		case "rename":
			op.Kind, op.From, op.To = fixedits.OpRenameKey, word(), word()
		case "insert", "set":
			op.Kind = fixedits.OpInsertArrayItem
			if verb == "set" {
				op.Kind = fixedits.OpReplaceArrayItem
			}
			if index := word(); index != "-" {
				n, err := strconv.Atoi(index)
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				op.Index = &n
			}
		default:
			t.Fatalf("unknown operation: %s", line)
		}
		if rest != "" {
			op.Value = json.RawMessage(rest)
		}
		all = append(all, op)
	}
	return all
}

func cutWord(text string) (first, rest string) {
	if !strings.HasPrefix(text, `"`) {
		first, rest, _ = strings.Cut(text, " ")
		return first, rest
	}
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&first); err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	return first, strings.TrimPrefix(text[d.InputOffset():], " ")
}

// Format returns an operation in the notation of Parse.
func Format(op *fixedits.Operation) string {
	quote := func(key string) string { return string(must(json.Marshal(key))) }
	pointer := op.Pointer
	if pointer == "" {
		pointer = "."
	}
	index := "-"
	if op.Index != nil {
		index = strconv.Itoa(*op.Index)
	}
	switch op.Kind {
	case fixedits.OpReplaceValue:
		return fmt.Sprintf("replace %s %s", pointer, op.Value)
	case fixedits.OpAddValue:
		return fmt.Sprintf("add %s %s %s", pointer, quote(op.Key), op.Value)
	case fixedits.OpRemoveKey:
		return fmt.Sprintf("remove %s %s", pointer, quote(op.Key))
	case fixedits.OpRenameKey:
		return fmt.Sprintf("rename %s %s %s", pointer, quote(op.From), quote(op.To))
	case fixedits.OpInsertArrayItem:
		return fmt.Sprintf("insert %s %s %s", pointer, index, op.Value)
	}
	return fmt.Sprintf("set %s %s %s", pointer, index, op.Value)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Run opens a text, applies operations, and returns the new text. It fails the
// test if a promise is broken; see Verify.
func (l Language) Run(t testing.TB, text string, ops []*fixedits.Operation) (string, error) {
	t.Helper()
	f, err := l.Open([]byte(text))
	if err != nil {
		return "", err
	}
	state := operation.NewState(f.Value(0))
	for _, op := range ops {
		if _, err := operation.Try(state.Value(), op); err != nil {
			return "", err
		}
		if err := f.Apply(op); err != nil {
			return "", err
		}
		if err := state.Apply(op); err != nil {
			t.Fatal(err)
		}
	}
	l.Verify(t, text, f, state.Value())
	return string(f.Text()), nil
}

// Verify holds the promises about a file with operations against the text that
// it was opened with and the value that the operations give.
func (l Language) Verify(t testing.TB, text string, f operation.File, want any) {
	t.Helper()
	got := f.Text()
	values, err := l.Decode(got)
	if err != nil {
		t.Fatalf("the new text does not parse: %v\n%s", err, got)
	}
	if len(values) != 1 || !operation.Equal(values[0], want) {
		t.Fatalf("got the value %.500s, want %.500s\n%s", fmt.Sprint(values...), fmt.Sprint(want), got)
	}
	at, applied := 0, []byte(nil)
	for i, edit := range f.Edits() {
		if edit.Start < at || edit.End < edit.Start || edit.End > len(text) || i > 0 && edit.Start == at {
			t.Fatalf("edit %d is [%d, %d) after %d", i, edit.Start, edit.End, at)
		}
		if string(edit.New) == text[edit.Start:edit.End] {
			t.Fatalf("edit %d changes nothing", i)
		}
		for _, end := range []int{edit.Start, edit.End} {
			if end > 0 && end < len(text) && text[end-1] == '\r' && text[end] == '\n' {
				t.Fatalf("edit %d is [%d, %d), which splits a line end", i, edit.Start, edit.End)
			}
		}
		applied = append(append(applied, text[at:edit.Start]...), edit.New...)
		at = edit.End
	}
	if applied = append(applied, text[at:]...); !bytes.Equal(applied, got) {
		t.Fatalf("the edits give\n%q\nand Text is\n%q", applied, got)
	}
}

// Random returns a random operation that changes a value, and one that takes it
// back if there is one. It returns nil if it finds none.
func Random(random *rand.Rand, value any, values []string) (op, inverse *fixedits.Operation) {
	for range 20 {
		op, inverse := randomOperation(random, value, values)
		if op == nil {
			continue
		}
		if changes, _ := operation.Try(value, op); changes {
			return op, inverse
		}
	}
	return nil, nil
}

func randomOperation(random *rand.Rand, value any, values []string) (op, inverse *fixedits.Operation) {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	fresh := func() json.RawMessage { return json.RawMessage(pick(values)) }
	pointer := ""
	for random.IntN(4) > 0 {
		next, ok := step(random, &pointer, value)
		if !ok {
			break
		}
		value = next
	}
	if random.IntN(4) == 0 {
		return &fixedits.Operation{Kind: fixedits.OpReplaceValue, Pointer: pointer, Value: fresh()}, nil
	}
	switch c := value.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(c))
		key := pick(newKeys)
		switch {
		case len(keys) == 0 || random.IntN(3) == 0:
			return &fixedits.Operation{Kind: fixedits.OpAddValue, Pointer: pointer, Key: key, Value: fresh()},
				&fixedits.Operation{Kind: fixedits.OpRemoveKey, Pointer: pointer, Key: key}
		case random.IntN(2) == 0:
			return &fixedits.Operation{Kind: fixedits.OpRemoveKey, Pointer: pointer, Key: pick(keys)}, nil
		}
		old := pick(keys)
		return &fixedits.Operation{Kind: fixedits.OpRenameKey, Pointer: pointer, From: old, To: key},
			&fixedits.Operation{Kind: fixedits.OpRenameKey, Pointer: pointer, From: key, To: old}
	case []any:
		index := random.IntN(len(c) + 1)
		if index == len(c) || random.IntN(2) == 0 {
			return &fixedits.Operation{Kind: fixedits.OpInsertArrayItem, Pointer: pointer, Index: &index, Value: fresh()}, nil
		}
		return &fixedits.Operation{Kind: fixedits.OpReplaceArrayItem, Pointer: pointer, Index: &index, Value: fresh()}, nil
	}
	return nil, nil
}

// step goes to a random value within another one.
func step(random *rand.Rand, pointer *string, value any) (next any, ok bool) {
	switch c := value.(type) {
	case map[string]any:
		if len(c) > 0 {
			key := slices.Sorted(maps.Keys(c))[random.IntN(len(c))]
			*pointer = operation.Join(*pointer, key)
			return c[key], true
		}
	case []any:
		if len(c) > 0 {
			index := random.IntN(len(c))
			*pointer = operation.JoinIndex(*pointer, index)
			return c[index], true
		}
	}
	return nil, false
}

// newKeys are the keys of random operations. Some need quotes or escapes.
var newKeys = []string{"new", "version", "a b", "a.b", "", "/", "~", "ü", `"`, `\`, "\n", "-", "1", "true", "'", "#", "\U0001f600"}

// Values are some values of JSON for random operations.
var Values = []string{
	`1`, `-0.50`, `1.0`, `1e3`, `123456789012345678`, `true`, `false`, `"x"`, `""`, `"a \"b\" \\ \n \u0001 é"`, `"1"`, `"true"`,
	`[]`, `{}`, `[1, 2]`, `["a", ["b"], []]`, `{"k": "v"}`, `{"k": {"l": [{"m": 1}, {"m": 2}]}, "n": {}}`, `[{"a": 1}, {"b": [1]}]`,
	`"# // /* ' ''' \"\"\""`, `"line\nline\n"`, `"\t"`, `{"a b": 1, "": 2, "é": 3}`,
}
