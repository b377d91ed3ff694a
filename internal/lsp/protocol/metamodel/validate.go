package metamodel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Message is a JSON-RPC message: a request, a notification or an answer.
type Message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    *float64
		Message *string
	}
}

// Directions of messages.
const (
	FromClient = "clientToServer"
	FromServer = "serverToClient"
)

// Validate returns an error if a request or a notification is not one of the
// protocol, in the direction in which it was sent, or if a parameter is not as
// the protocol has it.
func (m *Model) Validate(message *Message, direction string) error {
	methods := m.Notifications
	if message.ID != nil {
		methods = m.Requests
	}
	method := find(methods, message.Method)
	switch {
	case method == nil:
		return fmt.Errorf("%s: the protocol has no such method", message.Method)
	case method.MessageDirection != direction && method.MessageDirection != "both":
		return fmt.Errorf("%s: sent in the wrong direction", message.Method)
	}
	return within(message.Method, m.validate(method.Params, message.Params))
}

// ValidateAnswer returns an error if an answer to a request is not as the
// protocol has it.
func (m *Model) ValidateAnswer(method string, message *Message) error {
	if failed := message.Error; failed != nil {
		if message.Result != nil || failed.Code == nil || failed.Message == nil {
			return fmt.Errorf("%s: an error has a code and a message, and no result beside it", method)
		}
		return nil
	}
	request := find(m.Requests, method)
	if request == nil {
		return fmt.Errorf("%s: the protocol has no such request", method)
	}
	if message.Result == nil {
		return fmt.Errorf("%s: the answer has neither a result nor an error", method)
	}
	return within("answer to "+method, m.validate(request.Result, message.Result))
}

func find(methods []Method, name string) *Method {
	i := slices.IndexFunc(methods, func(method Method) bool { return method.Method == name })
	if i < 0 {
		return nil
	}
	return &methods[i]
}

func (m *Model) validate(t *Type, data json.RawMessage) error {
	if t == nil {
		if len(data) > 0 && string(data) != "null" {
			return errors.New("parameters, but the method has none")
		}
		return nil
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	return m.check(t, value)
}

// check returns an error if a value is not of a type.
func (m *Model) check(t *Type, value any) error {
	switch t.Kind {
	case "base":
		return checkBase(t.Name, value)
	case "reference":
		return m.checkReference(t.Name, value)
	case "stringLiteral":
		if value != t.Text {
			return fmt.Errorf("%v is not %q", value, t.Text)
		}
		return nil
	case "array", "tuple":
		return m.checkList(t, value)
	case "map":
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%v is not an object", value)
		}
		for key, element := range object {
			if err := m.check(t.Value, element); err != nil {
				return within(key, err)
			}
		}
		return nil
	case "or":
		var all []error
		for i := range t.Items {
			err := m.check(&t.Items[i], value)
			if err == nil {
				return nil
			}
			all = append(all, err)
		}
		return fmt.Errorf("none of its types: %w", errors.Join(all...))
	case "literal":
		return m.checkObject(t.Literal.Properties, value)
	}
	return fmt.Errorf("a type of the unknown kind %s", t.Kind)
}

func (m *Model) checkList(t *Type, value any) error {
	list, ok := value.([]any)
	if !ok || t.Kind == "tuple" && len(list) != len(t.Items) {
		return fmt.Errorf("%v is not such a list", value)
	}
	for i, element := range list {
		of := t.Element
		if t.Kind == "tuple" {
			of = &t.Items[i]
		}
		if err := m.check(of, element); err != nil {
			return within(fmt.Sprint(i), err)
		}
	}
	return nil
}

func (m *Model) checkReference(name string, value any) error {
	if name == "LSPAny" || name == "LSPObject" || name == "LSPArray" {
		return nil
	}
	if alias := m.Alias(name); alias != nil {
		return m.check(&alias.Type, value)
	}
	if enumeration := m.Enumeration(name); enumeration != nil {
		for _, known := range enumeration.Values {
			if known.Value == value {
				return nil
			}
		}
		if enumeration.SupportsCustomValues {
			return m.check(&enumeration.Type, value)
		}
		return fmt.Errorf("%v is not a %s", value, name)
	}
	structure := m.Structure(name)
	if structure == nil {
		return fmt.Errorf("the protocol has no type %s", name)
	}
	return within(name, m.checkObject(m.Properties(structure), value))
}

func (m *Model) checkObject(properties []Property, value any) error {
	object, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is not an object", value)
	}
	for key := range object {
		if !slices.ContainsFunc(properties, func(p Property) bool { return p.Name == key }) {
			return fmt.Errorf("unknown property %s", key)
		}
	}
	for i := range properties {
		p := &properties[i]
		property, there := object[p.Name]
		if !there {
			if !p.Optional {
				return fmt.Errorf("%s is missing", p.Name)
			}
			continue
		}
		if err := m.check(&p.Type, property); err != nil {
			return within(p.Name, err)
		}
	}
	return nil
}

func checkBase(name string, value any) error {
	ok := false
	switch name {
	case "boolean":
		_, ok = value.(bool)
	case "null":
		ok = value == nil
	case "integer", "uinteger", "decimal":
		number, is := value.(float64)
		ok = is && (name == "decimal" || number == math.Trunc(number) && math.Abs(number) <= math.MaxInt32) && (name != "uinteger" || number >= 0)
	default:
		_, ok = value.(string)
	}
	if !ok {
		return fmt.Errorf("%v is not a %s", value, name)
	}
	return nil
}

func within(place string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", place, err)
}
