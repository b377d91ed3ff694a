package validate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// typeMistake returns the mistake of a value that has none of the wanted types.
func (v *validation) typeMistake(e *jsonschema.ValidationError, want []string, guess bool) []Mistake {
	at := slices.Clone(e.InstanceLocation)
	value := v.value(at)
	m := Mistake{
		Rule: RuleType, Tokens: at,
		Message: fmt.Sprintf("%s must be %s, not %s", v.subject(at), typesText(want), describe(v.written(at))),
	}
	var converted []any
	for _, name := range want {
		if name == "integer" && slices.Contains(want, "number") {
			continue
		}
		if other, ok := v.convert(at, value, name); ok {
			converted = append(converted, other)
		}
	}
	if len(converted) == 1 && v.accepts(e.SchemaURL, converted[0]) {
		m.Fixes = []Fix{v.replace(at, converted[0], unlessGuess(guess, fixedits.SafetySafe))}
	}
	return []Mistake{m}
}

// accepts reports whether the schema at a location accepts a value.
func (v *validation) accepts(location string, value any) bool {
	schema := v.schema.byPlace[location]
	return schema != nil && schema.Validate(finite(value)) == nil
}

// unlessGuess returns the safety of a fix, which is at most a suggestion if the
// schema leaves open what the author meant.
func unlessGuess(guess bool, safety fixedits.Safety) fixedits.Safety {
	if guess && safety == fixedits.SafetySafe {
		return fixedits.SafetySuggestion
	}
	return safety
}

// The texts that are numbers in JSON, YAML and TOML alike.
var (
	integerText = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)$`)
	numericText = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)
)

// convert returns a scalar as one of another type, if that loses nothing: the
// text stays.
func (v *validation) convert(at []string, value any, want string) (any, bool) {
	switch value := value.(type) {
	case string:
		switch {
		case want == "integer" && integerText().MatchString(value), want == "number" && numericText().MatchString(value):
			return json.Number(value), true
		case want == "boolean" && (value == "true" || value == "false"):
			return value == "true", true
		}
	case json.Number:
		// 0x1F and 1_000 are spelled in another way than they would be read.
		if text := v.texts(operation.Format(at)); want == "string" && numericText().MatchString(text) && operation.Equal(json.Number(text), value) {
			return text, true
		}
	case bool:
		if text := v.texts(operation.Format(at)); want == "string" && text == fmt.Sprint(value) {
			return text, true
		}
	}
	return nil, false
}

// replace returns the fix that replaces the value at a place.
func (v *validation) replace(at []string, value any, safety fixedits.Safety) Fix {
	return Replace(operation.Format(at), v.value(at), value, safety)
}

// Replace returns the fix that replaces a value at a pointer.
func Replace(pointer string, old, value any, safety fixedits.Safety) Fix {
	return Fix{
		Title: "Write " + operation.Text(value), Safety: safety,
		Operations: []fixedits.Operation{{Kind: fixedits.OpReplaceValue, Pointer: pointer, Value: raw(value), Expects: equals(old)}},
	}
}

// equals returns the precondition that a value has not changed. For a container
// it checks only the type: an operation does not repeat its contents.
func equals(value any) *fixedits.Expects {
	kind := operation.TypeOf(value)
	switch value.(type) {
	case map[string]any, []any, float64:
		return &fixedits.Expects{Type: kind}
	}
	return &fixedits.Expects{Type: kind, Equals: raw(value)}
}

// constMistake says that a value is not the only one that is allowed.
func (v *validation) constMistake(at []string, want any, guess bool) []Mistake {
	return []Mistake{{
		Rule: RuleConst, Tokens: at,
		Message: fmt.Sprintf("%s must be %s, not %s", v.subject(at), operation.Text(want), v.shown(at)),
		Fixes:   []Fix{v.replace(at, want, unlessGuess(guess, fixedits.SafetySafe))},
	}}
}

// enumMistake says that a value is not one of the allowed ones.
func (v *validation) enumMistake(at []string, want []any, guess bool) []Mistake {
	if len(want) == 1 {
		found := v.constMistake(at, want[0], guess)
		found[0].Rule = RuleEnum
		return found
	}
	value := v.value(at)
	m := Mistake{
		Rule: RuleEnum, Tokens: at,
		Message: fmt.Sprintf("%s must be %s, not %s", v.subject(at), valuesText(want), v.shown(at)),
	}
	if meant, safety, ok := v.meant(at, value, want); ok {
		m.Message += fmt.Sprintf(": did you mean %s?", operation.Text(meant))
		m.Fixes = []Fix{v.replace(at, meant, unlessGuess(guess, safety))}
	}
	return []Mistake{m}
}

// meant returns the value of an enum that is the given one in another type, or
// that it probably stands for.
func (v *validation) meant(at []string, value any, want []any) (any, fixedits.Safety, bool) {
	var same []any
	for _, allowed := range want {
		if converted, ok := v.convert(at, value, operation.TypeOf(allowed)); ok && operation.Equal(converted, allowed) {
			same = append(same, allowed)
		}
	}
	if len(same) == 1 {
		return same[0], fixedits.SafetySafe, true
	}
	text, ok := value.(string)
	if !ok {
		return nil, "", false
	}
	var names, folded []string
	for _, allowed := range want {
		if name, ok := allowed.(string); ok {
			names = append(names, name)
			if strings.EqualFold(strings.TrimSpace(text), name) {
				folded = append(folded, name)
			}
		}
	}
	switch {
	case len(folded) == 1:
		return folded[0], fixedits.SafetySuggestion, true
	case len(folded) == 0:
		if near := config.Nearest(text, names); near != "" {
			return near, fixedits.SafetySuggestion, true
		}
	}
	return nil, "", false
}
