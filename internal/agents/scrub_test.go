package agents

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

func TestScrubber(t *testing.T) {
	const prompt = "FROM debian:12 AS build\n\tRUN apt-get update && apt-get install\nRUN apt-get update\nENV A=\"<quoted>\" B=\\\\ c\n}\n"
	for _, test := range []struct{ name, text, want string }{
		{"nothing of it", "no model\nat line 3", "no model\nat line 3"},
		{"a line", "error at FROM debian:12 AS build!", "error at [prompt]!"},
		{"a line in a longer one", "RUN apt-get update && apt-get install", "[prompt]"},
		{"as JSON", `{"text":"FROM debian:12 AS build\n\tRUN apt-get update \u0026\u0026 apt-get install\nENV A=\"\u003cquoted\u003e\" B=\\\\ c\n}"}`, `{"text":"[prompt]\n\t[prompt]\n[prompt]\n}"}`},
		{"as JSON without HTML", `"ENV A=\"<quoted>\" B=\\\\ c"`, `"[prompt]"`},
	} {
		var s scrubber
		s.add(prompt)
		s.add(prompt)
		if got := s.clean(test.text); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestScrubberForgetsNothing(t *testing.T) {
	var s scrubber
	for i := range 100 {
		s.add(fmt.Sprint(i, strings.Repeat("a", 100_000), "\n"))
	}
	if got := s.clean("anything"); got != withheld {
		t.Errorf("clean() = %q", got)
	}
	if got := s.clean(""); got != "" {
		t.Errorf("clean() = %q", got)
	}
}

// TestPromptsAreInNoError has agents that repeat the prompt in their errors.
func TestPromptsAreInNoError(t *testing.T) {
	var prompt strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&prompt, "ENV SECRET_%d=\"hunter<%d>\"\n", i, i)
	}
	for _, trouble := range []string{"echo", "echo-error"} {
		for _, prompt := range []string{prompt.String(), `ENV SECRET_1="hunter<1>"`} {
			err := askOnce(t, options(t, fakeagent.Script{Trouble: trouble}), prompt).err
			failure := asError(err)
			if failure == nil {
				t.Fatalf("%s: %v", trouble, err)
			}
			all := fmt.Sprintf("%v %+v %q", err, failure, failure.Stderr)
			for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
				all += cause.Error()
			}
			if strings.Contains(all, "hunter") {
				t.Errorf("%s: the error has the prompt: %.300s", trouble, all)
			}
			if trouble == "echo" && failure.Stderr == "" {
				t.Error("nothing is left of the standard error")
			}
		}
	}
	tools := newTestSession(t, start(t, options(t, fakeagent.Script{Asks: []string{"permission run ENV SECRET_1=hunter2"}})))
	answer, err := tools.Prompt(context.Background(), "ENV SECRET_1=hunter2")
	if err != nil || strings.Contains(fmt.Sprint(answer.Denied), "hunter") {
		t.Errorf("Denied = %q, %v", answer.Denied, err)
	}
}

func TestShort(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"a\n b\x1b[31m\tc", 100, "a b[31m c"},
		{"äöü", 3, "ä..."},
		{"a\xffb", 10, "ab"},
		{"", 5, ""},
	} {
		if got := clip.Line(test.text, test.limit); got != test.want {
			t.Errorf("short(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestKeysAreNowhere has agents that print their key.
func TestKeysAreNowhere(t *testing.T) {
	const key = "sk-0123456789+made/up"
	const quoted = `sk-0123456789+made\/up` // as some JSON encoders write it
	says := "Incorrect API key provided: " + key + "."
	for _, test := range []struct {
		name   string
		script fakeagent.Script
	}{
		{"in an error", fakeagent.Script{Trouble: "error", Count: 401, Text: says}},
		{"in an error, encoded", fakeagent.Script{Trouble: "error", Count: 401, Text: "GET /v1?key=" + url.QueryEscape(key)}},
		{"in a login", fakeagent.Script{Trouble: "error", Count: -32000, At: "session/new", Text: "auth: " + says}},
		{"in a rate limit", fakeagent.Script{Trouble: "error", Count: 429, Text: says}},
		{"on the standard error", fakeagent.Script{Trouble: "exit", Count: 1, Text: says + "\n"}},
		{"at the start", fakeagent.Script{Trouble: "exit", At: "initialize", Count: 1, Text: says + "\n"}},
		{"instead of ACP", fakeagent.Script{Trouble: "print", Count: 1, Text: says}},
		{"where the words are cut", fakeagent.Script{Trouble: "error", Count: 401, Text: strings.Repeat("x", detailMax-10) + key}},
		{"in a banner that is cut", fakeagent.Script{Trouble: "banner-only", Text: strings.Repeat("x", 92) + key}},
		{"in a long banner", fakeagent.Script{Trouble: "banner-only", Text: strings.Repeat("x", detailMax-10) + key}},
		{"in a reason to stop", fakeagent.Script{Trouble: "stop", Text: key}},
		{"in an answer of another kind", fakeagent.Script{Trouble: "say", At: "initialize", Text: `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"` + quoted + `"}}`}},
	} {
		o := options(t, test.script, "OPENAI_API_KEY="+key)
		o.Hidden = []string{key}
		if test.script.Trouble == "banner-only" {
			o.StartTimeout = 500 * time.Millisecond
		}
		failure := asError(askOnce(t, o, "a question").err)
		if failure == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		all := fmt.Sprintf("%v %+v %q %v", failure, failure, failure.Stderr, failure.Err)
		for _, part := range []string{key, quoted, url.QueryEscape(key), key[:8]} {
			if strings.Contains(all, part) {
				t.Errorf("%s: %q is in %.600s", test.name, part, all)
			}
		}
	}
	o := options(t, fakeagent.Script{Name: "agent " + key, Title: key, Version: key, Asks: []string{"permission run curl -H " + key}})
	o.Hidden = []string{key}
	agent := start(t, o)
	answer, err := newTestSession(t, agent).Prompt(context.Background(), "a question")
	if all := fmt.Sprintf("%+v %q %v", agent.Info(), answer.Denied, err); strings.Contains(all, key[:8]) {
		t.Errorf("the key is in %s", all)
	}
}
