// Package metamodel has the published description of the Language Server
// Protocol. The types of package protocol are generated from it, and tests
// validate messages with it.
//
// The file testdata/metaModel.json is Microsoft's, unchanged, under the license
// beside it.
package metamodel

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed testdata/metaModel.json
var file []byte

// A Model is the description of the protocol.
type Model struct {
	MetaData      struct{ Version string }
	Requests      []Method
	Notifications []Method
	Structures    []Structure
	Enumerations  []Enumeration
	TypeAliases   []Alias
}

// A Method is a request or a notification.
type Method struct {
	Method           string
	MessageDirection string // clientToServer, serverToClient or both
	Params           *Type  // nil: none
	Result           *Type  // nil: a notification
}

// A Structure is an object.
type Structure struct {
	Name            string
	Documentation   string
	Extends, Mixins []Type
	Properties      []Property
}

// A Property is a property of a structure.
type Property struct {
	Name          string
	Documentation string
	Optional      bool
	Type          Type
}

// An Enumeration has named values.
type Enumeration struct {
	Name                 string
	Documentation        string
	Type                 Type
	SupportsCustomValues bool
	Values               []struct {
		Name          string
		Documentation string
		Value         any // a string or a float64
	}
}

// An Alias is another name of a type.
type Alias struct {
	Name          string
	Documentation string
	Type          Type
}

// A Type is a type. Kind says which fields are set.
type Type struct {
	Kind    string // base, reference, array, map, and, or, tuple, literal or stringLiteral
	Name    string // of base and reference
	Element *Type  // of array
	Key     *Type  // of map
	Items   []Type // of and, or and tuple
	Value   *Type  // of map

	Literal struct{ Properties []Property } // of literal
	Text    string                          // of stringLiteral
}

// UnmarshalJSON decodes a type, whose value has another type for each kind.
func (t *Type) UnmarshalJSON(data []byte) error {
	type plain Type
	var raw struct {
		plain
		Value json.RawMessage
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*t = Type(raw.plain)
	switch t.Kind {
	case "map":
		return json.Unmarshal(raw.Value, &t.Value)
	case "literal":
		return json.Unmarshal(raw.Value, &t.Literal)
	case "stringLiteral":
		return json.Unmarshal(raw.Value, &t.Text)
	}
	return nil
}

// Load returns the description.
func Load() (*Model, error) {
	var m Model
	if err := json.Unmarshal(file, &m); err != nil {
		return nil, fmt.Errorf("metaModel.json: %w", err)
	}
	return &m, nil
}

// Structure returns a structure by its name, or nil.
func (m *Model) Structure(name string) *Structure {
	for i := range m.Structures {
		if m.Structures[i].Name == name {
			return &m.Structures[i]
		}
	}
	return nil
}

// Enumeration returns an enumeration by its name, or nil.
func (m *Model) Enumeration(name string) *Enumeration {
	for i := range m.Enumerations {
		if m.Enumerations[i].Name == name {
			return &m.Enumerations[i]
		}
	}
	return nil
}

// Alias returns an alias by its name, or nil.
func (m *Model) Alias(name string) *Alias {
	for i := range m.TypeAliases {
		if m.TypeAliases[i].Name == name {
			return &m.TypeAliases[i]
		}
	}
	return nil
}

// Properties returns the properties of a structure with the ones that it
// extends and mixes in. Its own come first, and take the place of others of the
// same name.
func (m *Model) Properties(s *Structure) []Property {
	all := append([]Property{}, s.Properties...)
	has := map[string]bool{}
	for _, p := range all {
		has[p.Name] = true
	}
	for _, parents := range [][]Type{s.Extends, s.Mixins} {
		for _, parent := range parents {
			for _, p := range m.Properties(m.Structure(parent.Name)) {
				if !has[p.Name] {
					has[p.Name] = true
					all = append(all, p)
				}
			}
		}
	}
	return all
}
