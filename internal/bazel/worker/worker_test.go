package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// echo answers with the length of the arguments, and prints them with the
// sandbox.
func echo(_ context.Context, r *Request, output io.Writer) int {
	fmt.Fprintf(output, "%s%q", r.SandboxDir, r.Arguments)
	return len(r.Arguments)
}

// sortedLines are the answers in an order that does not depend on which request
// was faster.
func sortedLines(text string) []string { return slices.Sorted(strings.Lines(text)) }

func TestServe(t *testing.T) {
	tests := []struct {
		name  string
		input string
		want  []string // the answers, sorted
		err   string   // "" for none
	}{
		{"nothing", "", nil, ""},
		{"blanks", " \n\t", nil, ""},
		{"singleplex", `{"arguments":["a","b"]}`, []string{`{"exitCode":2,"output":"[\"a\" \"b\"]","requestId":0}`}, ""},
		{
			"multiplex, back to back as Bazel writes them, and on lines",
			`{"arguments":["a"],"requestId":1}{"requestId":2}` + "\n" + `{"requestId":3,"arguments":["é<\n"]}`,
			[]string{
				`{"exitCode":0,"output":"[]","requestId":2}`,
				`{"exitCode":1,"output":"[\"a\"]","requestId":1}`,
				`{"exitCode":1,"output":"[\"é<\\n\"]","requestId":3}`,
			},
			"",
		},
		{
			"every field that Bazel knows, and one that it does not know yet",
			`{"arguments":["a"],"inputs":[{"path":"a","digest":"MTIz"}],"requestId":7,"cancel":false,"verbosity":10,"sandboxDir":"__sandbox/1/_main","more":{"b":[1]}}`,
			[]string{`{"exitCode":1,"output":"__sandbox/1/_main[\"a\"]","requestId":7}`},
			"",
		},
		{"a cancellation of an unknown request", `{"requestId":4,"cancel":true}`, nil, ""},
		{"empty object", `{}`, []string{`{"exitCode":0,"output":"[]","requestId":0}`}, ""},

		{"cut off", `{"arguments":["a"`, nil, "malformed request at byte 0 of the input: unexpected EOF"},
		{"not JSON", `check a`, nil, "malformed request at byte 0 of the input: invalid character 'c' looking for beginning of value"},
		{"no object", `["a"]`, nil, "malformed request at byte 5 of the input: json: cannot unmarshal array"},
		{"null", `null`, nil, "malformed request: null instead of an object"},
		{"a field of another type", `{"arguments":"a"}`, nil, "malformed request at byte 17 of the input: json: cannot unmarshal string"},
		{"an id that is too large", `{"requestId":2147483648}`, nil, "malformed request at byte 24 of the input: json: cannot unmarshal number 2147483648"},
		{"a sandbox outside", `{"sandboxDir":"../a"}`, nil, `malformed request 0: sandboxDir "../a" is not below the working folder`},
		{"an absolute sandbox", `{"requestId":5,"sandboxDir":"/a"}`, nil, `malformed request 5: sandboxDir "/a" is not below the working folder`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var answers bytes.Buffer
			err := (&Server{Handle: echo}).Serve(t.Context(), strings.NewReader(test.input), &answers)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			want := strings.Join(test.want, "\n")
			if got := strings.TrimSuffix(strings.Join(sortedLines(answers.String()), ""), "\n"); got != want {
				t.Errorf("answers:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestRequestsAreBounded(t *testing.T) {
	const limit = 1000
	small, large := `{"arguments":["`+strings.Repeat("a", limit/2)+`"]}`, `{"arguments":["`+strings.Repeat("a", 2*limit)+`"]}`
	d := newDecoder(strings.NewReader(strings.Repeat(small, 10)+large+small), limit)
	for i := range 10 {
		if r, err := d.next(); err != nil || len(r.Arguments[0]) != limit/2 {
			t.Fatalf("request %d: %+v, %v", i, r, err)
		}
	}
	if r, err := d.next(); err == nil || !strings.HasSuffix(err.Error(), ": has more than 1000 bytes") {
		t.Errorf("a request of 2000 bytes: %+v, %v", r, err)
	}
}

func TestWorkerSurvivesAPanic(t *testing.T) {
	s := &Server{PanicExit: 3, Handle: func(ctx context.Context, r *Request, output io.Writer) int {
		fmt.Fprintln(output, "so far")
		if r.ID == 1 {
			var none []int
			return none[r.ID]
		}
		return 0
	}}
	p := converse(t, s)
	p.send(`{"requestId":1}`)
	if got := p.answer(); got.ID != 1 || got.ExitCode != 3 || got.WasCancelled ||
		!strings.HasPrefix(got.Output, "so far\npanic: runtime error: index out of range [1]") || !strings.Contains(got.Output, "worker_test.go:") {
		t.Errorf("%+v", got)
	}
	p.send(`{"requestId":2}`)
	if got := p.answer(); got != (response{ID: 2, Output: "so far\n"}) {
		t.Errorf("%+v", got)
	}
	p.end(nil)
}

func TestHandlersAreBoundedAndKeepTheirOutputApart(t *testing.T) {
	const requests = 200
	var running, most atomic.Int32
	s := &Server{Handle: func(_ context.Context, r *Request, output io.Writer) int {
		now := running.Add(1)
		defer running.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		for range 50 {
			fmt.Fprintf(output, "%d ", r.ID)
			runtime.Gosched()
		}
		return int(r.ID)
	}}
	var input, answers bytes.Buffer
	for id := range requests {
		fmt.Fprintf(&input, `{"requestId":%d}`, id+1)
	}
	if err := s.Serve(t.Context(), &input, &answers); err != nil {
		t.Fatal(err)
	}
	var want []string
	for id := 1; id <= requests; id++ {
		want = append(want, fmt.Sprintf(`{"exitCode":%d,"output":"%s","requestId":%d}`+"\n", id, strings.Repeat(fmt.Sprint(id, " "), 50), id))
	}
	slices.Sort(want)
	if got := sortedLines(answers.String()); !slices.Equal(got, want) {
		t.Errorf("answers:\n%s", strings.Join(got, ""))
	}
	if limit := int32(runtime.GOMAXPROCS(0)); most.Load() > limit {
		t.Errorf("%d requests were handled at once, at most %d may", most.Load(), limit)
	}
}

func TestOutputIsBounded(t *testing.T) {
	s := &Server{Handle: func(_ context.Context, _ *Request, output io.Writer) int {
		for range 3 {
			if n, err := io.WriteString(output, strings.Repeat("x", maxOutput)); n != maxOutput || err != nil {
				t.Errorf("wrote %d bytes: %v", n, err)
			}
		}
		return 1
	}}
	p := converse(t, s)
	p.send(`{}`)
	want := response{ExitCode: 1, Output: strings.Repeat("x", maxOutput) + fmt.Sprintf("\n(%d more bytes of output are left out)\n", 2*maxOutput)}
	got := p.answer()
	if got != want {
		t.Errorf("exit %d with %d bytes of output, want %d with %d", got.ExitCode, len(got.Output), want.ExitCode, len(want.Output))
	}
	// By its default --experimental_ui_max_stdouterr_bytes, Bazel shows nothing
	// of more.
	if len(got.Output) > 1<<20 {
		t.Errorf("%d bytes of output: Bazel would show none of them", len(got.Output))
	}
	p.end(nil)
}

// A worker that stops says why. It cancels the running requests and waits for
// them.
func TestWorkerStops(t *testing.T) {
	t.Run("where its context ends, even amid a read", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		handling := make(chan bool)
		p := converseIn(t, ctx, &Server{Handle: func(ctx context.Context, _ *Request, _ io.Writer) int {
			handling <- true
			<-ctx.Done()
			return 4
		}})
		p.send(`{"requestId":1}`)
		<-handling
		evicted := errors.New("evicted")
		cancel(evicted)
		// Bazel has not canceled it, so the response must not say so.
		if got := p.answer(); got != (response{ID: 1, ExitCode: 4}) {
			t.Errorf("%+v", got)
		}
		p.stopped(evicted)
	})
	t.Run("where an id comes twice", func(t *testing.T) {
		p := converse(t, &Server{Handle: func(ctx context.Context, _ *Request, _ io.Writer) int {
			<-ctx.Done()
			return 4
		}})
		p.send(`{"requestId":1}{"requestId":1}`)
		if got := p.answer(); got.ID != 1 || got.ExitCode == 0 || got.WasCancelled {
			t.Errorf("%+v", got)
		}
		if err := p.result(); err == nil || err.Error() != "malformed request: another request with id 1 has no response yet" {
			t.Error(err)
		}
	})
	t.Run("where nobody reads the answers", func(t *testing.T) {
		requests, end := io.Pipe()
		defer end.Close()
		go io.WriteString(end, `{"requestId":1}`)
		err := (&Server{Handle: echo}).Serve(t.Context(), requests, brokenPipe{})
		if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "cannot write the response to request 1: ") {
			t.Error(err)
		}
	})
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
