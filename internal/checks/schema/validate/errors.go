package validate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// errors returns the mistakes that make the document invalid.
func (v *validation) errors() ([]Mistake, error) {
	err := v.schema.root.Validate(v.document)
	if err == nil {
		return nil, nil
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return nil, err
	}
	return v.of(invalid, nil, false)
}

// of returns the mistakes of an error of the validator. Names are of the
// properties that around it says are missing, so that they are not told twice.
// Guess says that the error belongs to the likeliest of several alternatives.
func (v *validation) of(e *jsonschema.ValidationError, around []string, guess bool) ([]Mistake, error) {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		var all []Mistake
		for _, cause := range e.Causes {
			found, err := v.of(cause, e.InstanceLocation, guess)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
		return all, nil
	case *kind.AnyOf:
		return v.best(e, guess)
	case *kind.OneOf:
		if k.Subschemas == nil {
			return v.best(e, guess)
		}
	case *kind.RefCycle:
		at, pointer := v.schema.at(e.SchemaURL)
		return nil, at.mistake(pointer, "the schema contains itself: it is applied to the same value again, which never ends")
	case *kind.InvalidJsonValue:
		return nil, nil // an infinity or NaN, which JSON Schema says nothing about
	case *kind.PropertyNames:
		e.InstanceLocation = v.withProperty(around, len(e.InstanceLocation), k.Property, e.InstanceLocation)
	}
	return v.leaf(e, guess), nil
}

// withProperty returns the place of the object with a property. The validator
// overwrites the place in errors about names of properties, except for its
// length.
func (v *validation) withProperty(prefix []string, depth int, property string, said []string) []string {
	if object, ok := v.value(said).(map[string]any); ok && hasPrefix(said, prefix) {
		if _, ok := object[property]; ok {
			return slices.Clone(said)
		}
	}
	var found []string
	var search func(value any, tokens []string)
	search = func(value any, tokens []string) {
		if found != nil || len(tokens) > depth {
			return
		}
		switch value := value.(type) {
		case map[string]any:
			if _, ok := value[property]; ok && len(tokens) == depth {
				found = slices.Clone(tokens)
				return
			}
			for _, key := range sortedKeys(value) {
				search(value[key], append(tokens, key))
			}
		case []any:
			for i, item := range value {
				search(item, append(tokens, strconv.Itoa(i)))
			}
		}
	}
	search(v.value(prefix), slices.Clone(prefix))
	return found
}

func hasPrefix(tokens, prefix []string) bool {
	return len(tokens) >= len(prefix) && slices.Equal(tokens[:len(prefix)], prefix)
}

// value returns the value at a place of the document.
func (v *validation) value(tokens []string) any {
	value, err := operation.Lookup(v.document, operation.Format(tokens))
	if err != nil {
		return nil
	}
	return value
}

// leaf returns the mistakes of an error that has no alternatives.
func (v *validation) leaf(e *jsonschema.ValidationError, guess bool) []Mistake {
	at := slices.Clone(e.InstanceLocation)
	name := v.subject(at)
	one := func(rule, format string, args ...any) []Mistake {
		return []Mistake{{Rule: rule, Tokens: at, Message: fmt.Sprintf(format, args...)}}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return v.typeMistake(e, k.Want, guess)
	case *kind.Const:
		return v.constMistake(at, k.Want, guess)
	case *kind.Enum:
		return v.enumMistake(at, k.Want, guess)
	case *kind.Required:
		return v.requiredMistakes(e, k.Missing, guess)
	case *kind.Dependency:
		return v.dependentMistakes(at, k.Prop, k.Missing)
	case *kind.DependentRequired:
		return v.dependentMistakes(at, k.Prop, k.Missing)
	case *kind.AdditionalProperties:
		return v.additionalMistakes(at, v.schema.byPlace[e.SchemaURL], k.Properties)
	case *kind.FalseSchema:
		return v.falseMistake(e)
	case *kind.PropertyNames:
		return v.nameMistake(e, k.Property)
	case *kind.UniqueItems:
		return v.uniqueMistakes(at)
	case *kind.Contains:
		return one(RuleContains, "no item of %s matches the contains of the schema: add one", name)
	case *kind.MinContains:
		return one(RuleContains, "%s must have at least %s the contains of the schema, not %d: add some", name, counted(k.Want, "item that matches", "items that match"), len(k.Got))
	case *kind.MaxContains:
		return one(RuleContains, "%s must have at most %s the contains of the schema, not %d: remove some", name, counted(k.Want, "item that matches", "items that match"), len(k.Got))
	case *kind.MinProperties:
		return one(RuleCount, "%s must have at least %s, not %d", name, counted(k.Want, "property", "properties"), k.Got)
	case *kind.MaxProperties:
		return one(RuleCount, "%s must have at most %s, not %d", name, counted(k.Want, "property", "properties"), k.Got)
	case *kind.MinItems:
		return one(RuleCount, "%s must have at least %s, not %d", name, counted(k.Want, "item", "items"), k.Got)
	case *kind.MaxItems:
		return one(RuleCount, "%s must have at most %s, not %d", name, counted(k.Want, "item", "items"), k.Got)
	case *kind.AdditionalItems:
		array, _ := v.value(at).([]any)
		return one(RuleCount, "%s must have at most %s, not %d", name, counted(len(array)-k.Count, "item", "items"), len(array))
	case *kind.MinLength:
		return one(RuleLength, "%s must have at least %s, not %d", name, counted(k.Want, "character", "characters"), k.Got)
	case *kind.MaxLength:
		return one(RuleLength, "%s must have at most %s, not %d", name, counted(k.Want, "character", "characters"), k.Got)
	case *kind.Minimum:
		return one(RuleRange, "%s must be at least %s, not %s", name, numberText(k.Want), v.shown(at))
	case *kind.Maximum:
		return one(RuleRange, "%s must be at most %s, not %s", name, numberText(k.Want), v.shown(at))
	case *kind.ExclusiveMinimum:
		return one(RuleRange, "%s must be more than %s, not %s", name, numberText(k.Want), v.shown(at))
	case *kind.ExclusiveMaximum:
		return one(RuleRange, "%s must be less than %s, not %s", name, numberText(k.Want), v.shown(at))
	case *kind.MultipleOf:
		return one(RuleRange, "%s must be a multiple of %s, not %s", name, numberText(k.Want), v.shown(at))
	case *kind.Pattern:
		return one(RulePattern, "%s must match the regular expression %s, not be %s", name, k.Want, operation.Text(k.Got))
	case *kind.Format:
		return one(RuleFormat, "%s must be %s, not %s", name, formatText(k.Want), describe(k.Got))
	case *kind.OneOf:
		return one(RuleOneOf, "%s matches alternatives %d and %d of a oneOf, which exclude each other: keep to one of them", name, k.Subschemas[0]+1, k.Subschemas[1]+1)
	case *kind.Not:
		return one(RuleNot, "%s %s", name, notText(v.schema.object(e.SchemaURL)))
	}
	return one(RuleAnyOf, "%s is not valid: %v", name, e.ErrorKind)
}

// shown returns the value at a place for a message.
func (v *validation) shown(tokens []string) string { return operation.Text(v.written(tokens)) }

// written returns the value at a place as the document has it.
func (v *validation) written(tokens []string) any {
	value, err := operation.Lookup(v.original, operation.Format(tokens))
	if _, infinite := value.(float64); err != nil || !infinite {
		return value
	}
	return json.Number(v.texts(operation.Format(tokens)))
}

// formatWords are the formats that have other words than their name.
var formatWords = map[string]string{
	"date-time":    "a date and time of RFC 3339, such as 2024-05-31T09:30:00Z",
	"date":         "a date of RFC 3339, such as 2024-05-31",
	"time":         "a time of RFC 3339, such as 09:30:00Z",
	"duration":     "a duration of ISO 8601, such as P1DT12H",
	"email":        "an email address",
	"hostname":     "the name of a host",
	"ipv4":         "an IPv4 address",
	"ipv6":         "an IPv6 address",
	"uri":          "a URI with its scheme",
	"iri":          "an IRI with its scheme",
	"uuid":         "a UUID",
	"regex":        "a regular expression",
	"json-pointer": "a JSON Pointer",
}

func formatText(name string) string {
	if words, ok := formatWords[name]; ok {
		return words
	}
	return "a valid " + name
}

// notText describes the values that a schema with "not" forbids.
func notText(object map[string]any) string {
	not, _ := object["not"].(map[string]any)
	if len(not) == 1 {
		if names, ok := not["required"].([]any); ok {
			var all []string
			for _, name := range names {
				all = append(all, operation.Text(name))
			}
			return "must not have " + list(all)
		}
		if value, ok := not["const"]; ok {
			return "must not be " + operation.Text(value)
		}
		if values, ok := not["enum"].([]any); ok {
			return "must not be " + valuesText(values)
		}
		if pattern, ok := not["pattern"].(string); ok {
			return "must not match the regular expression " + pattern
		}
		if name, ok := not["type"].(string); ok && articles[name] != "" {
			return "must not be " + articles[name]
		}
	}
	return `is of a form that a "not" of the schema forbids`
}

// invalidSchema returns where and why a schema is not one by its metaschema.
func invalidSchema(e *jsonschema.ValidationError, base string, schema any) (pointer, message string) {
	v := &validation{schema: &Schema{documents: map[string]*document{}}, document: schema, original: schema, texts: func(string) string { return "" }}
	deepest := e
	for len(deepest.Causes) > 0 {
		next := deepest.Causes[0]
		for _, cause := range deepest.Causes[1:] {
			if depth(cause) > depth(next) {
				next = cause
			}
		}
		deepest = next
	}
	pointer = base + operation.Format(deepest.InstanceLocation)
	if found := v.leaf(deepest, false); len(found) > 0 {
		return pointer, strings.TrimPrefix(found[0].Message, "the document ")
	}
	return pointer, "not a valid schema"
}

// depth returns the length of the longest place in an error.
func depth(e *jsonschema.ValidationError) int {
	most := len(e.InstanceLocation)
	for _, cause := range e.Causes {
		most = max(most, depth(cause))
	}
	return most
}
