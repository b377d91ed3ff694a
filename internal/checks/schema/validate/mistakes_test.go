package validate_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"

	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// files returns the files of a workspace, and maps no URL but those given.
func files(contents map[string]string, urls map[string]string) validate.Files {
	return validate.Files{
		Read: func(path string) (config.ToolFile, error) {
			content, ok := contents[path]
			if !ok {
				return config.ToolFile{}, nil
			}
			return config.ToolFile{Path: path, Content: []byte(content)}, nil
		},
		Mapped: func(url string) (string, bool) {
			path, ok := urls[url]
			return path, ok
		},
	}
}

// mistakes returns the mistakes in a document, one line each.
func mistakes(t testing.TB, schema, document string) []string {
	t.Helper()
	compiled, err := new(validate.Cache).Schema("s.json", "", files(map[string]string{"s.json": schema}, nil))
	if err != nil {
		t.Fatal(err)
	}
	return lines(t, compiled, document)
}

func lines(t testing.TB, schema *validate.Schema, document string) []string {
	t.Helper()
	texts := map[string]string{}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(document), &root); err != nil {
		t.Fatal(err)
	}
	value := decoded(root.Content[0], "", texts)
	found, err := schema.Mistakes(value, func(pointer string) string { return texts[pointer] })
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range found {
		line := fmt.Sprintf("%s %s: %s", m.Pointer(), strings.TrimPrefix(m.Rule, "schema/"), m.Message)
		if m.Key {
			line = "key " + line
		}
		if m.Same != nil {
			line += m.Same.String()
		}
		for _, fix := range m.Fixes {
			line += fmt.Sprintf(" | %s, %s:", fix.Safety, fix.Title)
			for _, op := range fix.Operations {
				line += fmt.Sprintf(" %s %s", op.Kind, operation.PointerText(op.Pointer))
				if op.Key != "" || op.Kind == "add_value" {
					line += " " + op.Key
				}
				if op.From != "" {
					line += fmt.Sprintf(" %s->%s", op.From, op.To)
				}
				if op.Value != nil {
					line += " " + string(op.Value)
				}
			}
		}
		all = append(all, line)
	}
	return all
}

// decoded returns the value of a node, and collects the texts of scalars.
func decoded(n *yaml.Node, pointer string, texts map[string]string) any {
	switch n.Kind {
	case yaml.MappingNode:
		object := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			object[key] = decoded(n.Content[i+1], operation.Join(pointer, key), texts)
		}
		return object
	case yaml.SequenceNode:
		array := []any{}
		for i, item := range n.Content {
			array = append(array, decoded(item, operation.JoinIndex(pointer, i), texts))
		}
		return array
	}
	texts[pointer] = n.Value
	switch n.ShortTag() {
	case "!!int":
		return json.Number(n.Value)
	case "!!float":
		if strings.Contains(n.Value, "inf") {
			return math.Inf(1)
		}
		return json.Number(n.Value)
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}
	return n.Value
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct {
		name, schema, document string
		want                   []string
	}{
		{"valid", `{"type": "object"}`, "a: 1\n", nil},
		{"a number in quotes", `{"properties": {"replicas": {"type": "integer"}}}`, "replicas: \"3\"\n", []string{
			`/replicas type: replicas must be an integer, not the string "3" | safe, Write 3: replace_value /replicas 3`,
		}},
		{"a number in quotes that is too large", `{"properties": {"port": {"type": "integer", "maximum": 10}}}`, "port: \"11\"\n", []string{
			`/port type: port must be an integer, not the string "11"`,
		}},
		{"no integer", `{"properties": {"port": {"type": "integer"}}}`, "port: \"011\"\n", []string{
			`/port type: port must be an integer, not the string "011"`,
		}},
		{"a boolean in quotes", `{"properties": {"on": {"type": ["boolean", "integer"]}}}`, "on: \"true\"\n", []string{
			`/on type: on must be a boolean or an integer, not the string "true" | safe, Write true: replace_value /on true`,
		}},
		{"a version without quotes", `{"properties": {"version": {"type": "string"}}}`, "version: 1.10\n", []string{
			`/version type: version must be a string, not 1.10 | safe, Write "1.10": replace_value /version "1.10"`,
		}},
		{"two ways to convert", `{"properties": {"a": {"type": ["array", "object"]}}}`, "a: 1\n", []string{
			`/a type: a must be an array or an object, not 1`,
		}},
		{"in an array", `{"properties": {"ports": {"items": {"type": "integer"}}}}`, "ports: [1, \"2\"]\n", []string{
			`/ports/1 type: item 1 of ports must be an integer, not the string "2" | safe, Write 2: replace_value /ports/1 2`,
		}},
		{"const", `{"properties": {"v": {"const": "v1"}}}`, "v: v2\n", []string{
			`/v const: v must be "v1", not "v2" | safe, Write "v1": replace_value /v "v1"`,
		}},
		{"one value", `{"properties": {"v": {"enum": ["v1"]}}}`, "v: v2\n", []string{
			`/v enum: v must be "v1", not "v2" | safe, Write "v1": replace_value /v "v1"`,
		}},
		{"enum, letter case", `{"properties": {"level": {"enum": ["debug", "info"]}}}`, "level: INFO\n", []string{
			`/level enum: level must be "debug" or "info", not "INFO": did you mean "info"? | suggestion, Write "info": replace_value /level "info"`,
		}},
		{"enum, near", `{"properties": {"level": {"enum": ["debug", "info"]}}}`, "level: debgu\n", []string{
			`/level enum: level must be "debug" or "info", not "debgu": did you mean "debug"? | suggestion, Write "debug": replace_value /level "debug"`,
		}},
		{"enum, far", `{"properties": {"level": {"enum": ["debug", "info"]}}}`, "level: xylophone\n", []string{
			`/level enum: level must be "debug" or "info", not "xylophone"`,
		}},
		{"enum, another type", `{"properties": {"level": {"enum": ["1", "2"]}}}`, "level: 1\n", []string{
			`/level enum: level must be "1" or "2", not 1: did you mean "1"? | safe, Write "1": replace_value /level "1"`,
		}},
		{"required, with a default", `{"required": ["name", "kind"], "properties": {"kind": {"$ref": "#/$defs/kind"}}, "$defs": {"kind": {"default": "app"}}}`, "a: 1\n", []string{
			` required: the document must have the property kind: add it, by default as "app" | safe, Add kind: "app": add_value "" kind "app"`,
			` required: the document must have the property name: add it`,
		}},
		{"several defaults", `{"required": ["a", "b", "c", "d"], "properties": {"a": {"default": 1}, "b": {"default": []}, "c": {}, "e": {"required": ["f"], "properties": {"f": {"default": 0}}}}, "allOf": [{"required": ["d"], "properties": {"d": {"default": null}}}]}`, "e: {}\n", []string{
			` required: the document must have the property a: add it, by default as 1 | safe, Add a, b and d: add_value "" a 1 add_value "" b [] add_value "" d null`,
			` required: the document must have the property b: add it, by default as [] | safe, Add a, b and d: add_value "" a 1 add_value "" b [] add_value "" d null`,
			` required: the document must have the property c: add it`,
			` required: the document must have the property d: add it, by default as null | safe, Add a, b and d: add_value "" a 1 add_value "" b [] add_value "" d null`,
			`/e required: e must have the property f: add it, by default as 0 | safe, Add f: 0: add_value /e f 0`,
		}},
		{"not allowed", `{"properties": {"spec": {"properties": {"replicas": {}}, "additionalProperties": false}}}`, "spec:\n  replica: 1\n  zone: a\n", []string{
			`key /spec/replica additional-properties: the property replica is not allowed in spec: did you mean replicas? | suggestion, Rename replica to replicas: rename_key /spec replica->replicas`,
			`key /spec/zone additional-properties: the property zone is not allowed in spec: remove it | unsafe, Remove zone: remove_key /spec zone`,
		}},
		{"a near name that is there already", `{"properties": {"replicas": {}}, "additionalProperties": false}`, "replicas: 1\nreplica: 1\n", []string{
			`key /replica additional-properties: the property replica is not allowed: remove it | unsafe, Remove replica: remove_key "" replica`,
		}},
		{"one mistake, though two keywords fail", `{"properties": {"name": {}}, "required": ["name"], "additionalProperties": false}`, "nmae: a\n", []string{
			`key /nmae additional-properties: the property nmae is not allowed: did you mean name? | suggestion, Rename nmae to name: rename_key "" nmae->name`,
		}},
		{"unevaluated", `{"allOf": [{"properties": {"name": {}}}], "unevaluatedProperties": false}`, "nmae: a\nname: b\n", []string{
			`key /nmae additional-properties: the property nmae is not allowed: remove it | unsafe, Remove nmae: remove_key "" nmae`,
		}},
		{"unevaluated, near", `{"allOf": [{"properties": {"name": {}}}], "unevaluatedProperties": false}`, "nmae: a\n", []string{
			`key /nmae additional-properties: the property nmae is not allowed: did you mean name? | suggestion, Rename nmae to name: rename_key "" nmae->name`,
		}},
		{"false", `{"properties": {"old": false}}`, "old: a\n", []string{
			`key /old additional-properties: the property old is not allowed: remove it | unsafe, Remove old: remove_key "" old`,
		}},
		{"names", `{"properties": {"env": {"propertyNames": {"pattern": "^[A-Z]+$"}}, "x": {}}}`, "env: {a: 1, B: 2}\nx: 1\nb: {c: 1}\n", []string{
			`key /env/a property-names: a may not be the name of a property in env: it must match the regular expression ^[A-Z]+$, not be "a"`,
		}},
		{"dependent", `{"dependentRequired": {"cert": ["key"]}}`, "cert: a\n", []string{
			`key /cert dependent-required: cert needs the property key beside it: add it`,
		}},
		{"dependencies of old drafts", `{"$schema": "http://json-schema.org/draft-04/schema#", "dependencies": {"cert": ["key"]}}`, "cert: a\n", []string{
			`key /cert dependent-required: cert needs the property key beside it: add it`,
		}},
		{"unique", `{"properties": {"tags": {"uniqueItems": true}}}`, "tags: [a, b, a, 1, 1.0, {x: 1}, {x: 1.0}]\n", []string{
			`/tags/2 unique: "a" is in tags twice, as item 0 and item 2: remove one | safe, Remove duplicates: replace_value /tags ["a","b",1,{"x":1}]`,
			`/tags/4 unique: 1.0 is in tags twice, as item 3 and item 4: remove one | safe, Remove duplicates: replace_value /tags ["a","b",1,{"x":1}]`,
			`/tags/6 unique: {"x": 1.0} is in tags twice, as item 5 and item 6: remove one | safe, Remove duplicates: replace_value /tags ["a","b",1,{"x":1}]`,
		}},
		{
			"bounds", `{"properties": {"a": {"minimum": 1}, "b": {"exclusiveMaximum": 0.5}, "c": {"multipleOf": 2}, "d": {"maxLength": 1}, "e": {"minItems": 1}, "f": {"minProperties": 2}, "g": {"pattern": "^a$"}}}`,
			"a: 0\nb: 0.5\nc: 3\nd: ab\ne: []\nf: {x: 1}\ng: b\n",
			[]string{
				`/a range: a must be at least 1, not 0`,
				`/b range: b must be less than 0.5, not 0.5`,
				`/c range: c must be a multiple of 2, not 3`,
				`/d length: d must have at most 1 character, not 2`,
				`/e count: e must have at least 1 item, not 0`,
				`/f count: f must have at least 2 properties, not 1`,
				`/g pattern: g must match the regular expression ^a$, not be "b"`,
			},
		},
		{"lookahead", `{"properties": {"a": {"pattern": "^(?!x)y"}}}`, "a: xy\n", []string{
			`/a pattern: a must match the regular expression ^(?!x)y, not be "xy"`,
		}},
		{"whitespace of JavaScript", `{"properties": {"a": {"pattern": "^\\s$"}, "b": {"pattern": "^[\\S]$"}, "c": {"pattern": "^\\S$"}, "d": {"pattern": "^[a\\s]$"}}}`, "a: \"\\u00a0\"\nb: \"\\u2003\"\nc: \"\\ufeff\"\nd: \"\\v\"\n", []string{
			"/b pattern: b must match the regular expression ^[\\S]$, not be \"\u2003\"",
			"/c pattern: c must match the regular expression ^\\S$, not be \"\ufeff\"",
		}},
		{"templates", `{"$schema": "http://json-schema.org/draft-06/schema#", "additionalProperties": {"format": "uri-template"}}`, "a: \"http://x/{#y,z*}{/a:3}{?b}\"\nb: \"{a\"\nc: \"{}\"\nd: \"%zz\"\ne: 5\n", []string{
			`/b format: b must be a valid uri-template, not the string "{a"`,
			`/c format: c must be a valid uri-template, not the string "{}"`,
			`/d format: d must be a valid uri-template, not the string "%zz"`,
		}},
		{"formats of draft 7", `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"format": "date"}, "b": {"format": "uuid"}, "c": {"format": "semver"}}}`, "a: x\nb: x\nc: x\n", []string{
			`/a format: a must be a date of RFC 3339, such as 2024-05-31, not the string "x"`,
		}},
		{"formats of draft 2020-12", `{"properties": {"a": {"format": "date"}}}`, "a: x\n", nil},
		{"contains", `{"properties": {"a": {"contains": {"const": 1}}}}`, "a: [2]\n", []string{
			`/a contains: no item of a matches the contains of the schema: add one`,
		}},
		{"contains more or less", `{"additionalProperties": {"contains": {"const": 1}, "minContains": 2, "maxContains": 3}}`, "a: [1]\nb: [1, 1, 1, 1]\n", []string{
			`/a contains: a must have at least 2 items that match the contains of the schema, not 1: add some`,
			`/b contains: b must have at most 3 items that match the contains of the schema, not 4: remove some`,
		}},
		{"items that are not allowed", `{"properties": {"a": {"prefixItems": [{}], "items": false}}}`, "a: [1, 2, 3]\n", []string{
			`/a/1 count: item 1 of a is not allowed: remove it`,
			`/a/2 count: item 2 of a is not allowed: remove it`,
		}},
		{"names that are numbers", `{"properties": {"1": {"type": "string"}}, "additionalProperties": {"items": {"items": {"type": "string"}}}}`, "1: {}\n\"2\": [[x, 5]]\n", []string{
			`/1 type: 1 must be a string, not an object`,
			`/2/0/1 type: item 0, 1 of 2 must be a string, not 5 | safe, Write "5": replace_value /2/0/1 "5"`,
		}},
		{"a near name that is deprecated", `{"properties": {"mem": {"deprecated": true}, "memory": {}}, "additionalProperties": false}`, "memm: 1\nmemory: 2\n", []string{
			`key /memm additional-properties: the property memm is not allowed: remove it | unsafe, Remove memm: remove_key "" memm`,
		}},
		{"not", `{"not": {"required": ["a"]}}`, "a: 1\n", []string{` not: the document must not have "a"`}},
		{"two of oneOf", `{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, "a: 1\nb: 1\n", []string{
			` one-of: the document matches alternatives 1 and 2 of a oneOf, which exclude each other: keep to one of them`,
		}},
		{"types of alternatives", `{"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "object"}]}}}`, "a: \"1\"\n", []string{
			`/a type: a must be an integer or an object, not the string "1" | safe, Write 1: replace_value /a 1`,
		}},
		{"values of alternatives", `{"properties": {"a": {"oneOf": [{"const": "x"}, {"enum": ["y", "z"]}]}}}`, "a: Y\n", []string{
			`/a enum: a must be "x", "y" or "z", not "Y": did you mean "y"? | suggestion, Write "y": replace_value /a "y"`,
		}},
		{"one of several properties", `{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`, "c: 1\n", []string{
			` required: the document must have "a" or "b": add one`,
		}},
		{"the alternative that the kind tells", `{"oneOf": [
			{"properties": {"kind": {"const": "A"}, "a": {"type": "integer"}}},
			{"properties": {"kind": {"const": "B"}, "b": {"type": "integer"}, "c": {"type": "integer"}}}]}`, "kind: B\nb: x\nc: x\na: x\n", []string{
			`/b type: b must be an integer, not the string "x"`,
			`/c type: c must be an integer, not the string "x"`,
		}},
		{"the alternative of the same type", `{"properties": {"a": {"anyOf": [{"type": "string"}, {"properties": {"x": {"type": "integer"}}, "type": "object"}]}}}`, "a: {x: y}\n", []string{
			`/a/x type: x must be an integer, not the string "y"`,
		}},
		{"a fix in the alternative that the kind tells", `{"oneOf": [
			{"properties": {"kind": {"const": "A"}, "a": {"type": "integer"}}}, {"properties": {"kind": {"const": "B"}, "a": {"type": "integer"}}}]}`, "kind: B\na: \"1\"\n", []string{
			`/a type: a must be an integer, not the string "1" | safe, Write 1: replace_value /a 1`,
		}},
		{"a fix in one of the alternatives", `{"oneOf": [
			{"required": ["x", "y"]}, {"properties": {"a": {"type": "integer"}}}]}`, "a: \"1\"\n", []string{
			`/a type: a must be an integer, not the string "1" | suggestion, Write 1: replace_value /a 1`,
		}},
		{"then", `{"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}`, "a: 1\n", []string{
			` required: the document must have the property b: add it`,
		}},
		{"the same mistake twice", `{"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"type": "integer"}}}]}`, "a: x\n", []string{
			`/a type: a must be an integer, not the string "x"`,
		}},
		{"deprecated and renamed", `{"properties": {"old": {"deprecated": true, "x-autofix-renamed-to": "new"}, "gone": {"deprecated": true}}}`, "old: 1\ngone: 2\n", []string{
			`key /gone deprecated: gone is deprecated: remove it`,
			`key /old deprecated: old is deprecated: its name is now new | safe, Rename old to new: rename_key "" old->new`,
		}},
		{"renamed, and both are there", `{"properties": {"old": {"deprecated": true, "x-autofix-renamed-to": "new"}}}`, "old: 1\nnew: 2\n", []string{
			`key /old deprecated: old is deprecated, and new, its new name, is there as well: remove it`,
		}},
		{"deprecated through references and alternatives", `{"$schema": "http://json-schema.org/draft-07/schema#", "anyOf": [{"required": ["x"], "properties": {"a": {"deprecated": true}}}, {"$ref": "#/definitions/d"}],
			"definitions": {"d": {"patternProperties": {"^b": {"items": {"deprecated": true}}}}}}`, "a: 1\nb1: [1]\n", []string{
			`key /b1/0 deprecated: item 0 of b1 is deprecated: remove it`,
		}},
		{
			"sorted", `{"properties": {"a": {"x-autofix-sort": true}, "b": {"x-autofix-sort": "name"}, "c": {"x-autofix-sort": true}, "d": {"x-autofix-sort": true}, "e": {"x-autofix-sort": true}}}`,
			"a: [b, a]\nb: [{name: y}, {name: x, z: 1}]\nc: [2, 10, 9]\nd: [1, a]\ne: [1, 2]\n",
			[]string{
				`/a/1 sort: a must be sorted: "a" comes before "b" | safe, Sort a: replace_value /a ["a","b"]`,
				`/b/1 sort: b must be sorted by name: "x" comes before "y" | safe, Sort b by name: replace_value /b [{"name":"x","z":1},{"name":"y"}]`,
				`/c/2 sort: c must be sorted: 9 comes before 10 | safe, Sort c: replace_value /c [2,9,10]`,
			},
		},
		{"the same as elsewhere", `{"properties": {"version": {"x-autofix-same-as": "package.json#/version"}}}`, "version: 1\n", []string{
			`/version same-as: package.json#/version`,
		}},
		{"infinities", `{"properties": {"a": {"type": "string", "minLength": 3}, "b": {"type": "integer"}, "d": {"enum": [1, 2]}, "e": {"maximum": 5}}}`, "a: 12e999999999\nb: -1e-999999999\nc: 1e5\nd: .inf\ne: .inf\n", []string{
			`/b type: b must be an integer, not -1e-999999999`,
			`/d enum: d must be 1 or 2, not .inf`,
			`/e range: e must be at most 5, not .inf`,
		}},
		{"names that are no words", `{"properties": {"a b": {"type": "string"}, "": {"type": "string"}}}`, "a b: 1\n\"\": {}\n", []string{
			`/ type: "" must be a string, not an object`,
			`/a b type: "a b" must be a string, not 1 | safe, Write "1": replace_value /a b "1"`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, mistakes(t, test.schema, test.document)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
