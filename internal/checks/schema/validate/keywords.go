package validate

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// The keywords of this project. docs/schema.md has them.
const (
	renamedToKeyword = "x-autofix-renamed-to"
	sortKeyword      = "x-autofix-sort"
	sameAsKeyword    = "x-autofix-same-as"
)

// keywordPrefix begins the names of all of them.
const keywordPrefix = "x-autofix-"

// keywords are the parts of a schema that do not decide whether a value is
// valid.
type keywords struct {
	deprecated bool
	renamedTo  string
	sorted     bool
	sortBy     string // the property by which objects are sorted; empty: scalars by value
	sameAs     *Reference
}

// A Reference is a value in a file.
type Reference struct {
	File    string // as written: relative to the document, or to the workspace after a slash; empty: the document itself
	Pointer string // JSON Pointer
}

func (r *Reference) String() string { return r.File + "#" + r.Pointer }

// readKeywords reads the keywords of a schema. In drafts before 2019-09 nothing
// counts beside a $ref, except for them.
func (s *Schema) readKeywords(schema *jsonschema.Schema) error {
	object := s.object(schema.Location)
	if object == nil {
		return nil
	}
	var k keywords
	fail := func(keyword, format string, args ...any) error {
		at, pointer := s.at(schema.Location)
		return at.mistake(operation.Join(pointer, keyword), fmt.Sprintf("%s %s", keyword, fmt.Sprintf(format, args...)))
	}
	k.deprecated, _ = object["deprecated"].(bool)
	for _, name := range sortedKeys(object) {
		if !strings.HasPrefix(name, keywordPrefix) {
			continue
		}
		value := object[name]
		switch name {
		case renamedToKeyword:
			text, ok := value.(string)
			if !ok {
				return fail(name, "must be a string, the new name of the property, not %s", describe(value))
			}
			k.renamedTo = text
		case sortKeyword:
			switch value := value.(type) {
			case bool:
				k.sorted = value
			case string:
				k.sorted, k.sortBy = true, value
			default:
				return fail(name, "must be true, or a string, the name of the property by which items are sorted, not %s", describe(value))
			}
		case sameAsKeyword:
			text, _ := value.(string)
			file, pointer, ok := strings.Cut(text, "#")
			if _, err := operation.Parse(pointer); !ok || err != nil {
				return fail(name, `must be FILE#POINTER, such as "package.json#/version", not %s`, describe(value))
			}
			if strings.Contains(file, "://") {
				return fail(name, "must name a file of the workspace, not %s: nothing is fetched", describe(value))
			}
			k.sameAs = &Reference{file, pointer}
		default:
			return fail(name, "is not a known keyword: there are %s, %s and %s", renamedToKeyword, sortKeyword, sameAsKeyword)
		}
	}
	if k.deprecated || k.sorted || k.sameAs != nil {
		s.keywords[schema] = &k
	}
	return nil
}
