package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// definitions returns the schemas of the parameters and results of version 1 of
// the protocol, by method.
func definitions(t *testing.T) (params, results map[string]*jsonschema.Schema) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "acp", "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("acp.json", document); err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Method string `json:"x-method"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	params, results = map[string]*jsonschema.Schema{}, map[string]*jsonschema.Schema{}
	for name, definition := range schema.Defs {
		if definition.Method == "" {
			continue
		}
		compiled, err := compiler.Compile("acp.json#/$defs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "Response") {
			results[definition.Method] = compiled
		} else {
			params[definition.Method] = compiled
		}
	}
	return params, results
}

// TestMessagesAreOfTheSchema validates all kinds of messages of the client
// against the published schema. The copy in testdata is from v0.13.5 of the SDK.
func TestMessagesAreOfTheSchema(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.txt"), "text")
	o := options(t, fakeagent.Script{Trouble: "all", Log: log}, "FAKE_API_KEY=fake")
	o.Reader = &ReadRoot{Root: root, Redact: func(_, text string) (string, error) { return text, nil }}
	agent := start(t, o)
	for range 2 { // the first one has modes, the second one options
		session := newTestSession(t, agent)
		if !session.Modes().ReadOnly {
			t.Error("no mode was set")
		}
		if answer, err := session.Prompt(context.Background(), "please"); err != nil || answer.Text != "NO_CHANGE" {
			t.Errorf("Prompt() = %+v, %v", answer, err)
		}
		canceled, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := session.Prompt(canceled, "please"); !errors.Is(err, &Reason{Code: Canceled}) {
			t.Errorf("Prompt() = %v", err)
		}
		session.Close()
	}
	agent.Close()

	params, results := definitions(t)
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var frame struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Method  string          `json:"method"`
			Params  json.RawMessage `json:"params"`
			Result  json.RawMessage `json:"result"`
			Error   *struct {
				Code    int             `json:"code"`
				Message string          `json:"message"`
				Data    json.RawMessage `json:"data"`
			} `json:"error"`
		}
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&frame); err != nil || frame.Version != "2.0" {
			t.Errorf("%v: %s", err, line)
			continue
		}
		schema, value, name := params[frame.Method], frame.Params, frame.Method
		if frame.Method == "" {
			var method string
			if err := json.Unmarshal(frame.ID, &method); err != nil {
				t.Errorf("%v: %s", err, line)
			}
			schema, value, name = results[method], frame.Result, "answer to "+method
		}
		if frame.Error != nil {
			seen["error of "+strings.TrimPrefix(name, "answer to ")] = true
			if frame.Result != nil || frame.Error.Code == 0 || frame.Error.Message == "" {
				t.Errorf("an error that is none: %s", line)
			}
			continue
		}
		seen[name] = true
		if schema == nil {
			t.Errorf("the schema has no %s", name)
			continue
		}
		decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
		if err == nil {
			err = schema.Validate(decoded)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, line)
		}
	}
	want := []string{
		"answer to fs/read_text_file", "answer to session/request_permission", "authenticate", "error of elicitation/create",
		"error of fs/write_text_file", "error of terminal/create", "initialize", "session/cancel", "session/close", "session/new",
		"session/prompt", "session/set_config_option", "session/set_mode",
	}
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
		t.Errorf("the client sent %q, want %q", got, want)
	}
}
