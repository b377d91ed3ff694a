package agents

import (
	"context"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/agents/fakeagent"
)

// BenchmarkFix is a session and a prompt of a running agent that takes no time
// itself, with the sizes of a large file.
func BenchmarkFix(b *testing.B) {
	prompt := strings.Repeat("RUN apt-get install -y curl\n", 2000)
	agent := start(b, options(b, fakeagent.Script{Chunk: 20, Answers: []fakeagent.Answer{{Text: prompt[:10_000]}}}))
	for b.Loop() {
		session, err := agent.NewSession(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := session.Prompt(context.Background(), prompt); err != nil {
			b.Fatal(err)
		}
		session.Close()
	}
}

// BenchmarkStart is the start and the end of an agent.
func BenchmarkStart(b *testing.B) {
	o := options(b, fakeagent.Script{})
	for b.Loop() {
		agent, err := Start(context.Background(), o)
		if err != nil {
			b.Fatal(err)
		}
		agent.Close()
	}
}
