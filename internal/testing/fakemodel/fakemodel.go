// Package fakemodel is a language model for tests of real agents: a server on
// loopback that answers by a script, in the forms of OpenAI's chat completions
// and of Gemini.
//
// In a sandbox without a network, an agent reaches only servers that run in the
// same sandbox. So Main starts the server and then the agent, in one process
// tree.
package fakemodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
)

// A Script has the answers of the model.
type Script struct {
	// Steps are the answers to the requests of the agent that offer tools, in
	// order. The last one repeats. Other requests, such as that for a title of
	// the conversation, get a short text.
	Steps []Step
	// Log is a file to which each request is appended, as a line of JSON, a Request.
	Log string `json:",omitempty"`
}

// A Step is one answer: a text, a call of tools, or an error.
type Step struct {
	Text  string `json:",omitempty"`
	Calls []Call `json:",omitempty"`
	// Status is the status of an HTTP error, such as 429.
	Status int `json:",omitempty"`
	// Blocked has the model refuse for reasons of safety.
	Blocked bool `json:",omitempty"`
}

// A Call is a call of a tool, with the agent's names of the tool and its
// arguments.
type Call struct {
	Tool string
	Args map[string]any
}

// A Request is a line of the log.
type Request struct {
	Path  string
	Tools []string
	Step  int // -1 for requests that offer no tools
	Body  json.RawMessage
}

// A Server is the handler of the requests.
type Server struct {
	script Script

	mu    sync.Mutex
	steps int
}

// NewServer returns a server that follows the script.
func NewServer(script Script) *Server { return &Server{script: script} }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	tools := toolsOf(body)
	step, number := s.next(tools)
	if err := s.note(Request{Path: r.URL.Path, Tools: tools, Step: number, Body: body}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		chatCompletions(w, step)
	case strings.Contains(r.URL.Path, ":streamGenerateContent"):
		gemini(w, step, true)
	case strings.Contains(r.URL.Path, ":generateContent"):
		gemini(w, step, false)
	case strings.Contains(r.URL.Path, ":countTokens"):
		writeJSON(w, map[string]int{"totalTokens": 100})
	default:
		http.NotFound(w, r)
	}
}

// next returns the step for a request, and its number.
func (s *Server) next(tools []string) (Step, int) {
	if len(tools) == 0 || len(s.script.Steps) == 0 {
		return Step{Text: "A title"}, -1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	number := min(s.steps, len(s.script.Steps)-1)
	s.steps++
	return s.script.Steps[number], number
}

// toolsOf returns the names of the tools that a request offers.
func toolsOf(body []byte) []string {
	var request struct {
		Tools []struct {
			Function             struct{ Name string }
			FunctionDeclarations []struct{ Name string }
		}
	}
	if json.Unmarshal(body, &request) != nil {
		return nil
	}
	var names []string
	for _, tool := range request.Tools {
		if tool.Function.Name != "" {
			names = append(names, tool.Function.Name)
		}
		for _, function := range tool.FunctionDeclarations {
			names = append(names, function.Name)
		}
	}
	return names
}

func (s *Server) note(request Request) error {
	if s.script.Log == "" {
		return nil
	}
	if !json.Valid(request.Body) {
		request.Body = nil
	}
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.OpenFile(s.script.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.Write(append(line, '\n'))
	return err
}

// ReadLog reads the log of a script.
func ReadLog(path string) ([]Request, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var requests []Request
	for line := range bytes.Lines(text) {
		var request Request
		if err := json.Unmarshal(line, &request); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		requests = append(requests, request)
	}
	return requests, nil
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// stream writes server-sent events.
func stream(w http.ResponseWriter, events ...any) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range events {
		text, isText := event.(string)
		if !isText {
			raw, err := json.Marshal(event)
			if err != nil {
				panic(err) // the events are made of maps and strings
			}
			text = string(raw)
		}
		fmt.Fprintf(w, "data: %s\n\n", text)
		if flusher, is := w.(http.Flusher); is {
			flusher.Flush()
		}
	}
}
