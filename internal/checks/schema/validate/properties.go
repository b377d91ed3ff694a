package validate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// requiredMistakes say which properties an object lacks.
func (v *validation) requiredMistakes(e *jsonschema.ValidationError, missing []string, guess bool) []Mistake {
	var all []Mistake
	at := slices.Clone(e.InstanceLocation)
	for _, name := range missing {
		m := Mistake{
			Rule: RuleRequired, Tokens: at, missing: name,
			Message: fmt.Sprintf("%s must have the property %s: add it", v.subject(at), plainName(name)),
		}
		if value, ok := v.schema.defaultOf(v.schema.byPlace[e.SchemaURL], name); ok {
			m.Message += fmt.Sprintf(", by default as %s", operation.Text(value))
			m.Fixes = []Fix{{
				Title: fmt.Sprintf("Add %s: %s", plainName(name), operation.Text(value)), Safety: unlessGuess(guess, fixedits.SafetySafe),
				Operations: []fixedits.Operation{{
					Kind: fixedits.OpAddValue, Pointer: operation.Format(at), Key: name, Value: raw(value), Expects: exists(false),
				}},
			}}
		}
		all = append(all, m)
	}
	return all
}

func exists(is bool) *fixedits.Expects { return &fixedits.Expects{Exists: &is} }

// defaultOf returns the default of a property, which its schema has or one that
// it refers to.
func (s *Schema) defaultOf(object *jsonschema.Schema, name string) (any, bool) {
	if object == nil {
		return nil, false
	}
	schema := object.Properties[name]
	for range 100 {
		if schema == nil {
			return nil, false
		}
		if value, ok := s.object(schema.Location)["default"]; ok {
			return value, true
		}
		schema = schema.Ref
	}
	return nil, false
}

// dependentMistakes say which properties an object lacks because it has
// another one.
func (v *validation) dependentMistakes(at []string, property string, missing []string) []Mistake {
	var all []Mistake
	for _, name := range missing {
		all = append(all, Mistake{
			Rule: RuleDependentRequired, Tokens: append(slices.Clone(at), property), Key: true,
			Message: fmt.Sprintf("%s needs the property %s beside it: add it", plainName(property), plainName(name)),
		})
	}
	return all
}

// additionalMistakes say which properties are not allowed.
func (v *validation) additionalMistakes(at []string, schema *jsonschema.Schema, names []string) []Mistake {
	slices.Sort(names) // the validator has them in the order of a map
	var all []Mistake
	known := v.schema.propertiesOf(schema)
	for _, name := range names {
		all = append(all, v.additional(append(slices.Clone(at), name), known))
	}
	return all
}

// additional says that the property at a place is not allowed, where others
// are.
func (v *validation) additional(at []string, known []string) Mistake {
	parent, name := at[:len(at)-1], at[len(at)-1]
	object, _ := v.value(parent).(map[string]any)
	free := slices.DeleteFunc(slices.Clone(known), func(name string) bool {
		_, taken := object[name]
		return taken
	})
	m := Mistake{Rule: RuleAdditionalProperties, Tokens: at, Key: true}
	m.Message = fmt.Sprintf("the property %s is not allowed%s", plainName(name), v.container(parent))
	if near := config.Nearest(name, free); near != "" {
		m.Message += fmt.Sprintf(": did you mean %s?", plainName(near))
		m.Fixes = []Fix{rename(at, near, fixedits.SafetySuggestion)}
		return m
	}
	m.Message += ": remove it"
	m.Fixes = []Fix{{
		Title: "Remove " + plainName(name), Safety: fixedits.SafetyUnsafe,
		Operations: []fixedits.Operation{{Kind: fixedits.OpRemoveKey, Pointer: operation.Format(parent), Key: name, Expects: exists(true)}},
	}}
	return m
}

// rename returns the fix that renames the property at a place.
func rename(at []string, to string, safety fixedits.Safety) Fix {
	name := at[len(at)-1]
	return Fix{
		Title: fmt.Sprintf("Rename %s to %s", plainName(name), plainName(to)), Safety: safety,
		Operations: []fixedits.Operation{{
			Kind: fixedits.OpRenameKey, Pointer: operation.Format(at[:len(at)-1]), From: name, To: to, Expects: exists(true),
		}},
	}
}

// propertiesOf returns the names of the properties that a schema describes
// itself, or in schemas that it applies to the same value, sorted and without
// deprecated ones.
func (s *Schema) propertiesOf(schema *jsonschema.Schema) []string {
	var names []string
	seen := map[*jsonschema.Schema]bool{}
	var collect func(schema *jsonschema.Schema)
	collect = func(schema *jsonschema.Schema) {
		if schema == nil || seen[schema] {
			return
		}
		seen[schema] = true
		for _, name := range sortedKeys(schema.Properties) {
			if k := s.keywords[schema.Properties[name]]; k == nil || !k.deprecated {
				names = append(names, name)
			}
		}
		for _, edge := range edges(schema) {
			if edge.same && edge.schema != schema.Not {
				collect(edge.schema)
			}
		}
	}
	collect(schema)
	slices.Sort(names)
	return slices.Compact(names)
}

// falseMistake says that a value is where none is allowed.
func (v *validation) falseMistake(e *jsonschema.ValidationError) []Mistake {
	at := slices.Clone(e.InstanceLocation)
	if len(at) == 0 {
		return []Mistake{{Rule: RuleNot, Tokens: at, Message: "the schema allows no document at all"}}
	}
	if _, ok := v.value(at[:len(at)-1]).(map[string]any); !ok {
		return []Mistake{{
			Rule: RuleCount, Tokens: at,
			Message: fmt.Sprintf("%s is not allowed: remove it", v.subject(at)),
		}}
	}
	owner, _ := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties")
	var known []string
	if schema := v.schema.byPlace[owner]; schema != nil && owner != e.SchemaURL {
		known = v.schema.propertiesOf(schema)
	}
	return []Mistake{v.additional(at, known)}
}

// nameMistake says that the name of a property is wrong.
func (v *validation) nameMistake(e *jsonschema.ValidationError, property string) []Mistake {
	m := Mistake{
		Rule: RulePropertyNames, Tokens: append(slices.Clone(e.InstanceLocation), property), Key: true,
		Message: fmt.Sprintf("%s may not be the name of a property%s", plainName(property), v.container(e.InstanceLocation)),
	}
	for _, cause := range e.Causes {
		name := &validation{schema: v.schema, document: property, original: property, texts: func(string) string { return "" }}
		if found, err := name.of(cause, nil, true); err == nil && len(found) > 0 {
			m.Message += ": " + strings.Replace(found[0].Message, "the document ", "it ", 1)
			break
		}
	}
	return []Mistake{m}
}

// uniqueMistakes say which items of an array equal an earlier one.
func (v *validation) uniqueMistakes(at []string) []Mistake {
	array, _ := v.value(at).([]any)
	var all []Mistake
	var kept []any
	first := map[string][]int{} // the items that are kept, by a key that equal items share
	for i, item := range array {
		key := hash(item)
		earlier := slices.IndexFunc(first[key], func(j int) bool { return operation.Equal(array[j], item) })
		if earlier < 0 {
			first[key] = append(first[key], i)
			kept = append(kept, item)
			continue
		}
		all = append(all, Mistake{
			Rule: RuleUnique, Tokens: append(slices.Clone(at), fmt.Sprint(i)),
			Message: fmt.Sprintf("%s is in %s twice, as item %d and item %d: remove one", operation.Text(item), v.subject(at), first[key][earlier], i),
		})
	}
	if len(all) > 0 {
		fix := v.replace(at, kept, fixedits.SafetySafe)
		fix.Title, fix.Rewrites = "Remove duplicates", true
		for i := range all {
			all[i].Fixes = []Fix{fix}
		}
	}
	return all
}

// hash returns the same text for values that are equal, and mostly another one
// for others.
func hash(value any) string {
	switch value := value.(type) {
	case string:
		return "s" + value
	case json.Number:
		n, _ := strconv.ParseFloat(string(value), 64) // an infinity if it is too large
		return "n" + strconv.FormatFloat(n, 'g', -1, 64)
	case []any:
		if len(value) > 0 {
			return fmt.Sprintf("a%d", len(value)) + hash(value[0])
		}
	case map[string]any:
		text := "o"
		for _, key := range sortedKeys(value) {
			text += key + "\x00"
			if child, ok := value[key].(string); ok {
				text += child + "\x00"
			}
		}
		return text
	}
	return fmt.Sprint(value)
}
