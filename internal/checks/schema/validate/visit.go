package validate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// A visit is a schema that is applied to a place.
type visit struct {
	schema  *jsonschema.Schema
	pointer string
}

// visit applies the keywords of a schema and of its subschemas to the value at
// a place. Of alternatives, only matching ones are applied.
func (v *validation) visit(schema *jsonschema.Schema, value any, at []string) {
	if schema == nil || !v.schema.leads[schema] {
		return
	}
	here := visit{schema, operation.Format(at)}
	if v.seen[here] {
		return
	}
	v.seen[here] = true
	if k := v.schema.keywords[schema]; k != nil {
		v.apply(schema, k, value, at)
	}
	v.visit(schema.Ref, value, at)
	if schema.Ref != nil && schema.DraftVersion < 2019 {
		return
	}
	v.visit(schema.RecursiveRef, value, at)
	if schema.DynamicRef != nil {
		v.visit(schema.DynamicRef.Ref, value, at)
	}
	for _, each := range schema.AllOf {
		v.visit(each, value, at)
	}
	for _, alternatives := range [][]*jsonschema.Schema{schema.AnyOf, schema.OneOf} {
		for _, each := range alternatives {
			if v.schema.leads[each] && each.Validate(value) == nil {
				v.visit(each, value, at)
			}
		}
	}
	v.visitCondition(schema, value, at)
	switch value := value.(type) {
	case map[string]any:
		v.visitObject(schema, value, at)
	case []any:
		v.visitArray(schema, value, at)
	}
}

func (v *validation) visitCondition(schema *jsonschema.Schema, value any, at []string) {
	if schema.If == nil || !v.schema.leads[schema.If] && !v.schema.leads[schema.Then] && !v.schema.leads[schema.Else] {
		return
	}
	if schema.If.Validate(value) == nil {
		v.visit(schema.If, value, at)
		v.visit(schema.Then, value, at)
	} else {
		v.visit(schema.Else, value, at)
	}
}

func (v *validation) visitObject(schema *jsonschema.Schema, object map[string]any, at []string) {
	patterns := sortedPatterns(schema)
	for _, key := range sortedKeys(object) {
		at := append(at[:len(at):len(at)], key)
		property, matched := schema.Properties[key]
		v.visit(property, object[key], at)
		for _, pattern := range patterns {
			if pattern.MatchString(key) {
				matched = true
				v.visit(schema.PatternProperties[pattern], object[key], at)
			}
		}
		if additional, ok := schema.AdditionalProperties.(*jsonschema.Schema); ok && !matched {
			v.visit(additional, object[key], at)
		}
	}
	for _, key := range sortedKeys(schema.DependentSchemas) {
		if _, ok := object[key]; ok {
			v.visit(schema.DependentSchemas[key], object, at)
		}
	}
	for _, key := range sortedKeys(schema.Dependencies) {
		dependent, _ := schema.Dependencies[key].(*jsonschema.Schema)
		if _, ok := object[key]; ok {
			v.visit(dependent, object, at)
		}
	}
}

func (v *validation) visitArray(schema *jsonschema.Schema, array []any, at []string) {
	first, rest := schema.PrefixItems, schema.Items2020
	switch items := schema.Items.(type) {
	case *jsonschema.Schema:
		rest = items
	case []*jsonschema.Schema:
		first = items
		rest, _ = schema.AdditionalItems.(*jsonschema.Schema)
	}
	for i, item := range array {
		at := append(at[:len(at):len(at)], strconv.Itoa(i))
		if i < len(first) {
			v.visit(first[i], item, at)
		} else {
			v.visit(rest, item, at)
		}
	}
}

// apply applies the keywords of a schema to a value.
func (v *validation) apply(schema *jsonschema.Schema, k *keywords, value any, at []string) {
	if k.deprecated {
		v.found = append(v.found, v.deprecated(k, at))
	}
	if k.sorted {
		if m, ok := v.unsorted(k, value, at); ok {
			v.found = append(v.found, m)
		}
	}
	if k.sameAs != nil {
		v.found = append(v.found, Mistake{Rule: RuleSameAs, Tokens: slices.Clone(at), Same: k.sameAs, schema: schema})
	}
}

// deprecated says that a property should no longer be used.
func (v *validation) deprecated(k *keywords, at []string) Mistake {
	m := Mistake{Rule: RuleDeprecated, Tokens: slices.Clone(at), Key: true}
	if len(at) == 0 {
		m.Message = "documents of this schema are deprecated"
		return m
	}
	parent, isProperty := v.value(at[:len(at)-1]).(map[string]any)
	if !isProperty || k.renamedTo == "" {
		m.Message = v.subject(at) + " is deprecated: remove it"
		return m
	}
	m.Message = fmt.Sprintf("%s is deprecated: its name is now %s", v.subject(at), plainName(k.renamedTo))
	if _, taken := parent[k.renamedTo]; !taken {
		m.Fixes = []Fix{rename(at, k.renamedTo, fixedits.SafetySafe)}
	} else {
		m.Message = fmt.Sprintf("%s is deprecated, and %s, its new name, is there as well: remove it", v.subject(at), plainName(k.renamedTo))
	}
	return m
}

// unsorted says that the items of an array are not in order. Items that have no
// common order are left alone.
func (v *validation) unsorted(k *keywords, value any, at []string) (Mistake, bool) {
	array, ok := value.([]any)
	if !ok {
		return Mistake{}, false
	}
	keys := make([]any, len(array))
	for i, item := range array {
		keys[i] = item
		if k.sortBy != "" {
			object, _ := item.(map[string]any)
			if keys[i], ok = object[k.sortBy]; !ok {
				return Mistake{}, false
			}
		}
	}
	order := make([]int, len(array))
	for i := range order {
		order[i] = i
	}
	comparable := true
	slices.SortStableFunc(order, func(a, b int) int {
		n, ok := compareScalars(keys[a], keys[b])
		comparable = comparable && ok
		return n
	})
	sorted := make([]any, len(array))
	first := -1 // the first item that comes before the one that it follows
	for i, from := range order {
		sorted[i] = array[from]
		if first < 0 && i > 0 {
			if n, _ := compareScalars(keys[i-1], keys[i]); n > 0 {
				first = i
			}
		}
	}
	if !comparable || first < 0 {
		return Mistake{}, false
	}
	by := ""
	if k.sortBy != "" {
		by = " by " + plainName(k.sortBy)
	}
	fix := v.replace(at, sorted, fixedits.SafetySafe)
	fix.Title, fix.Rewrites = "Sort "+v.subject(at)+by, true
	return Mistake{
		Rule: RuleSort, Tokens: append(slices.Clone(at), strconv.Itoa(first)),
		Message: fmt.Sprintf("%s must be sorted%s: %s comes before %s", v.subject(at), by, operation.Text(keys[first]), operation.Text(keys[first-1])),
		Fixes:   []Fix{fix},
	}, true
}

// compareScalars compares two strings by their bytes, or two numbers. It
// reports false for others.
func compareScalars(a, b any) (int, bool) {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return strings.Compare(a, b), ok
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return 0, false
		}
		x, okX := parseNumber(a)
		y, okY := parseNumber(b)
		if !okX || !okY {
			return 0, false
		}
		return x.Cmp(y), true
	}
	return cmp.Compare(0, 0), false
}

// parseNumber returns a number of a size that is sensible to compute with.
func parseNumber(n json.Number) (*big.Rat, bool) {
	if len(n) > 100 {
		return nil, false
	}
	if f, err := strconv.ParseFloat(string(n), 64); err != nil || math.Abs(f) > 1e100 || f != 0 && math.Abs(f) < 1e-100 {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}
