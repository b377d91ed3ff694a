package validate

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// checkedFormats are the formats that the compiler knows, by the first draft
// that defines them. From draft 2019-09 on, a format is a note, unless the
// metaschema of the schema demands otherwise; the compiler obeys that.
var checkedFormats = []struct {
	since   int
	formats []string
}{
	{4, []string{"date-time", "email", "hostname", "ipv4", "ipv6", "uri"}},
	{6, []string{"uri-reference", "uri-template", "json-pointer"}},
	{7, []string{"date", "time", "iri", "iri-reference", "relative-json-pointer"}},
	{2019, []string{"duration", "uuid"}},
	{0, []string{"period", "semver"}}, // of no draft
}

// formatsOf turns off the formats that the draft of a schema does not define.
func formatsOf(compiler *jsonschema.Compiler, schema any) {
	draft := draftOf(schema)
	compiler.RegisterFormat(uriTemplate)
	for _, row := range checkedFormats {
		if row.since != 0 && row.since <= draft {
			continue
		}
		for _, name := range row.formats {
			compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
		}
	}
}

// drafts are the drafts with assertions of formats, by a part of their URL.
var drafts = []struct {
	part    string
	version int
}{{"draft-04/", 4}, {"draft-06/", 6}, {"draft-07/", 7}}

// draftOf returns the version of the draft of a schema, which is 2019 for all
// that do not assert formats on their own.
func draftOf(schema any) int {
	object, _ := schema.(map[string]any)
	name, _ := object["$schema"].(string)
	i := slices.IndexFunc(drafts, func(d struct {
		part    string
		version int
	},
	) bool {
		return strings.Contains(name, "json-schema.org/"+d.part)
	})
	if i < 0 {
		return 2019
	}
	return drafts[i].version
}
