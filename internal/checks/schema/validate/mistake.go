package validate

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// A Mistake is one thing that is wrong with a document.
type Mistake struct {
	Rule    string   // schema/NAME
	Tokens  []string // of the pointer of the value that is wrong, or that lacks something
	Key     bool     // the mistake is in the key of the value
	Message string   // one line
	Fixes   []Fix    // alternatives, best first

	missing string // the name of the property that is required

	// Same is the value elsewhere that the value must agree with; nil for other
	// rules.
	Same   *Reference
	schema *jsonschema.Schema // that the value breaks
}

// Accepts reports whether the schema that the value breaks accepts another
// value.
func (m *Mistake) Accepts(value any) bool { return m.schema.Validate(finite(value)) == nil }

// Pointer returns the JSON Pointer of the value.
func (m *Mistake) Pointer() string { return operation.Format(m.Tokens) }

// A Fix is a way to correct a mistake. Its operations have neither a file nor a
// document.
type Fix struct {
	Title      string
	Safety     fixedits.Safety
	Rewrites   bool // it rewrites an array, and so drops the comments in it
	Operations []fixedits.Operation
}

// The rules.
const (
	RuleAdditionalProperties = "schema/additional-properties"
	RuleAnyOf                = "schema/any-of"
	RuleConst                = "schema/const"
	RuleContains             = "schema/contains"
	RuleCount                = "schema/count"
	RuleDependentRequired    = "schema/dependent-required"
	RuleDeprecated           = "schema/deprecated"
	RuleEnum                 = "schema/enum"
	RuleFormat               = "schema/format"
	RuleLength               = "schema/length"
	RuleNot                  = "schema/not"
	RuleOneOf                = "schema/one-of"
	RulePattern              = "schema/pattern"
	RulePropertyNames        = "schema/property-names"
	RuleRange                = "schema/range"
	RuleRequired             = "schema/required"
	RuleSameAs               = "schema/same-as"
	RuleSort                 = "schema/sort"
	RuleType                 = "schema/type"
	RuleUnique               = "schema/unique"
)

// Texts returns the text in the file of the value at a pointer, or "" if
// unknown.
type Texts func(pointer string) string

// Mistakes returns the mistakes in a document, by pointer. The error is a
// *config.Error about the schema.
func (s *Schema) Mistakes(value any, texts Texts) ([]Mistake, error) {
	v := &validation{schema: s, original: value, texts: texts, seen: make(map[visit]bool)}
	value = finite(value)
	v.document = value
	found, err := v.errors()
	if err != nil {
		return nil, err
	}
	v.found = found
	v.visit(s.root, value, nil)
	return tidy(v.found), nil
}

// A validation validates one document.
type validation struct {
	schema   *Schema
	document any // which the validator can compute with: see finite
	original any
	texts    Texts
	found    []Mistake
	seen     map[visit]bool
}

// tidy sorts mistakes, and leaves out duplicates.
func tidy(found []Mistake) []Mistake {
	slices.SortStableFunc(found, func(a, b Mistake) int {
		return cmp.Or(compareTokens(a.Tokens, b.Tokens), strings.Compare(a.Rule, b.Rule), strings.Compare(a.missing, b.missing),
			cmp.Compare(len(b.Fixes), len(a.Fixes)), strings.Compare(a.Message, b.Message))
	})
	seen := make(map[[3]string]bool, len(found))
	found = slices.DeleteFunc(found, func(m Mistake) bool {
		key := [3]string{m.Rule, m.Pointer(), cmp.Or(m.missing, m.Message)}
		again := seen[key]
		seen[key] = true
		return again
	})
	return together(withoutRenamed(found))
}

// An addition groups fixes that add properties to one object.
type addition struct {
	pointer string
	safety  fixedits.Safety
}

// additionOf reports whether a fix only adds a property.
func additionOf(fix *Fix) (addition, bool) {
	if len(fix.Operations) != 1 || fix.Operations[0].Kind != fixedits.OpAddValue {
		return addition{}, false
	}
	return addition{fix.Operations[0].Pointer, fix.Safety}, true
}

// together combines the fixes that add properties to one object, which insert
// at one place.
func together(found []Mistake) []Mistake {
	all := map[addition][]fixedits.Operation{}
	for i := range found {
		for k := range found[i].Fixes {
			if of, ok := additionOf(&found[i].Fixes[k]); ok {
				all[of] = append(all[of], found[i].Fixes[k].Operations[0])
			}
		}
	}
	for i := range found {
		for k := range found[i].Fixes {
			fix := &found[i].Fixes[k]
			of, ok := additionOf(fix)
			if !ok || len(all[of]) == 1 {
				continue
			}
			var names []string
			for _, op := range all[of] {
				names = append(names, plainName(op.Key))
			}
			*fix = Fix{Title: "Add " + list(names), Safety: of.safety, Operations: all[of]}
		}
	}
	return found
}

// withoutRenamed leaves out a property that is missing because its name is
// misspelled: the fix of the misspelled one adds it.
func withoutRenamed(found []Mistake) []Mistake {
	renamed := map[string]bool{} // pointers of the properties that fixes add
	for _, m := range found {
		if m.Rule != RuleAdditionalProperties && m.Rule != RuleDeprecated {
			continue
		}
		for _, fix := range m.Fixes {
			for _, op := range fix.Operations {
				if op.Kind == fixedits.OpRenameKey {
					renamed[operation.Join(op.Pointer, op.To)] = true
				}
			}
		}
	}
	return slices.DeleteFunc(found, func(m Mistake) bool {
		return m.Rule == RuleRequired && m.missing != "" && renamed[operation.Join(m.Pointer(), m.missing)]
	})
}

// compareTokens orders pointers as a reader meets them: the items of an array
// by number.
func compareTokens(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		x, isX := operation.Index(a[i])
		y, isY := operation.Index(b[i])
		if isX && isY {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a[i], b[i])
	}
	return cmp.Compare(len(a), len(b))
}
