package fixactions

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A broken is a language that panics in one of its methods.
type broken struct {
	operation.File
	in string
}

func (b broken) panics(in string) {
	if b.in == in {
		panic("boom in " + in)
	}
}

func (b broken) Documents() int                  { b.panics("Documents"); return 1 }
func (b broken) Value(int) any                   { b.panics("Value"); return map[string]any{} }
func (b broken) Apply(*fixedits.Operation) error { b.panics("Apply"); return nil }
func (b broken) Reset()                          { b.panics("Reset") }
func (b broken) Edits() []fixedits.Edit          { b.panics("Edits"); return []fixedits.Edit{{}} }
func (b broken) Find(int, string) (place operation.Place, _ bool) {
	b.panics("Find")
	return place, true
}

// A panic of a language rejects the actions of its file, and no others.
func TestPanics(t *testing.T) {
	before := languages
	defer func() { languages = before }()
	languages = append([]language{{
		suffixes: []string{".broken"},
		open: func(text []byte) (operation.File, error) {
			b := broken{in: string(text)}
			b.panics("Open")
			return b, nil
		},
		decode: func(text []byte) ([]any, error) {
			broken{in: string(text)}.panics("Decode")
			return []any{map[string]any{"k": nil}}, nil
		},
	}}, languages...)
	read := func(path string) ([]byte, error) {
		if path == "a.json" {
			return []byte("{}"), nil
		}
		return []byte(strings.TrimSuffix(path, ".broken")), nil
	}
	add := func(file string) Action {
		return Action{
			Operations: []fixedits.Operation{{Kind: fixedits.OpAddValue, File: file, Key: "k", Value: []byte("null")}},
			Targets:    []Target{{File: file}},
		}
	}
	methods := []string{"Open", "Documents", "Value", "Apply", "Reset", "Edits", "Decode", "Find", "none"}
	list := []Action{add("a.json")}
	for _, method := range methods {
		list = append(list, add(method+".broken"))
	}
	lowered := Lower(read, list)
	if lowered[0].Rejected != nil || len(lowered[0].Edits) == 0 {
		t.Errorf("JSON: %v", lowered[0].Rejected)
	}
	for i, method := range methods {
		l := lowered[i+1]
		harmless := method == "Find" || method == "none"
		if harmless != (l.Rejected == nil) || !harmless && !strings.Contains(l.Rejected.Error(), "boom in "+method) {
			t.Errorf("%s: %v", method, l.Rejected)
		}
		if len(l.Places) != 1 {
			t.Errorf("%s: %d places", method, len(l.Places))
		}
	}
}
