package validate

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// describe returns a value for people: `the string "3"`, `3`, `an object`.
func describe(value any) string {
	switch value := value.(type) {
	case string:
		return "the string " + operation.Text(value)
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	}
	return operation.Text(value)
}

// articles are the types of JSON Schema for people.
var articles = map[string]string{
	"array": "an array", "boolean": "a boolean", "integer": "an integer", "null": "null",
	"number": "a number", "object": "an object", "string": "a string",
}

// typesText returns types for people, as alternatives.
func typesText(types []string) string {
	var all []string
	for _, kind := range types {
		all = append(all, articles[kind])
	}
	return alternatives(all)
}

// alternatives joins words: a, b or c.
func alternatives(words []string) string { return joined(words, "or") }

// list joins words: a, b and c.
func list(words []string) string { return joined(words, "and") }

func joined(words []string, last string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
}

// mostShown bounds how many values a message lists.
const mostShown = 12

// valuesText returns values for people, as alternatives.
func valuesText(values []any) string {
	var all []string
	for i, value := range values {
		if i == mostShown {
			return strings.Join(all, ", ") + fmt.Sprintf(" or one of %d others", len(values)-i)
		}
		all = append(all, operation.Text(value))
	}
	return alternatives(all)
}

// quoted returns names for people.
func quoted(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fmt.Sprintf("%q", name)
	}
	return all
}

// Subject returns how a message calls the value at a place of a document: the
// name of a property, or the item of an array.
func Subject(document any, tokens []string) string {
	if len(tokens) == 0 {
		return "the document"
	}
	first := len(tokens) // of the indexes at the end
	for i, token := range tokens {
		switch value := document.(type) {
		case map[string]any:
			document, first = value[token], len(tokens)
		case []any:
			document, first = nil, min(first, i)
			if at, ok := operation.Index(token); ok && at < len(value) {
				document = value[at]
			}
		}
	}
	if first == len(tokens) {
		return plainName(tokens[first-1])
	}
	indexes := tokens[first:]
	if len(indexes) > 3 {
		indexes = append([]string{"..."}, indexes[len(indexes)-3:]...)
	}
	item := "item " + strings.Join(indexes, ", ")
	if first > 0 {
		item += " of " + plainName(tokens[first-1])
	}
	return item
}

func (v *validation) subject(tokens []string) string { return Subject(v.document, tokens) }

// container returns " in NAME" for the object that has the property at a
// place, or "" for the whole document.
func (v *validation) container(tokens []string) string {
	if len(tokens) == 0 {
		return ""
	}
	return " in " + v.subject(tokens)
}

// plainName returns the name of a property, in quotes if it is not a word.
func plainName(name string) string {
	for _, c := range name {
		if !(c == '_' || c == '-' || c == '.' || c == '/' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return fmt.Sprintf("%q", name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

// numberText returns a bound of a schema as a decimal number.
func numberText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	text := strings.TrimRight(r.FloatString(12), "0")
	return text
}

// counted returns "1 item" or "3 items".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// raw returns a value in JSON, in the order of keys.
func raw(value any) json.RawMessage {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil // an infinity, which JSON cannot have
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}
