package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// An object is a JSON object.
type object map[string]any

// schema returns the JSON Schema of autofix.toml, in the draft that TOML
// editors support.
func schema(sections []*config.Section) (string, error) {
	definitions := object{}
	properties := object{}
	for _, s := range sections {
		if s.Value != nil {
			properties[s.Name] = optionSchema(s.Name, *s.Value, definitions)
			continue
		}
		if s.List {
			each := itemSchema(s, sections, definitions)
			properties[s.Name] = object{"type": "array", "items": each, "description": config.PlainDoc(s.Doc)}
			continue
		}
		properties[s.Name] = tableSchema(s.Name, s.Doc, s.Keys, nil, s.Tables, definitions)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"title":                config.Name,
		"description":          "The configuration of rules_autofix",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           properties,
		"definitions":          definitions,
	})
	return b.String(), err
}

// itemSchema returns the schema of the tables of a list. A key whose tables are
// the tables of a section refers to that section.
func itemSchema(s *config.Section, sections []*config.Section, definitions object) object {
	var keys []config.Option
	same := object{}
	for _, o := range s.Keys {
		i := slices.IndexFunc(sections, func(s *config.Section) bool { return o.Tables != nil && s.Tables == o.Tables })
		if i < 0 {
			keys = append(keys, o)
			continue
		}
		same[o.Name] = object{"$ref": "#/properties/" + sections[i].Name}
	}
	item := tableSchema(s.Name, "", keys, nil, nil, definitions)
	maps.Copy(item["properties"].(object), same)
	return item
}

// tableSchema returns the schema of a table with the given keys, further keys,
// and named tables. Tables of one kind without keys of their own share one
// definition, named after the containing table.
func tableSchema(name, doc string, keys, more []config.Option, tables *config.Tables, definitions object) object {
	properties := object{}
	var required []string
	for _, options := range [][]config.Option{keys, more} {
		for _, o := range options {
			properties[o.Name] = optionSchema(name+"."+o.Name, o, definitions)
			if o.Required {
				required = append(required, o.Name)
			}
		}
	}
	table := object{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		table["required"] = required
	}
	if doc != "" {
		table["description"] = config.PlainDoc(doc)
	}
	if tables == nil {
		return table
	}
	definitions[name] = tableSchema(name, tables.Doc, tables.Keys, nil, nil, definitions)
	reference := object{"$ref": "#/definitions/" + name}
	if tables.Known == nil {
		table["additionalProperties"] = reference
		return table
	}
	var names, namespaces []string
	for _, known := range tables.Known() {
		names = append(names, known.Name)
		if namespace, _, ok := strings.Cut(known.Name, "/"); ok && !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, regexp.QuoteMeta(namespace))
		}
		if len(known.Keys) == 0 {
			properties[known.Name] = reference
			continue
		}
		properties[known.Name] = tableSchema(name+"."+known.Name, known.Doc, tables.Keys, known.Keys, nil, definitions)
	}
	if tables.Short != nil {
		full := slices.Clone(names)
		for _, known := range tables.Known() {
			short := path.Base(known.Name)
			if len(tables.Short(short, full)) != 1 {
				continue
			}
			names = append(names, short)
			if len(known.Keys) > 0 {
				properties[short] = object{"$ref": "#/properties/" + name + "/properties/" + strings.ReplaceAll(known.Name, "/", "~1")}
			}
		}
	}
	if tables.OtherNamespaces {
		other := object{"pattern": "^[^/]+/", "not": object{"pattern": "^(" + strings.Join(namespaces, "|") + ")/"}}
		table["propertyNames"] = object{"anyOf": []object{{"enum": names}, other}}
		table["additionalProperties"] = reference
	}
	return table
}

func optionSchema(name string, o config.Option, definitions object) object {
	if o.Kind == config.TableMap {
		return tableSchema(name, o.Doc, nil, nil, o.Tables, definitions)
	}
	s := object{}
	switch o.Kind {
	case config.String:
		s["type"] = "string"
		if len(o.Values) > 0 {
			s["enum"] = o.Values
		}
	case config.Bool:
		s["type"] = "boolean"
	case config.Int:
		s["type"] = "integer"
	case config.Strings:
		s["type"], s["items"] = "array", object{"type": "string"}
	case config.Ints:
		s["type"], s["items"] = "array", object{"type": "integer"}
	case config.StringMap:
		s["type"], s["additionalProperties"] = "object", object{"type": "string"}
	case config.Duration:
		s["type"], s["pattern"] = "string", `^\+?([0-9.]+(ns|us|µs|ms|s|m|h))+$`
	case config.Size:
		s["anyOf"] = []object{{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+ ?([KMGT]i)?B$"}}
	}
	if o.Keep && o.Kind != config.String {
		s = object{"anyOf": []object{s, {"const": config.Keep}}}
	}
	if o.Doc != "" {
		s["description"] = config.PlainDoc(o.Doc)
	}
	switch v := o.Default.(type) {
	case nil:
	case time.Duration:
		s["default"] = v.String()
	case []string:
		s["default"] = append([]string{}, v...)
	default:
		s["default"] = v
	}
	return s
}
