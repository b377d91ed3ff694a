package agents

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestGeminiAccount asks Gemini CLI with the account of the person who runs the
// test. The variables are the same as in the protocol's other SDKs:
//
//	ACP_ENABLE_GEMINI_TESTS=1  runs it
//	ACP_GEMINI_BIN             the program, by default gemini on the PATH
//	ACP_GEMINI_TEST_ARGS       more arguments, such as a model
func TestGeminiAccount(t *testing.T) {
	if os.Getenv("ACP_ENABLE_GEMINI_TESTS") != "1" {
		t.Skip("ACP_ENABLE_GEMINI_TESTS is not 1: this test asks a model that somebody pays")
	}
	name := os.Getenv("ACP_GEMINI_BIN")
	if name == "" {
		name = "gemini"
	}
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no Gemini CLI:", err)
	}
	if program, err = filepath.Abs(program); err != nil {
		t.Fatal(err)
	}
	command := append([]string{program, "--acp"}, strings.Fields(os.Getenv("ACP_GEMINI_TEST_ARGS"))...)
	agent := start(t, Options{Command: command, Env: os.Environ(), Timeout: 2 * time.Minute})
	session, err := agent.NewSession(context.Background())
	if errors.Is(err, &Reason{Code: Login}) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, asError(err).Stderr)
	}
	answer, err := session.Prompt(context.Background(), "Answer with exactly this and nothing else: NO_CHANGE")
	if errors.Is(err, &Reason{Code: Login}) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, asError(err).Stderr)
	}
	if !strings.HasSuffix(strings.TrimSpace(answer.Text), "NO_CHANGE") {
		t.Errorf("answer %q", answer.Text)
	}
	t.Logf("%+v, %+v", agent.Info(), answer.Usage)
}
