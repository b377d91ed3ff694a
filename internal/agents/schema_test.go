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

// A published is the schema of a version of the protocol. The files in testdata
// are unchanged copies from @agentclientprotocol/sdk 2.4.0.
type published struct {
	params, results map[string]*jsonschema.Schema // by method
	failure         *jsonschema.Schema
}

func readPublished(t *testing.T, version string) *published {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "acp", version, "schema.json"))
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
	p := &published{
		params: map[string]*jsonschema.Schema{}, results: map[string]*jsonschema.Schema{},
		failure: compiler.MustCompile("acp.json#/$defs/Error"),
	}
	for name, definition := range schema.Defs {
		if definition.Method == "" {
			continue
		}
		compiled := compiler.MustCompile("acp.json#/$defs/" + name)
		if strings.HasSuffix(name, "Response") {
			p.results[definition.Method] = compiled
		} else {
			p.params[definition.Method] = compiled
		}
	}
	return p
}

// A sent is a message of the client. The answers to requests of the fake agent
// have their methods as ids.
type sent struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// readSent returns the messages in the log of a fake agent.
func readSent(t *testing.T, log string) []sent {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var messages []sent
	for line := range strings.Lines(string(text)) {
		var m sent
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&m); err != nil || m.Version != "2.0" {
			t.Errorf("%v: %s", err, line)
		}
		messages = append(messages, m)
	}
	return messages
}

// answered returns the method of the request that the message answers, or "".
func (m sent) answered(t *testing.T) (method string) {
	t.Helper()
	if m.Method != "" {
		return ""
	}
	if err := json.Unmarshal(m.ID, &method); err != nil {
		t.Errorf("%v: %s", err, m.ID)
	}
	return method
}

func (m sent) name(t *testing.T) string {
	t.Helper()
	switch {
	case m.Method != "":
		return m.Method
	case m.Error != nil:
		return "error of " + m.answered(t)
	}
	return "answer to " + m.answered(t)
}

// check reports a message that is not valid.
func (p *published) check(t *testing.T, m sent) {
	t.Helper()
	schema, value := p.params[m.Method], m.Params
	switch {
	case m.Error != nil:
		schema, value = p.failure, m.Error
	case m.Method == "":
		schema, value = p.results[m.answered(t)], m.Result
	}
	if schema == nil {
		t.Errorf("the schema has no %s", m.name(t))
		return
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err == nil {
		err = schema.Validate(decoded)
	}
	if err != nil {
		t.Errorf("%s: %v\n%s", m.name(t), err, value)
	}
}

// TestMessagesAreOfTheSchemas validates all kinds of messages of the client
// against the schema of version 1 of the protocol, which it speaks. Those that
// version 2 has too must be valid there, for agents that mix the two.
func TestMessagesAreOfTheSchemas(t *testing.T) {
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

	both := []string{
		"answer to session/request_permission", "error of _vendor/ask", "error of elicitation/create", "error of fs/write_text_file",
		"error of terminal/create", "initialize", "session/cancel", "session/close", "session/new", "session/prompt",
	}
	first := []string{"answer to fs/read_text_file", "authenticate", "session/set_config_option", "session/set_mode"} // of version 1 only
	for version, want := range map[string][]string{"v1": slices.Sorted(slices.Values(slices.Concat(both, first))), "v2": both} {
		schema, seen := readPublished(t, version), map[string]bool{}
		for _, message := range readSent(t, log) {
			if version == "v2" && slices.Contains(first, message.name(t)) {
				continue
			}
			schema.check(t, message)
			seen[message.name(t)] = true
		}
		if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
			t.Errorf("the client sent %q of %s, want %q", got, version, want)
		}
	}
}

// TestSecondVersionIsDeclined has an agent with only version 2 of the protocol.
// It gets one message, which it can read.
func TestSecondVersionIsDeclined(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	_, err := Start(context.Background(), options(t, fakeagent.Script{Trouble: "version", Count: 2, Log: log}))
	if !errors.Is(err, &Reason{Code: Version}) {
		t.Errorf("Start() = %v", err)
	}
	messages := readSent(t, log)
	if len(messages) != 1 {
		t.Fatalf("%d messages were sent", len(messages))
	}
	for _, version := range []string{"v1", "v2"} {
		readPublished(t, version).check(t, messages[0])
	}
}
