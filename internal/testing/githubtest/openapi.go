package githubtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// extract is a part of GitHub's OpenAPI: see TestExtract.
//
//go:embed testdata/openapi.json
var extract []byte

// A Document is the part of an OpenAPI document that requests and answers are
// checked by, with JSON Schemas in the place of OpenAPI's.
type Document struct {
	Source     string      `json:"source"`
	Operations []Operation `json:"operations"`
}

// An Operation is a method of a path.
type Operation struct {
	Method  string          `json:"method"`
	Path    string          `json:"path"` // with {NAME} for the variable parts
	Query   map[string]any  `json:"query,omitempty"`
	Request json.RawMessage `json:"request,omitempty"`
	Status  int             `json:"status"` // of a good answer
	Answer  json.RawMessage `json:"answer"`
}

var document = sync.OnceValues(func() (*Document, error) {
	var d Document
	return &d, json.Unmarshal(extract, &d)
})

// find returns the operation of a request, and the variable parts of its path.
func find(method, path string) (*Operation, map[string]string, error) {
	d, err := document()
	if err != nil {
		return nil, nil, err
	}
	have := strings.Split(path, "/")
	for i := range d.Operations {
		op := &d.Operations[i]
		want := strings.Split(op.Path, "/")
		if op.Method != method {
			continue
		}
		values := map[string]string{}
		n := 0
		for ; n < len(want) && n < len(have); n++ {
			name, varies := strings.CutPrefix(want[n], "{")
			switch {
			case varies && n == len(want)-1 && name == "basehead}":
				values["basehead"] = strings.Join(have[n:], "/") // branches may have slashes
				return op, values, nil
			case varies:
				values[strings.TrimSuffix(name, "}")] = have[n]
			}
			if !varies && want[n] != have[n] {
				break
			}
		}
		if n == len(want) && n == len(have) {
			return op, values, nil
		}
	}
	return nil, nil, fmt.Errorf("GitHub has no %s %s", method, path)
}

// checkRequest compares a request with its operation.
func (op *Operation) checkRequest(query url.Values, body []byte) error {
	for name, values := range query {
		schema, known := op.Query[name]
		if !known {
			return fmt.Errorf("%s %s has no parameter %s", op.Method, op.Path, name)
		}
		text, err := json.Marshal(schema)
		if err == nil {
			var value any = values[0]
			if bytes.Contains(text, []byte(`"integer"`)) {
				value = json.Number(values[0])
			}
			err = validate(text, value)
		}
		if err != nil {
			return fmt.Errorf("%s %s: parameter %s: %w", op.Method, op.Path, name, err)
		}
	}
	if op.Request == nil {
		if len(body) > 0 {
			return fmt.Errorf("%s %s takes no body", op.Method, op.Path)
		}
		return nil
	}
	if err := validateText(op.Request, body); err != nil {
		return fmt.Errorf("%s %s: the request: %w", op.Method, op.Path, err)
	}
	return nil
}

// checkAnswer compares a good answer with its operation.
func (op *Operation) checkAnswer(status int, body []byte) error {
	if status != op.Status {
		return fmt.Errorf("%s %s ends with %d, not %d", op.Method, op.Path, op.Status, status)
	}
	if err := validateText(op.Answer, body); err != nil {
		return fmt.Errorf("%s %s: the answer: %w", op.Method, op.Path, err)
	}
	return nil
}

func validateText(schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return validate(schema, value)
}

func validate(schema []byte, value any) error {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:schema", parsed); err != nil {
		return err
	}
	compiled, err := compiler.Compile("urn:schema")
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}
