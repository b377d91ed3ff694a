package agents

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

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
