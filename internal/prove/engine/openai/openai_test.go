package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine/openai"
)

// key is the secret of the tests; no rule knows it.
const key = "a-key-of-the-tests"

// A server answers requests by functions, in order; the last one repeats.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	answers  []http.HandlerFunc
	requests []map[string]any
	headers  []http.Header
	paths    []string
}

func serve(t *testing.T, answers ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		text, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(text, &body)
		s.mu.Lock()
		answer := s.answers[min(len(s.requests), len(s.answers)-1)]
		s.requests, s.headers, s.paths = append(s.requests, body), append(s.headers, r.Header), append(s.paths, r.URL.Path)
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// forms returns the forms that requests asked for.
func (s *server) forms() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, r := range s.requests {
		format, _ := r["response_format"].(map[string]any)
		name, _ := format["type"].(string)
		out = append(out, name)
	}
	return strings.Join(out, ",")
}

func status(code int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func says(text string) http.HandlerFunc { return status(200, completion(text, "stop")) }

func completion(text, finish string) string {
	content, _ := json.Marshal(text)
	return fmt.Sprintf(`{"model": "m-2026", "choices": [{"finish_reason": %q, "message": {"content": %s}}], "usage": {"prompt_tokens": 1000, "completion_tokens": 500}}`, finish, content)
}

var errorBody = `{"error": {"message": "Incorrect API key provided: ` + key + `.\u001b[31m", "code": null}}`

// A clock records how long a client waits, and waits for nothing.
type clock struct{ waits []time.Duration }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.waits = append(c.waits, d)
	return ctx.Err()
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func client(t *testing.T, s openai.Settings) (*openai.Client, *clock) {
	t.Helper()
	c := &clock{}
	s.Model, s.KeyEnv = "m", "TEST_KEY"
	m, err := openai.New(s, openai.Options{
		Version: "1.0", Sleep: c.sleep, Now: func() time.Time { return now },
		LookupEnv: func(name string) (string, bool) { return key + "\n", name == "TEST_KEY" },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, c
}

func question() *engine.Question {
	return &engine.Question{
		Step: engine.StepPlan, System: "system", Prompt: "prompt", Schema: json.RawMessage(`{"type":"object"}`), Spend: func() error { return nil },
	}
}

// The request, and the cost of an answer.
func TestAsk(t *testing.T) {
	s := serve(t, says(`{"a": 1}`))
	c, _ := client(t, openai.Settings{BaseURL: s.URL, InputPrice: 2, OutputPrice: 8, Currency: "USD"})
	reply, err := c.Ask(t.Context(), question())
	if err != nil || reply.Text != `{"a": 1}` {
		t.Fatalf("got %+v, %v", reply, err)
	}
	if want := (engine.Usage{Calls: 1, Input: 1000, Output: 500, Cost: 0.006, Currency: "USD"}); reply.Usage != want {
		t.Errorf("usage: got %+v, want %+v", reply.Usage, want)
	}
	if got := c.Identity(); got != (engine.Identity{Kind: "openai", Model: "m", Version: "m-2026"}) {
		t.Errorf("identity: %+v", got)
	}
	body, _ := json.Marshal(s.requests[0])
	want := `{"messages":[{"content":"system","role":"system"},{"content":"prompt","role":"user"}],"model":"m","response_format":{"json_schema":{"name":"plan","schema":{"type":"object"},"strict":true},"type":"json_schema"}}`
	if string(body) != want {
		t.Errorf("sent %s, want %s", body, want)
	}
	h := s.headers[0]
	if h.Get("Authorization") != "Bearer "+key || h.Get("User-Agent") != "rules_autofix/1.0" || s.paths[0] != "/v1/chat/completions" {
		t.Errorf("headers %v, path %s", h, s.paths[0])
	}
}

func TestAnswers(t *testing.T) {
	for _, row := range []struct {
		name, body, want string
		code             engine.Code
	}{
		{"parts", `{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}}]}`, "ab", ""},
		{"cut", completion("{", "length"), "", engine.Truncated},
		{"filtered", completion("", "content_filter"), "", engine.Refused},
		{"refused", `{"choices": [{"message": {"content": null, "refusal": "I will not ` + key + `"}}]}`, "", engine.Refused},
		{"no text", `{"choices": [{"message": {"content": " "}}]}`, "", engine.Malformed},
		{"a number", `{"choices": [{"message": {"content": 3}}]}`, "", engine.Malformed},
		{"no choices", `{}`, "", engine.Malformed},
		{"a page", `<html>`, "", engine.Malformed},
		{"a page with the key", `<!doctype html>` + key, "", engine.Malformed},
		{"deep", strings.Repeat("[", 100_000), "", engine.Malformed},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, _ := client(t, openai.Settings{BaseURL: serve(t, status(200, row.body)).URL})
			reply, err := c.Ask(t.Context(), question())
			if engine.CodeOf(err) != row.code || reply.Text != row.want {
				t.Errorf("got %q, %v", reply.Text, err)
			}
			noKey(t, err)
		})
	}
}

func noKey(t *testing.T, err error) {
	t.Helper()
	if err != nil && (strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\x1b")) {
		t.Errorf("the error has the key or control characters: %q", err)
	}
}

// The errors that are retried, how often and after how long.
func TestRetries(t *testing.T) {
	broken := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "{")
	}
	drop := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for _, row := range []struct {
		name    string
		answers []http.HandlerFunc
		calls   int
		code    engine.Code
		waits   []time.Duration // at least; at most 0.75 s, 1.5 s ... more
	}{
		{"429 with seconds", []http.HandlerFunc{status(429, errorBody, "Retry-After", "7"), says("{}")}, 2, "", []time.Duration{7 * time.Second}},
		{"429 with a date", []http.HandlerFunc{status(429, "", "Retry-After", "Fri, 02 Jan 2026 03:05:05 GMT"), says("{}")}, 2, "", []time.Duration{time.Minute}},
		{"429 with a date that is past", []http.HandlerFunc{status(429, "", "Retry-After", "Fri, 02 Jan 2026 03:00:05 GMT"), says("{}")}, 2, "", []time.Duration{0}},
		{"429 with milliseconds", []http.HandlerFunc{status(429, "", "Retry-After-Ms", "1500", "Retry-After", "9"), says("{}")}, 2, "", []time.Duration{1500 * time.Millisecond}},
		{"429 with nonsense", []http.HandlerFunc{status(429, "", "Retry-After", "-NaN"), says("{}")}, 2, "", []time.Duration{0}},
		{"429 for ever", []http.HandlerFunc{status(429, errorBody)}, 3, engine.RateLimited, []time.Duration{0, 0}},
		{"429 for hours", []http.HandlerFunc{status(429, "", "Retry-After", "7200")}, 1, engine.RateLimited, nil},
		{"429 without money", []http.HandlerFunc{status(429, `{"error": {"code": "insufficient_quota"}}`)}, 1, engine.RateLimited, nil},
		{"500 once", []http.HandlerFunc{status(500, "oops"), says("{}")}, 2, "", []time.Duration{0}},
		{"503 for ever", []http.HandlerFunc{status(503, `{"error": {"code": 503}}`)}, 3, engine.ServerFailed, []time.Duration{0, 0}},
		{"a truncated body", []http.HandlerFunc{broken, says("{}")}, 2, "", []time.Duration{0}},
		{"truncated for ever", []http.HandlerFunc{broken}, 3, engine.Unreachable, []time.Duration{0, 0}},
		{"no answer at all", []http.HandlerFunc{drop, says("{}")}, 2, "", []time.Duration{0}},
		{"a page of a proxy", []http.HandlerFunc{status(200, "<html>"), says("{}")}, 2, "", []time.Duration{0}},
		{"401", []http.HandlerFunc{status(401, errorBody)}, 1, engine.Unauthorized, nil},
		{"403", []http.HandlerFunc{status(403, errorBody)}, 1, engine.Unauthorized, nil},
		{"404", []http.HandlerFunc{status(404, errorBody)}, 1, engine.BadRequest, nil},
		{"400 that no form helps against", []http.HandlerFunc{status(400, `{"error": {"code": "context_length_exceeded"}}`)}, 1, engine.BadRequest, nil},
		{"400 in every form", []http.HandlerFunc{status(400, errorBody)}, 3, engine.BadRequest, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := serve(t, row.answers...)
			c, clock := client(t, openai.Settings{BaseURL: s.URL, MaxRetries: 2})
			reply, err := c.Ask(t.Context(), question())
			if engine.CodeOf(err) != row.code || reply.Usage.Calls != row.calls || len(s.requests) != row.calls {
				t.Errorf("%d calls, %d requests: %v", reply.Usage.Calls, len(s.requests), err)
			}
			noKey(t, err)
			if len(clock.waits) != len(row.waits) {
				t.Fatalf("waits: %v, want %v", clock.waits, row.waits)
			}
			for i, wait := range clock.waits {
				jitter := wait - row.waits[i]
				if low, high := 250*time.Millisecond<<i, 751*time.Millisecond<<i; jitter < low || jitter > high {
					t.Errorf("wait %d: %v, want %v to %v more than %v", i, wait, low, high, row.waits[i])
				}
			}
		})
	}
}

// A server that does not know a form is asked in the next one, and later at once
// in the one that it took.
func TestForms(t *testing.T) {
	s := serve(t, status(400, `{"error": {"message": "response_format is not supported"}}`), says("{}"), says("{}"))
	c, clock := client(t, openai.Settings{BaseURL: s.URL})
	for range 2 {
		if _, err := c.Ask(t.Context(), question()); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.forms(); got != "json_schema,json_object,json_object" || len(clock.waits) > 0 {
		t.Errorf("forms: %s, waits: %v", got, clock.waits)
	}
	s = serve(t, status(422, "{}"), status(400, "{}"), says("```json\n{}\n```"), says("{}"))
	c, _ = client(t, openai.Settings{BaseURL: s.URL})
	for range 2 {
		if _, err := c.Ask(t.Context(), question()); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.forms(); got != "json_schema,json_object,," {
		t.Errorf("forms: %s", got)
	}
	messages, _ := json.Marshal(s.requests[2]["messages"])
	if !strings.Contains(string(messages), "```json") {
		t.Errorf("the last form does not ask for a block: %s", messages)
	}
}

func TestLimits(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	t.Run("a server that hangs", func(t *testing.T) {
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		})
		c, _ := client(t, openai.Settings{BaseURL: s.URL, Timeout: 50 * time.Millisecond, MaxRetries: 1})
		reply, err := c.Ask(t.Context(), question())
		if engine.CodeOf(err) != engine.Timeout || reply.Usage.Calls != 2 {
			t.Errorf("%d calls: %v", reply.Usage.Calls, err)
		}
	})
	t.Run("a body that drips", func(t *testing.T) {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(5 * time.Millisecond)
			}
		})
		c, _ := client(t, openai.Settings{BaseURL: s.URL, Timeout: 50 * time.Millisecond})
		if _, err := c.Ask(t.Context(), question()); engine.CodeOf(err) != engine.Timeout {
			t.Error(err)
		}
	})
	t.Run("a huge body", func(t *testing.T) {
		for _, code := range []int{200, 500} {
			c, _ := client(t, openai.Settings{BaseURL: serve(t, status(code, strings.Repeat(" ", 5000))).URL, MaxBody: 4000, MaxRetries: 5})
			if reply, err := c.Ask(t.Context(), question()); engine.CodeOf(err) != engine.TooLarge || reply.Usage.Calls != 1 {
				t.Errorf("%d: %v", code, err)
			}
		}
	})
	t.Run("no money is left", func(t *testing.T) {
		s := serve(t, status(500, ""))
		c, _ := client(t, openai.Settings{BaseURL: s.URL, MaxRetries: 9})
		q, spent, over := question(), 0, errors.New("over")
		q.Spend = func() error {
			if spent++; spent > 2 {
				return over
			}
			return nil
		}
		if reply, err := c.Ask(t.Context(), q); !errors.Is(err, over) || reply.Usage.Calls != 2 || len(s.requests) != 2 {
			t.Errorf("%d calls, %d requests: %v", reply.Usage.Calls, len(s.requests), err)
		}
	})
	t.Run("canceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			cancel()
			status(500, "")(w, r)
		})
		c, _ := client(t, openai.Settings{BaseURL: s.URL, MaxRetries: 9})
		if reply, err := c.Ask(ctx, question()); engine.CodeOf(err) != engine.Canceled || reply.Usage.Calls != 1 {
			t.Errorf("%d calls: %v", reply.Usage.Calls, err)
		}
	})
}

// The key and the question go to no other host.
func TestRedirects(t *testing.T) {
	other := serve(t, says("{}"))
	for _, code := range []int{301, 302, 303, 307, 308} {
		c, _ := client(t, openai.Settings{BaseURL: serve(t, status(code, "", "Location", other.URL)).URL, MaxRetries: 2})
		if _, err := c.Ask(t.Context(), question()); engine.CodeOf(err) != engine.Redirected {
			t.Errorf("%d: %v", code, err)
		}
	}
	if len(other.requests) > 0 {
		t.Errorf("the other server got %v", other.requests)
	}
	moved := serve(t, status(308, "", "Location", "/v2/chat"), says("{}"))
	c, _ := client(t, openai.Settings{BaseURL: moved.URL})
	if _, err := c.Ask(t.Context(), question()); err != nil || moved.paths[1] != "/v2/chat" || moved.requests[1] == nil {
		t.Errorf("within the server: %v, %v", err, moved.paths)
	}
	c, _ = client(t, openai.Settings{BaseURL: serve(t, status(308, "", "Location", "/again")).URL})
	if _, err := c.Ask(t.Context(), question()); engine.CodeOf(err) != engine.Redirected {
		t.Errorf("in a circle: %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	s := serve(t, says("{}"))
	s.Close()
	c, clock := client(t, openai.Settings{BaseURL: s.URL, MaxRetries: 1})
	if _, err := c.Ask(t.Context(), question()); engine.CodeOf(err) != engine.Unreachable || len(clock.waits) != 1 {
		t.Errorf("%v, waits %v", err, clock.waits)
	}
}

func TestSettings(t *testing.T) {
	env := func(name string) (string, bool) {
		value, ok := map[string]string{"KEY": key, "EMPTY": " ", "BAD": "a\nb"}[name]
		return value, ok
	}
	for _, row := range []struct {
		s    openai.Settings
		code engine.Code
	}{
		{openai.Settings{BaseURL: "https://example.com", Model: "m", KeyEnv: "KEY"}, ""},
		{openai.Settings{BaseURL: "https://example.com/openai/v1/", Model: "m"}, ""},
		{openai.Settings{BaseURL: "http://localhost:8080", Model: "m"}, ""},
		{openai.Settings{BaseURL: "http://[::1]:8080", Model: "m"}, ""},
		{openai.Settings{BaseURL: "http://127.0.0.9", Model: "m"}, ""},
		{openai.Settings{BaseURL: "http://example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "http://127.0.0.1.example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "http://localhost.example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://me:" + key + "@example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://me:" + key + "@example.com:port", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://example.com?key=" + key, Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://example.com#x", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "ftp://example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https:example.com", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "", Model: "m"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://example.com"}, engine.BadRequest},
		{openai.Settings{BaseURL: "https://example.com", Model: "m", KeyEnv: "NONE"}, engine.Unauthorized},
		{openai.Settings{BaseURL: "https://example.com", Model: "m", KeyEnv: "EMPTY"}, engine.Unauthorized},
		{openai.Settings{BaseURL: "https://example.com", Model: "m", KeyEnv: "BAD"}, engine.Unauthorized},
	} {
		_, err := openai.New(row.s, openai.Options{LookupEnv: env})
		if engine.CodeOf(err) != row.code || err != nil && row.code == "" {
			t.Errorf("%+v: %v", row.s, err)
		}
		noKey(t, err)
	}
}

// A client that is printed does not show its key.
func TestKeyIsNotPrinted(t *testing.T) {
	c, _ := client(t, openai.Settings{BaseURL: "https://example.com"})
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(format, c); strings.Contains(got, key) {
			t.Errorf("%s shows the key", format)
		}
	}
}
