package agents

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// atOnce is how long after its limit each call returns.
const atOnce = time.Second

// later has updates of the second version of the protocol, and of later ones.
var later = func() string {
	var lines []string
	for _, update := range []string{
		`{"sessionUpdate":"state_update","state":"running"}`,
		`{"sessionUpdate":"state_update","state":"idle","stopReason":"_vendor"}`,
		`{"sessionUpdate":"_vendor_update","x":[1]}`,
		`{"sessionUpdate":"agent_message","messageId":"m","content":[{"type":"text","text":"whole"}]}`,
		`{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"_video","uri":"x"}}`,
		`{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"","mimeType":"image/png"}}`,
		`{"sessionUpdate":"tool_call_update","toolCallId":"c","kind":"_later","status":"_paused","title":null}`,
		`{"sessionUpdate":"tool_call_content_chunk","toolCallId":"c","content":{"type":"diff","git_patch":"x"}}`,
		`{"sessionUpdate":"terminal_update","terminalId":"t"}`,
		`{"sessionUpdate":"plan_update","planId":"p","type":"_board"}`,
		`{"sessionUpdate":"usage_update","used":"many","size":null}`,
	} {
		for _, session := range []string{"t1", "unknown"} {
			lines = append(lines, `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"`+session+`","update":`+update+`}}`)
		}
	}
	return strings.Join(append(lines, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","method":"_vendor/notice","params":null}`, `{"jsonrpc":"2.0","method":"session/later"}`), "\n")
}()

// TestTroubles has agents that misbehave in all known ways.
func TestTroubles(t *testing.T) {
	const limit = 700 * time.Millisecond // of time, where the trouble runs into one
	brief := func(o *Options) { o.StartTimeout = limit }
	quiet := func(o *Options) { o.IdleTimeout = limit }
	bounded := func(o *Options) { o.Limits = Limits{Memory: 300 << 20, Processes: 4, Disk: 3 << 20} }
	wall := func(o *Options) { o.Timeout = limit }
	for _, test := range []struct {
		name    string
		script  fakeagent.Script
		edit    func(*Options)
		code    Code   // "" is no error
		says    string // in the error, or in the answer
		started bool
	}{
		{name: "hangs at initialize", script: fakeagent.Script{Trouble: "hang", At: "initialize"}, edit: brief, code: StartTimeout, says: "no answer to initialize within 700ms"},
		{name: "hangs at session/new", script: fakeagent.Script{Trouble: "hang", At: "session/new"}, edit: brief, code: StartTimeout, says: "session/new", started: true},
		{name: "hangs at a prompt", script: fakeagent.Script{Trouble: "hang"}, edit: quiet, code: IdleTimeout, says: "nothing was heard for 700ms", started: true},
		{name: "thinks for ever", script: fakeagent.Script{Trouble: "thinks"}, edit: wall, code: Timeout, says: "no answer within 700ms", started: true},
		{name: "does not read", script: fakeagent.Script{Trouble: "deaf"}, edit: quiet, code: IdleTimeout, started: true},
		{name: "ignores SIGTERM and the end of its input", script: fakeagent.Script{Trouble: "stubborn"}, edit: quiet, code: IdleTimeout, started: true},
		{name: "exits at initialize", script: fakeagent.Script{Trouble: "exit", At: "initialize", Count: 3, Text: "no model\n"}, code: Exited, says: "exit code 3"},
		{name: "exits at session/new", script: fakeagent.Script{Trouble: "exit", At: "session/new", Count: 3}, code: Exited, says: "exit code 3", started: true},
		{name: "exits at a prompt", script: fakeagent.Script{Trouble: "exit", Count: 0}, code: Exited, says: "exit code 0", started: true},
		{name: "closes its output", script: fakeagent.Script{Trouble: "close"}, code: Exited, says: "closed its output", started: true},
		{name: "another program", script: fakeagent.Script{Trouble: "print", Text: "Usage: gemini [options]", Count: 1}, code: NotACP, says: "exit code 1"},
		{name: "a banner and nothing more", script: fakeagent.Script{Trouble: "banner-only", Text: "Welcome! > "}, edit: brief, code: NotACP, says: `printed "Welcome! >", and no answer to initialize`},
		{name: "a banner first", script: fakeagent.Script{Trouble: "say", At: "initialize", Text: "Welcome!\n{\"level\":\"info\"}\n{ not json"}, says: "NO_CHANGE"},
		{name: "another version", script: fakeagent.Script{Trouble: "version", Count: 2, Text: `{"methodId":"key","type":"env_var","vars":{"KEY":{}}}`}, code: Version, says: "asked for version 1 of the protocol, and offers only version 2"},
		{name: "an older version", script: fakeagent.Script{Trouble: "version", Count: 0}, code: Version, says: "offers only version 0"},
		{name: "refuses the version", script: fakeagent.Script{Trouble: "error", At: "initialize", Count: -32602, Text: "Unsupported protocol version: 1"}, code: Version, says: "asked for version 1 of the protocol: Unsupported protocol version: 1"},
		{name: "updates of a later version", script: fakeagent.Script{Trouble: "say", Text: later}, says: "NO_CHANGE"},
		{name: "updates before a prompt", script: fakeagent.Script{Trouble: "late", At: "session/new", Text: later}, says: "NO_CHANGE"},
		{name: "updates after the answer", script: fakeagent.Script{Trouble: "late", Text: later}, says: "NO_CHANGE"},
		{name: "updates before a session", script: fakeagent.Script{Trouble: "say", At: "session/new", Text: later}, says: "NO_CHANGE"},
		{name: "a malformed initialize", script: fakeagent.Script{Trouble: "malformed", At: "initialize"}, code: Protocol, says: "not valid JSON-RPC"},
		{name: "a malformed answer", script: fakeagent.Script{Trouble: "malformed"}, code: Protocol, says: "not valid JSON-RPC", started: true},
		{name: "an answer of another type", script: fakeagent.Script{Trouble: "wrong-type"}, code: Protocol, says: "a malformed answer to session/prompt", started: true},
		{name: "a session of another type", script: fakeagent.Script{Trouble: "wrong-type", At: "session/new"}, code: Protocol, started: true},
		{name: "a malformed chunk", script: fakeagent.Script{Trouble: "bad-update"}, code: Protocol, says: "agent_message_chunk", started: true},
		{name: "an update of a new kind", script: fakeagent.Script{Trouble: "new-update"}, says: "NO_CHANGE"},
		{name: "cannot read a message", script: fakeagent.Script{Trouble: "unread"}, code: Protocol, says: "Parse error", started: true},
		{name: "a line of 11 MB", script: fakeagent.Script{Trouble: "long-line", Count: 11 << 20}, code: Protocol, says: "10 MiB", started: true},
		{name: "a line of 9 MB", script: fakeagent.Script{Trouble: "long-line", Count: 9 << 20}, code: Protocol, says: "not ACP", started: true},
		{name: "some noise", script: fakeagent.Script{Trouble: "noise", Count: 1000}, says: "NO_CHANGE"},
		{name: "noise without end", script: fakeagent.Script{Trouble: "noise", Count: 1e6}, code: Protocol, says: "4 MiB of output", started: true},
		{name: "20,000 notifications", script: fakeagent.Script{Trouble: "notifications", Count: 20_000}, says: "NO_CHANGE"},
		{name: "10 MB of standard error", script: fakeagent.Script{Trouble: "stderr", Count: 1e5}, says: "NO_CHANGE"},
		{name: "talks for ever", script: fakeagent.Script{Trouble: "talks"}, code: AnswerTooLarge, says: "2097152 bytes", started: true},
		{name: "asks for ever", script: fakeagent.Script{Trouble: "asks", Count: 1e5}, code: Protocol, says: "64 requests", started: true},
		{name: "an error", script: fakeagent.Script{Trouble: "error", Count: -32603, Text: "Internal error"}, code: AgentError, says: "Internal error (-32603)", started: true},
		{name: "too many requests", script: fakeagent.Script{Trouble: "error", Count: -32603, Text: "429 Too Many Requests"}, code: RateLimited, started: true},
		{name: "refuses", script: fakeagent.Script{Trouble: "stop", Text: "refusal"}, code: Refused, started: true},
		{name: "refuses, with words", script: fakeagent.Script{Trouble: "stop", Text: "refusal", Answers: []fakeagent.Answer{{Text: "I cannot\n\x1b[31mhelp.\nA line of the prompt, which is long.\n"}}}, code: Refused, says: `the model refuses; its words begin with "I cannot help. [prompt]"`, started: true},
		{name: "out of tokens, with words", script: fakeagent.Script{Trouble: "stop", Text: "max_tokens", Answers: []fakeagent.Answer{{Text: "FROM"}}}, code: MaxTokens, says: `limit of tokens; its words begin with "FROM"`, started: true},
		{name: "a later reason to stop, with an answer", script: fakeagent.Script{Trouble: "stop", Text: "_later", Answers: []fakeagent.Answer{{Text: "NO_CHANGE"}}}, says: "NO_CHANGE"},
		{name: "a key that is wrong", script: fakeagent.Script{Trouble: "error", Count: -32603, Text: "Incorrect API key provided"}, code: Login, says: "asks for a login: Incorrect API key", started: true},
		{name: "not authorized", script: fakeagent.Script{Trouble: "error", Count: -32603, Text: "upstream: 401 Unauthorized"}, code: Login, started: true},
		{name: "out of tokens", script: fakeagent.Script{Trouble: "stop", Text: "max_tokens"}, code: MaxTokens, started: true},
		{name: "out of requests", script: fakeagent.Script{Trouble: "stop", Text: "max_turn_requests"}, code: MaxTurns, started: true},
		{name: "cancels by itself", script: fakeagent.Script{Trouble: "stop", Text: "cancelled"}, code: Stopped, started: true},
		{name: "a new reason to stop", script: fakeagent.Script{Trouble: "stop", Text: "bored"}, code: Protocol, says: `"bored"`, started: true},
		{name: "leaves a child", script: fakeagent.Script{Trouble: "child"}, says: "NO_CHANGE"},
		{name: "leaves a daemon that holds its output", script: fakeagent.Script{Trouble: "daemon"}, says: "NO_CHANGE"},
		{name: "exits, and a daemon holds its output", script: fakeagent.Script{Trouble: "daemon-exit"}, says: "NO_CHANGE"},
		{name: "too much memory", script: fakeagent.Script{Trouble: "memory", Count: 400}, edit: bounded, code: OverLimit, says: "of memory, and 300 are allowed", started: true},
		{name: "too many processes", script: fakeagent.Script{Trouble: "children", Count: 6}, edit: bounded, code: OverLimit, says: "processes, and 4 are allowed", started: true},
		{name: "too much disk", script: fakeagent.Script{Trouble: "files", Count: 5}, edit: bounded, code: OverLimit, says: "in its working folder, and 3 are allowed", started: true},
		{name: "within the limits", script: fakeagent.Script{Trouble: "child"}, edit: bounded, says: "NO_CHANGE"},
		{name: "asks for something unknown", script: fakeagent.Script{Trouble: "unknown"}, says: "-32601"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.script.PIDs = filepath.Join(t.TempDir(), "pids")
			o := options(t, test.script)
			o.Timeout = 30 * time.Second
			if test.edit != nil {
				test.edit(&o)
			}
			prompt := strings.Repeat("A line of the prompt, which is long.\n", 6000)
			var got asked
			if test.code == OverLimit && !process.TellsUse {
				t.Skip("this system does not tell what an agent uses")
			}
			inTime(t, func() time.Duration {
				got = askOnce(t, o, prompt)
				checkGone(t, test.script.PIDs)
				if test.edit == nil {
					return got.closing
				}
				return max(got.took-limit, got.closing)
			})
			answer, started, err := got.answer, got.started, got.err
			if test.code == "" {
				if err != nil || !strings.Contains(answer.Text, test.says) {
					t.Errorf("Prompt() = %+v, %v", answer, err)
				}
				return
			}
			if !errors.Is(err, &Reason{Code: test.code}) {
				t.Fatalf("error %v, want %s", err, test.code)
			}
			failure := asError(err)
			if !strings.Contains(failure.Detail, test.says) || strings.Contains(err.Error()+failure.Stderr, "A line of the prompt") {
				t.Errorf("error %v, want %q", err, test.says)
			}
			if started != test.started || failure.Started != test.started {
				t.Errorf("started: %v and %v, want %v", started, failure.Started, test.started)
			}
			if test.script.Text == "no model\n" && failure.Stderr != "no model" {
				t.Errorf("standard error %q", failure.Stderr)
			}
		})
	}
}

// inTime reports that each of three tries takes longer than atOnce. One may,
// on a busy machine.
func inTime(t *testing.T, try func() time.Duration) {
	t.Helper()
	for range 3 {
		took := try()
		if took <= atOnce || t.Failed() {
			return
		}
		t.Logf("it took %v longer than its limit", took)
	}
	t.Errorf("it takes more than %v longer than its limit", atOnce)
}

// asked has the results of a start, a session and a prompt.
type asked struct {
	answer  *Answer
	err     error
	started bool
	took    time.Duration // of the last call before Close
	closing time.Duration // of Close
}

// askOnce starts an agent, asks it, and closes it.
func askOnce(t *testing.T, o Options, prompt string) (got asked) {
	t.Helper()
	began := time.Now()
	defer func() { got.took += time.Since(began) - got.closing }()
	agent, err := Start(context.Background(), o)
	if err != nil {
		return asked{err: err}
	}
	got.started = true
	defer func() {
		began := time.Now()
		agent.Close()
		got.closing = time.Since(began)
	}()
	began = time.Now()
	session, err := agent.NewSession(context.Background())
	if err != nil {
		got.err = err
		return got
	}
	defer session.Close()
	began = time.Now()
	got.answer, got.err = session.Prompt(context.Background(), prompt)
	return got
}

// TestExitRightAfterTheAnswer loses no answer of an agent that ends with it.
func TestExitRightAfterTheAnswer(t *testing.T) {
	count := 1000
	if testing.Short() {
		count = 50
	}
	text := strings.Repeat("0123456789", 20_000)
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			o := options(t, fakeagent.Script{Trouble: "exit-after", Answers: []fakeagent.Answer{{Text: text[:100]}}})
			large := options(t, fakeagent.Script{Trouble: "exit-after", Answers: []fakeagent.Answer{{Text: text[:100_000]}}})
			for i := range count / 4 {
				options, want := o, 100
				if i%10 == 0 {
					options, want = large, 100_000 // more than a pipe holds
				}
				if got := askOnce(t, options, "please"); got.err != nil || got.answer.Text != text[:want] {
					t.Fatalf("answer %d is lost: %v", i, got.err)
				}
			}
		})
	}
}
