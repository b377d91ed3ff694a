package fakemodel

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	chatRequest   = `{"stream":true,"tools":[{"type":"function","function":{"name":"write"}}]}`
	geminiRequest = `{"tools":[{"functionDeclarations":[{"name":"write_file"},{"name":"glob"}]}]}`
)

func post(t *testing.T, url, body string) (status int, text string) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}

// events returns the events of a stream, and checks that they are JSON.
func events(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	scanner := bufio.NewScanner(strings.NewReader(text))
	for scanner.Scan() {
		event, is := strings.CutPrefix(scanner.Text(), "data: ")
		if !is {
			continue
		}
		if event != "[DONE]" && !json.Valid([]byte(event)) {
			t.Errorf("not JSON: %s", event)
		}
		all = append(all, event)
	}
	return all
}

func TestScript(t *testing.T) {
	script := Script{
		Log: filepath.Join(t.TempDir(), "log"),
		Steps: []Step{
			{Text: "grün"},
			{Calls: []Call{{"write_file", map[string]any{"path": "a"}}}},
			{Blocked: true},
			{Status: 429},
		},
	}
	for _, form := range []struct{ path, body, text, call, blocked, limit string }{
		{"/v1/chat/completions", chatRequest, `"content":"gr"`, `"arguments":"{\"path\":\"a\"}"`, `"finish_reason":"content_filter"`, "rate_limit_exceeded"},
		{"/v1beta/models/m:streamGenerateContent", geminiRequest, `"text":"gr"`, `{"functionCall":{"args":{"path":"a"},"name":"write_file"}}`, `"finishReason":"SAFETY"`, "RESOURCE_EXHAUSTED"},
	} {
		server := httptest.NewServer(NewServer(script))
		defer server.Close()
		if _, title := post(t, server.URL+form.path, `{}`); !strings.Contains(title, "A t") {
			t.Errorf("%s: a request without tools gets %s", form.path, title)
		}
		for i, want := range []string{form.text, form.call, form.blocked, form.limit, form.limit} {
			status, text := post(t, server.URL+form.path, form.body)
			if !strings.Contains(text, want) || (status == 429) != (i >= 3) {
				t.Errorf("%s: answer %d is %d %s, want %s", form.path, i, status, text, want)
			}
			if status == 200 && len(events(t, text)) == 0 {
				t.Errorf("%s: answer %d has no events: %s", form.path, i, text)
			}
		}
	}
	requests, err := ReadLog(script.Log)
	if err != nil || len(requests) != 12 {
		t.Fatalf("%d requests are in the log: %v", len(requests), err)
	}
	if requests[0].Step != -1 || requests[5].Step != 3 || !slices.Equal(requests[7].Tools, []string{"write_file", "glob"}) ||
		string(requests[7].Body) != geminiRequest {
		t.Errorf("the log: %+v", requests)
	}
}
