package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// parseYAML parses YAML of one document without aliases. Repeated keys stay,
// for the reader to report.
func parseYAML(data []byte) (*node, *operation.Error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if err := encoded(data); err != nil {
		return nil, err
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithPlugin(limits{}))
	if err != nil {
		return nil, syntaxError(err)
	}
	var root, next yaml.Node
	switch err := loader.Load(&root); {
	case errors.Is(err, io.EOF):
		return &node{kind: "null"}, nil
	case err != nil:
		return nil, syntaxError(err)
	}
	switch err := loader.Load(&next); {
	case err == nil:
		return nil, &operation.Error{Code: operation.CodeDocument, Why: fmt.Sprintf("line %d: a second YAML document begins: fix actions are one", next.Line)}
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(err)
	}
	return yamlNode(&root, "")
}

var errTooDeep = fmt.Errorf("the document nests more than %d deep", maxDepth)

// limits is a plugin of the parser.
type limits struct{}

func (limits) CheckDepth(depth int, _ *yaml.DepthContext) error {
	if depth > maxDepth {
		return errTooDeep
	}
	return nil
}

func (limits) CheckAlias(int, int) error { return nil } // they are refused anyway

func syntaxError(err error) *operation.Error {
	load, ok := errors.AsType[*yaml.LoadError](err)
	switch {
	case errors.Is(err, errTooDeep), ok && load.Message == errTooDeep.Error():
		return &operation.Error{Code: operation.CodeTooDeep, Why: errTooDeep.Error()}
	case ok && load.Mark.Line > 0:
		return &operation.Error{Code: operation.CodeSyntax, Why: fmt.Sprintf("line %d, column %d: %s", load.Mark.Line, load.Mark.Column, load.Message)}
	}
	return &operation.Error{Code: operation.CodeSyntax, Why: err.Error()}
}

func yamlNode(y *yaml.Node, place string) (*node, *operation.Error) {
	switch y.Kind {
	case yaml.DocumentNode:
		if len(y.Content) == 0 {
			return &node{kind: "null"}, nil
		}
		return yamlNode(y.Content[0], place)
	case yaml.AliasNode:
		return nil, &operation.Error{Code: operation.CodeAlias, Pointer: place, Why: fmt.Sprintf("line %d: fix actions have no YAML aliases", y.Line)}
	case yaml.MappingNode:
		n := &node{kind: "object"}
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := y.Content[i]
			if key.Kind != yaml.ScalarNode {
				return nil, &operation.Error{Code: operation.CodeSyntax, Pointer: place, Why: fmt.Sprintf("line %d: a key is a string", key.Line)}
			}
			value, err := yamlNode(y.Content[i+1], operation.Join(place, key.Value))
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{key.Value, value})
		}
		return n, nil
	case yaml.SequenceNode:
		n := &node{kind: "array"}
		for i, item := range y.Content {
			value, err := yamlNode(item, operation.JoinIndex(place, i))
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, value)
		}
		return n, nil
	}
	return scalar(y, place)
}

func scalar(y *yaml.Node, place string) (*node, *operation.Error) {
	switch y.ShortTag() {
	case "!!str", "!!timestamp": // JSON has no dates
		return &node{kind: "string", text: y.Value}, nil
	case "!!null":
		return &node{kind: "null"}, nil
	case "!!bool", "!!int", "!!float":
	default:
		return nil, &operation.Error{Code: operation.CodeSyntax, Pointer: place, Why: fmt.Sprintf("line %d: JSON has no value of the type %s", y.Line, y.Tag)}
	}
	var value any
	if err := y.Decode(&value); err != nil {
		return nil, &operation.Error{Code: operation.CodeSyntax, Pointer: place, Why: fmt.Sprintf("line %d: %v", y.Line, err)}
	}
	switch number := value.(type) {
	case bool:
		return &node{kind: "boolean", value: number}, nil
	case float64:
		if json.Valid([]byte(y.Value)) { // as spelled, and so exact
			value = json.Number(y.Value)
		} else if text := strconv.FormatFloat(number, 'g', -1, 64); json.Valid([]byte(text)) {
			value = json.Number(text)
		}
	default:
		value = json.Number(fmt.Sprint(value))
	}
	return &node{kind: operation.TypeOf(value), value: value}, nil
}
