package autofixai

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/agents"
)

func TestExplain(t *testing.T) {
	for name, value := range map[string]string{"ACME_API_KEY": "x", "OTHER_AUTH_TOKEN": "x", "EMPTY_API_KEY": "", "ACME_REGION": "x"} {
		t.Setenv(name, value)
	}
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_AUTH_TOKEN"} {
		t.Setenv(name, "")
	}
	const login, offline = "ACME_API_KEY and OTHER_AUTH_TOKEN are set here", "not even a server of this machine"
	for _, row := range []struct {
		name    string
		s       Settings
		failure agents.Error
		want    []string
		not     []string
	}{
		{"no login", Settings{}, agents.Error{Reason: agents.Reason{Code: agents.Login}}, []string{login, "not in `env` of [ai]"}, []string{"EMPTY_API_KEY", "ACME_REGION", offline}},
		{"no login, one is passed", Settings{Env: []string{"ACME_API_KEY"}}, agents.Error{Reason: agents.Reason{Code: agents.Login}}, []string{"OTHER_AUTH_TOKEN is set here"}, []string{"ACME_API_KEY"}},
		{"its words name a variable", Settings{}, agents.Error{Reason: agents.Reason{Code: agents.Exited}, Stderr: "Error: set ACME_REGION or EMPTY_API_KEY first"}, []string{"ACME_REGION is set here"}, []string{"ACME_API_KEY", "EMPTY_API_KEY"}},
		{"its login names a variable", Settings{}, agents.Error{Reason: agents.Reason{Code: agents.Login}, Methods: []agents.LoginMethod{{Vars: []string{"ACME_REGION"}}}}, []string{"ACME_REGION, ACME_API_KEY and OTHER_AUTH_TOKEN are set"}, nil},
		{"a part of a name", Settings{}, agents.Error{Reason: agents.Reason{Code: agents.Exited, Detail: "MY_ACME_REGION"}}, nil, []string{"ACME_REGION is"}},
		{"another error", Settings{}, agents.Error{Reason: agents.Reason{Code: agents.Refused}}, nil, []string{"ACME", offline}},
		{"no network", Settings{Network: NetworkDeny}, agents.Error{Reason: agents.Reason{Code: agents.AgentError, Detail: "fetch failed"}}, []string{offline}, nil},
		{"no network, and no matter", Settings{Network: NetworkDeny}, agents.Error{Reason: agents.Reason{Code: agents.MaxTokens}}, nil, []string{offline}},
	} {
		t.Run(row.name, func(t *testing.T) {
			before := row.failure
			err := row.s.Explain(&row.failure)
			if !errors.Is(err, &agents.Reason{Code: row.failure.Code}) || row.failure.Detail != before.Detail {
				t.Errorf("error %v, and the original has %q", err, row.failure.Detail)
			}
			for _, part := range row.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("no %q in %v", part, err)
				}
			}
			for _, part := range row.not {
				if strings.Contains(err.Error(), part) {
					t.Errorf("%q in %v", part, err)
				}
			}
		})
	}
	if (&Settings{}).Explain(nil) != nil {
		t.Error("no error has become one")
	}
}

func TestLocalServer(t *testing.T) {
	for value, local := range map[string]bool{
		"http://localhost:11434/v1": true, "http://127.0.0.1:8080": true, "127.0.0.1:11434": true, "localhost": true, "https://[::1]:1/": true,
		"http://u:p@localhost:1": true, "0.0.0.0:11434": true, "http://models.localhost:1": true,
		"https://api.example.com/v1": false, "https://localhost.example.com": false, "sk-localhost": false, "": false, "a/localhost": false,
		"https://example.com/?next=http://localhost": false, "https://example.com@evil/": false,
	} {
		t.Setenv("MODEL_URL", value)
		for _, network := range []string{NetworkDeny, NetworkAllow} {
			s := &Settings{Network: network, Env: []string{"MODEL_URL"}}
			err := s.localServer()
			if (err != nil) != (local && network == NetworkDeny) || err != nil && !strings.Contains(err.Error(), "[ai]: MODEL_URL names a server of this machine") {
				t.Errorf("%q, %s: %v", value, network, err)
			}
		}
	}
}
