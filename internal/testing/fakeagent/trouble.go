package fakeagent

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// troubles are the ways to misbehave, by name. Troubles with a step happen at
// Script.At.
var troubles = map[string]func(*raw){
	// With a step.
	"hang":       func(*raw) { sleep() },
	"exit":       func(r *raw) { fmt.Fprint(os.Stderr, r.Text); r.flush(); os.Exit(r.Count) },
	"close":      func(*raw) { _ = os.Stdout.Close(); sleep() },
	"error":      func(r *raw) { r.fail(r.Count, r.Text) },
	"malformed":  func(r *raw) { r.write(`{"jsonrpc":"2.0","id":` + r.id + `,"result":{"stop`); r.flush(); sleep() },
	"wrong-type": func(r *raw) { r.result(`[1, 2, "three"]`) },
	"long-line":  func(r *raw) { r.write(strings.Repeat("x", r.Count)); r.normal() },
	"noise":      func(r *raw) { r.repeat(strings.Repeat("noise ", 20)); r.normal() },
	"unread": func(r *raw) {
		r.write(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`)
		r.flush()
		sleep()
	},
	"unknown": func(r *raw) { r.unknown() },
	"asks":    func(r *raw) { r.repeat(`{"jsonrpc":"2.0","id":"a","method":"terminal/create","params":{}}`); sleep() },
	"all":     func(r *raw) { r.all() },
	"late":    func(r *raw) { r.normal(); r.write(r.Text) },
	"say":     func(r *raw) { r.write(r.Text); r.normal() },

	// During a prompt.
	"deaf":          func(*raw) { sleep() }, // hang; the reader stops too
	"exit-after":    func(r *raw) { r.normal(); r.flush(); os.Exit(0) },
	"echo":          func(r *raw) { fmt.Fprintf(os.Stderr, "\nlast request: %s\n", r.frame); r.flush(); os.Exit(4) },
	"echo-error":    func(r *raw) { r.fail(-32603, "cannot handle "+string(r.frame)) },
	"notifications": func(r *raw) { r.updates("agent_thought_chunk", "thinking"); r.normal() },
	"thinks":        func(r *raw) { r.forever("agent_thought_chunk", time.Millisecond) },
	"talks":         func(r *raw) { r.forever("agent_message_chunk", 0) },
	"bad-update":    func(r *raw) { r.update(`{"sessionUpdate":"agent_message_chunk","content":7}`); r.normal() },
	"new-update":    func(r *raw) { r.update(`{"sessionUpdate":"from_the_future","content":7}`); r.normal() },
	"stop":          func(r *raw) { r.words(); r.result(`{"stopReason":"` + r.Text + `"}`) },
	"child":         func(r *raw) { r.spawn(false); r.normal() },
	"daemon":        func(r *raw) { r.spawn(true); r.normal() },
	"daemon-exit":   func(r *raw) { r.spawn(true); r.normal(); r.flush(); os.Exit(0) },
	"memory":        func(r *raw) { r.holdMemory() },
	"children":      func(r *raw) { r.spawnMany() },
	"files":         func(r *raw) { r.writeMany() },
	"stderr":        func(r *raw) { r.floodStderr(); r.normal() },
}

// A raw agent writes messages by hand, so that they may be wrong.
type raw struct {
	Script
	in        *bufio.Reader
	out       *bufio.Writer
	frame     []byte // the request that is answered
	id, where string
	session   string
	sessions  int
	loggedIn  bool
}

// misbehave serves like serve, except for the trouble.
func (s Script) misbehave() int {
	trouble, known := troubles[s.Trouble]
	switch {
	case s.Trouble == "sleep":
		sleep()
	case s.Trouble == "banner-only":
		fmt.Println(s.Text)
		sleep()
	case s.Trouble == "print": // a program that isn't an agent
		fmt.Println(s.Text)
		return s.Count
	case s.Trouble == "version":
		trouble, known = (*raw).normal, true
	case s.Trouble == "stubborn":
		ignoreSignals()
		s.At, trouble, known = "session/prompt", troubles["hang"], true
	}
	if !known {
		fmt.Fprintln(os.Stderr, "fakeagent: no trouble is named", s.Trouble)
		return 2
	}
	if s.At == "" {
		s.At = "session/prompt"
	}
	r := &raw{Script: s, out: bufio.NewWriter(os.Stdout), in: bufio.NewReaderSize(os.Stdin, 4096)}
	for {
		line, err := r.in.ReadBytes('\n')
		if err != nil {
			if s.Trouble == "stubborn" {
				sleep()
			}
			return 0
		}
		r.frame = bytes.TrimSpace(line)
		if s.Log != "" {
			appendLine(s.Log, string(r.frame))
		}
		r.serveOne(trouble)
		r.flush()
		if s.Trouble == "deaf" && r.where == "session/new" {
			sleep()
		}
	}
}

func (r *raw) serveOne(trouble func(*raw)) {
	var request struct {
		ID     json.RawMessage
		Method string
		Params struct{ SessionID string }
	}
	if json.Unmarshal(r.frame, &request) != nil || len(request.ID) == 0 || request.Method == "" {
		return // a notification, or an answer
	}
	r.id, r.where, r.session = string(request.ID), request.Method, request.Params.SessionID
	if r.where == r.At || r.Trouble == "all" {
		trouble(r)
		return
	}
	r.normal()
}

// normal answers the request as it should be.
func (r *raw) normal() {
	switch r.where {
	case "initialize":
		version := 1
		if r.Trouble == "version" {
			version = r.Count
		}
		if version > 1 {
			r.result(fmt.Sprintf(`{"protocolVersion":%d,"info":{"name":"trouble","version":"1"},"capabilities":{"session":{}},"authMethods":[%s]}`, version, r.Text))
			return
		}
		r.result(fmt.Sprintf(`{"protocolVersion":%d,"agentInfo":{"name":"trouble","version":"1"},"authMethods":[]}`, version))
	case "session/new":
		r.sessions++
		r.result(fmt.Sprintf(`{"sessionId":"t%d"}`, r.sessions))
	case "session/prompt":
		text := "NO_CHANGE"
		if len(r.Answers) > 0 {
			text = r.Answers[0].Text
		}
		r.update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":` + quoted(text) + `}}`)
		r.result(`{"stopReason":"end_turn"}`)
	default:
		r.fail(-32601, "Method not found")
	}
}

// words sends the first answer of the script, if there is one.
func (r *raw) words() {
	if len(r.Answers) > 0 {
		r.update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":` + quoted(r.Answers[0].Text) + `}}`)
	}
}

func (r *raw) write(line string) { _, _ = r.out.WriteString(line + "\n") }

func (r *raw) flush() { _ = r.out.Flush() }

func (r *raw) result(json string) {
	r.write(`{"jsonrpc":"2.0","id":` + r.id + `,"result":` + json + `}`)
}

func (r *raw) fail(code int, message string) {
	r.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, r.id, code, quoted(message)))
}

func (r *raw) update(update string) {
	r.write(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":` + quoted(r.session) + `,"update":` + update + `}}`)
}

// updates sends Count updates as fast as it can.
func (r *raw) updates(kind, text string) {
	for range r.Count {
		r.update(`{"sessionUpdate":"` + kind + `","content":{"type":"text","text":` + quoted(text) + `}}`)
	}
}

func (r *raw) forever(kind string, pause time.Duration) {
	r.Count = 1
	for {
		r.updates(kind, strings.Repeat("and on it goes, ", 50))
		if pause > 0 {
			r.flush()
			time.Sleep(pause)
		}
	}
}

func (r *raw) repeat(line string) {
	for range r.Count {
		r.write(line)
	}
	r.flush()
}

// unknown makes a request that no client knows, and answers with the client's
// response.
func (r *raw) unknown() {
	r.write(`{"jsonrpc":"2.0","id":"u1","method":"workspace/explode","params":{"sessionId":` + quoted(r.session) + `}}`)
	r.flush()
	answer, _ := bufio.NewReaderSize(os.Stdin, 16).ReadString('\n')
	r.Answers = []Answer{{Text: strings.TrimSpace(answer)}}
	r.normal()
}

func (r *raw) floodStderr() {
	line := strings.Repeat("e", 99) + "\n"
	for range r.Count {
		fmt.Fprint(os.Stderr, line)
	}
	fmt.Fprintln(os.Stderr, "the last line")
}

// holdMemory uses Count MiB of memory.
func (r *raw) holdMemory() {
	held := make([]byte, r.Count<<20)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	sleep()
	runtime.KeepAlive(held)
}

func (r *raw) spawnMany() {
	for range r.Count {
		r.spawn(true)
	}
	sleep()
}

// writeMany writes Count files of a MiB into its folder, or into Text.
func (r *raw) writeMany() {
	for i := range r.Count {
		if err := os.WriteFile(filepath.Join(r.Text, fmt.Sprint("file", i)), make([]byte, 1<<20), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, "fakeagent:", err)
			r.flush()
			os.Exit(5)
		}
	}
	sleep()
}

func quoted(text string) string {
	raw, _ := json.Marshal(text) // a string is always valid
	return string(raw)
}

// sleep sleeps for longer than any test waits, and ends then, so that nothing
// stays behind.
func sleep() {
	time.Sleep(2 * time.Minute)
	os.Exit(9)
}
