package validate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// A branch is one of the alternatives of anyOf and oneOf, none of which
// matches.
type branch struct {
	found   []Mistake
	reasons []*jsonschema.ValidationError // the errors that are leaves
	index   int
}

// best returns the mistakes of the alternative that the author probably meant.
func (v *validation) best(e *jsonschema.ValidationError, guess bool) ([]Mistake, error) {
	at := slices.Clone(e.InstanceLocation)
	var branches []branch
	for i, cause := range e.Causes {
		found, err := v.of(cause, e.InstanceLocation, true)
		if err != nil {
			return nil, err
		}
		branches = append(branches, branch{found, leaves(cause), i})
	}
	if len(branches) == 1 {
		return v.of(e.Causes[0], e.InstanceLocation, guess)
	}
	if one := v.together(at, e, branches, guess); one != nil {
		return one, nil
	}
	slices.SortStableFunc(branches, func(a, b branch) int {
		return cmp.Or(
			cmp.Compare(a.wrongType(at), b.wrongType(at)),
			cmp.Compare(a.wrongKind(at), b.wrongKind(at)),
			cmp.Compare(len(a.found), len(b.found)),
			cmp.Compare(a.index, b.index),
		)
	})
	if len(branches) == 0 || len(branches[0].found) == 0 {
		return []Mistake{{Rule: RuleAnyOf, Tokens: at, Message: v.subject(at) + " matches none of the alternatives of the schema"}}, nil
	}
	if told(branches, at) {
		return v.of(e.Causes[branches[0].index], e.InstanceLocation, guess)
	}
	return branches[0].found, nil
}

// told reports whether the value itself shows that the first alternative is
// meant: its type, or values such as the one of "kind", fit only that one.
func told(branches []branch, at []string) bool {
	for i, b := range branches {
		if fits := b.wrongType(at) == 0 && b.wrongKind(at) == 0; fits != (i == 0) {
			return false
		}
	}
	return true
}

// wrongType reports 1 if the value itself has another type than the alternative
// wants, or else 0.
func (b *branch) wrongType(at []string) int {
	for _, reason := range b.reasons {
		if _, ok := reason.ErrorKind.(*kind.Type); ok && len(reason.InstanceLocation) == len(at) {
			return 1
		}
	}
	return 0
}

// wrongKind returns how many values at the place, or directly below, are not
// the ones that tell the alternative from others.
func (b *branch) wrongKind(at []string) int {
	n := 0
	for _, reason := range b.reasons {
		switch reason.ErrorKind.(type) {
		case *kind.Const, *kind.Enum:
			if len(reason.InstanceLocation) <= len(at)+1 {
				n++
			}
		}
	}
	return n
}

// leaves returns the errors in an error that have no causes.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf, *kind.AnyOf, *kind.OneOf:
		var all []*jsonschema.ValidationError
		for _, cause := range e.Causes {
			all = append(all, leaves(cause)...)
		}
		if len(all) > 0 {
			return all
		}
	}
	return []*jsonschema.ValidationError{e}
}

// together returns the one mistake that alternatives are if they differ in a
// type, in values, or in a property that must be there. It returns nil for
// other alternatives.
func (v *validation) together(at []string, e *jsonschema.ValidationError, branches []branch, guess bool) []Mistake {
	var types []string
	var values []any
	var names []string
	for _, b := range branches {
		if len(b.reasons) != 1 || len(b.reasons[0].InstanceLocation) != len(at) {
			return nil
		}
		switch k := b.reasons[0].ErrorKind.(type) {
		case *kind.Type:
			types = append(types, k.Want...)
		case *kind.Const:
			values = append(values, k.Want)
		case *kind.Enum:
			values = append(values, k.Want...)
		case *kind.Required:
			if len(k.Missing) != 1 {
				return nil
			}
			names = append(names, k.Missing[0])
		default:
			return nil
		}
	}
	switch n := len(branches); {
	case len(types) >= n && values == nil && names == nil:
		slices.Sort(types)
		return v.typeMistake(e, slices.Compact(types), guess)
	case len(values) >= n && types == nil && names == nil:
		return v.enumMistake(at, distinct(values), guess)
	case len(names) == n && types == nil && values == nil:
		slices.Sort(names)
		return []Mistake{{
			Rule: RuleRequired, Tokens: at,
			Message: fmt.Sprintf("%s must have %s: add one", v.subject(at), alternatives(quoted(slices.Compact(names)))),
		}}
	}
	return nil
}

// distinct returns values without duplicates of an earlier one.
func distinct(values []any) []any {
	var all []any
	for _, value := range values {
		if !slices.ContainsFunc(all, func(other any) bool { return operation.Equal(value, other) }) {
			all = append(all, value)
		}
	}
	return all
}
