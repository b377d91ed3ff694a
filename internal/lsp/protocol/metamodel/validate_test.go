package metamodel

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	model, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ direction, message, want string }{
		{FromClient, `{"method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a"}}}`, ""},
		{FromServer, `{"method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a"}}}`, "wrong direction"},
		{FromClient, `{"method":"textDocument/didClose","params":{"textDocument":{"uri":1}}}`, "uri: 1 is not a DocumentUri"},
		{FromClient, `{"method":"textDocument/didClose","params":{}}`, "textDocument is missing"},
		{FromClient, `{"method":"textDocument/didClose","params":{"textDocument":{"uri":"","x":1}}}`, "unknown property x"},
		{FromClient, `{"method":"textDocument/close","params":{}}`, "no such method"},
		{FromClient, `{"id":1,"method":"shutdown"}`, ""},
		{FromClient, `{"id":1,"method":"shutdown","params":{"a":1}}`, "the method has none"},
		{FromClient, `{"method":"textDocument/didChange","params":{"textDocument":{"uri":"u","version":1},"contentChanges":[{"text":"x"},{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"text":""}]}}`, ""},
		{FromClient, `{"method":"textDocument/didChange","params":{"textDocument":{"uri":"u","version":1},"contentChanges":[{"range":{"start":{"line":-1,"character":1},"end":{"line":0,"character":2}},"text":""}]}}`, "-1 is not a uinteger"},
		{FromServer, `{"method":"textDocument/publishDiagnostics","params":{"uri":"u","diagnostics":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"message":"m","severity":5}]}}`, "5 is not a DiagnosticSeverity"},
		{FromServer, `{"id":"a","method":"workspace/applyEdit","params":{"edit":{"documentChanges":[{"kind":"create","uri":"u"},{"textDocument":{"uri":"u","version":null},"edits":[]}]}}}`, ""},
		{FromServer, `{"id":"a","method":"workspace/applyEdit","params":{"edit":{"documentChanges":[{"kind":"make","uri":"u"}]}}}`, "none of its types"},
	} {
		var message Message
		if err := json.Unmarshal([]byte(row.message), &message); err != nil {
			t.Fatal(err)
		}
		err := model.Validate(&message, row.direction)
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", row.message, err, row.want)
		}
	}
	for _, row := range []struct{ method, message, want string }{
		{"shutdown", `{"result":null}`, ""},
		{"shutdown", `{}`, "neither a result nor an error"},
		{"shutdown", `{"error":{"code":-32600,"message":"m"}}`, ""},
		{"shutdown", `{"error":{"message":"m"}}`, "has a code"},
		{"textDocument/hover", `{"result":{"contents":{"kind":"markdown","value":"v"}}}`, ""},
		{"textDocument/hover", `{"result":{"contents":{"kind":"html","value":"v"}}}`, "html is not a MarkupKind"},
	} {
		var message Message
		if err := json.Unmarshal([]byte(row.message), &message); err != nil {
			t.Fatal(err)
		}
		err := model.ValidateAnswer(row.method, &message)
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s %s: %v, want %q", row.method, row.message, err, row.want)
		}
	}
}
