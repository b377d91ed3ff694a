package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// An edge is a schema that another one applies.
type edge struct {
	schema *jsonschema.Schema
	same   bool // to the same value, not to one in it
}

// edges returns the schemas that a schema applies.
func edges(s *jsonschema.Schema) []edge {
	var all []edge
	same := func(schemas ...*jsonschema.Schema) {
		for _, schema := range schemas {
			if schema != nil {
				all = append(all, edge{schema, true})
			}
		}
	}
	inside := func(values ...any) {
		for _, value := range values {
			switch value := value.(type) {
			case *jsonschema.Schema:
				if value != nil {
					all = append(all, edge{value, false})
				}
			case []*jsonschema.Schema:
				for _, schema := range value {
					all = append(all, edge{schema, false})
				}
			}
		}
	}
	same(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else)
	if s.DynamicRef != nil {
		same(s.DynamicRef.Ref)
	}
	same(s.AllOf...)
	same(s.AnyOf...)
	same(s.OneOf...)
	for _, name := range sortedKeys(s.Dependencies) {
		if schema, ok := s.Dependencies[name].(*jsonschema.Schema); ok {
			same(schema)
		}
	}
	for _, name := range sortedKeys(s.DependentSchemas) {
		same(s.DependentSchemas[name])
	}
	for _, name := range sortedKeys(s.Properties) {
		inside(s.Properties[name])
	}
	for _, pattern := range sortedPatterns(s) {
		inside(s.PatternProperties[pattern])
	}
	inside(s.AdditionalProperties, s.PropertyNames, s.UnevaluatedProperties)
	inside(s.Items, s.AdditionalItems, s.PrefixItems, s.Items2020, s.Contains, s.UnevaluatedItems)
	return all
}

// sortedPatterns returns the patterns of patternProperties in order.
func sortedPatterns(s *jsonschema.Schema) []jsonschema.Regexp {
	return slices.SortedFunc(maps.Keys(s.PatternProperties), func(a, b jsonschema.Regexp) int {
		return strings.Compare(a.String(), b.String())
	})
}

// index finds all schemas, their keywords, and which of them lead to one that
// has keywords. The error is a *config.Error about a keyword.
func (s *Schema) index() error {
	s.byPlace = make(map[string]*jsonschema.Schema)
	s.keywords = make(map[*jsonschema.Schema]*keywords)
	s.leads = make(map[*jsonschema.Schema]bool)
	from := make(map[*jsonschema.Schema][]*jsonschema.Schema) // who applies a schema
	seen := map[*jsonschema.Schema]bool{s.root: true}
	for queue := []*jsonschema.Schema{s.root}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		s.byPlace[here.Location] = here
		if err := s.readKeywords(here); err != nil {
			return err
		}
		for _, next := range edges(here) {
			from[next.schema] = append(from[next.schema], here)
			if !seen[next.schema] {
				seen[next.schema] = true
				queue = append(queue, next.schema)
			}
		}
	}
	queue := slices.Collect(maps.Keys(s.keywords))
	for ; len(queue) > 0; queue = queue[1:] {
		if !s.leads[queue[0]] {
			s.leads[queue[0]] = true
			queue = append(queue, from[queue[0]]...)
		}
	}
	return nil
}

// cycle returns an error if a schema applies itself to the value that it is
// applied to, which never ends.
func (s *Schema) cycle() error {
	const (
		open = 1
		done = 2
	)
	state := make(map[*jsonschema.Schema]int)
	type frame struct {
		schema *jsonschema.Schema
		next   []edge
	}
	for _, name := range sortedKeys(s.byPlace) {
		start := s.byPlace[name]
		if state[start] != 0 {
			continue
		}
		state[start] = open
		stack := []frame{{start, edges(start)}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.next) == 0 {
				state[top.schema] = done
				stack = stack[:len(stack)-1]
				continue
			}
			next := top.next[0]
			top.next = top.next[1:]
			switch {
			case !next.same || state[next.schema] == done:
			case state[next.schema] == open:
				at, pointer := s.at(top.schema.Location)
				if top.schema.Ref == next.schema {
					pointer = operation.Join(pointer, "$ref")
				}
				_, target := s.at(next.schema.Location)
				return at.mistake(pointer, fmt.Sprintf("the schema contains itself: %s applies %s to the same value again, which never ends",
					operation.PointerText(pointer), operation.PointerText(target)))
			default:
				state[next.schema] = open
				stack = append(stack, frame{next.schema, edges(next.schema)})
			}
		}
	}
	return nil
}

// at returns the file of a location of a compiled schema, and its pointer. For
// a metaschema, which is of no file, it returns the file of the schema.
func (s *Schema) at(location string) (*document, string) {
	l := loader{documents: s.documents}
	if at, pointer := l.locate(location); at != nil {
		return at, pointer
	}
	at, _ := l.locate(s.root.Location)
	return at, ""
}

// object returns the source of the schema at a location; nil for a boolean.
func (s *Schema) object(location string) map[string]any {
	l := loader{documents: s.documents}
	at, pointer := l.locate(location)
	if at == nil {
		return nil
	}
	value, err := operation.Lookup(at.value, pointer)
	if err != nil {
		return nil
	}
	object, _ := value.(map[string]any)
	return object
}
