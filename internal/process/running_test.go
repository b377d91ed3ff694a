package process

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestOutput(t *testing.T) {
	text := []byte(strings.Repeat("0123456789abcde\n", 100))
	for _, limit := range []int{0, 1, 7, 64, 799, 800, 801, 1599, 1600, 5000} {
		for _, size := range []int{1, 3, 64, 1000, len(text)} {
			o := NewOutput(limit)
			for rest := text; len(rest) > 0; {
				n := min(size, len(rest))
				if written, err := o.Write(rest[:n]); written != n || err != nil {
					t.Fatal(written, err)
				}
				rest = rest[n:]
			}
			head, omitted, tail := o.Parts()
			if want := text[:min(limit, len(text))]; !bytes.Equal(head, want) {
				t.Errorf("limit %d, parts of %d: head %q", limit, size, head)
			}
			if want := text[max(len(head), len(text)-limit):]; !bytes.Equal(tail, want) {
				t.Errorf("limit %d, parts of %d: tail %q, want %q", limit, size, tail, want)
			}
			if want := int64(max(0, len(text)-2*limit)); omitted != want {
				t.Errorf("limit %d, parts of %d: %d omitted, want %d", limit, size, omitted, want)
			}
			if o.Size() != int64(len(text)) || o.SHA256() != sha256.Sum256(text) {
				t.Errorf("limit %d, parts of %d: size %d, hash %x", limit, size, o.Size(), o.SHA256())
			}
		}
	}
	o := NewOutput(2)
	_, _ = o.Write([]byte("abcdef"))
	if got, want := o.String(), "ab\n[2 bytes omitted]\nef"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOutputOfManyWriters(t *testing.T) {
	o := NewOutput(100)
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for range 1000 {
				_, _ = o.Write([]byte("same"))
				_ = o.String()
			}
		})
	}
	writers.Wait()
	if want := sha256.Sum256([]byte(strings.Repeat("same", 8000))); o.Size() != 32000 || o.SHA256() != want {
		t.Errorf("%d bytes, %x", o.Size(), o.SHA256())
	}
}

// start starts this binary. It is closed after the test.
func start(t *testing.T, ctx context.Context, args ...string) *Running {
	t.Helper()
	r, err := command(t, args...).Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(0) })
	return r
}

// finish fails the test if a function takes longer than it may.
func finish(t *testing.T, limit time.Duration, what string, do func()) {
	t.Helper()
	done := make(chan struct{})
	begin := time.Now()
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s hangs", what)
	}
	// Machines of tests are busy.
	if took := time.Since(begin); took > limit && !testing.Short() && os.Getenv("TEST_TMPDIR") == "" {
		t.Errorf("%s took %v, and may take %v", what, took, limit)
	}
}

func TestStartAndTalk(t *testing.T) {
	var stderr bytes.Buffer
	c := command(t, "echo")
	c.Stderr = &stderr
	r, err := c.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close(time.Second)
	if r.PID() <= 0 {
		t.Error(r.PID())
	}
	for _, line := range []string{"one\n", "two\n"} {
		if _, err := io.WriteString(r.Stdin, line); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, len(line))
		if _, err := io.ReadFull(r.Stdout, answer); string(answer) != line || err != nil {
			t.Fatalf("%q, %v", answer, err)
		}
	}
	select {
	case <-r.Done():
		t.Error("it has ended")
	default:
	}
	if err := r.Stdin.Close(); err != nil {
		t.Error(err)
	}
	if code, err := r.Wait(); code != 4 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	<-r.Done()
	if rest, err := io.ReadAll(r.Stdout); len(rest) > 0 || err != nil || stderr.String() != "8 bytes" {
		t.Errorf("%q, %v, stderr %q", rest, err, &stderr)
	}
	r.Kill()
	if code, err := r.Wait(); code != 4 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
}

func TestStartOfWhatCannotStart(t *testing.T) {
	c := command(t)
	c.Program += "-missing"
	if _, err := c.Start(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	c = command(t)
	c.Stdout = io.Discard
	if _, err := c.Start(t.Context()); err == nil {
		t.Error("no error for a second reader of the output")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("no time")
	cancel(cause)
	if _, err := command(t, "echo").Start(ctx); !errors.Is(err, cause) {
		t.Error(err)
	}
	c = command(t, "echo")
	c.Limits.FileSize = 1
	if _, err := c.Run(t.Context()); err == nil {
		t.Error("no error for limits that do not bind")
	}
	c.Tree, c.Limits = true, Limits{CPU: -1}
	if _, err := c.Run(t.Context()); err == nil {
		t.Error("no error for a negative limit")
	}
}

// What a program writes just before it ends is not lost, also if it is read
// only later.
func TestStartLosesNoOutput(t *testing.T) {
	runs := 1000
	if testing.Short() {
		runs = 50
	}
	rows := make(chan int)
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for i := range rows {
				var stderr Tail
				c := command(t, "print", "answer", "reason", "3")
				c.Stderr = &stderr
				r, err := c.Start(t.Context())
				if err != nil {
					t.Error(err)
					continue
				}
				if i%2 == 0 {
					<-r.Done()
				}
				text, err := io.ReadAll(r.Stdout)
				code, waitErr := r.Wait()
				if string(text) != "answer" || err != nil || code != 3 || waitErr != nil || stderr.String() != "reason" {
					t.Errorf("%q, %v, %d, %v, stderr %q", text, err, code, waitErr, stderr.String())
				}
				r.Close(0)
			}
		})
	}
	for i := range runs {
		rows <- i
	}
	close(rows)
	workers.Wait()
}

func TestKillUnblocksAWrite(t *testing.T) {
	r := start(t, t.Context(), "sleep")
	written := make(chan error)
	go func() {
		_, err := r.Stdin.Write(make([]byte, 1<<20))
		written <- err
	}()
	select {
	case err := <-written:
		t.Fatalf("a write that nothing reads returned %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	finish(t, time.Second, "Kill", r.Kill)
	finish(t, time.Second, "the write", func() {
		if err := <-written; err == nil {
			t.Error("no error")
		}
	})
	if code, err := r.Wait(); code == 0 || err == nil && code == -1 {
		t.Errorf("%d, %v", code, err)
	}
}

func TestStartIsCanceled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	r := start(t, ctx, "sleep")
	cause := errors.New("no time")
	cancel(cause)
	finish(t, time.Second, "Wait", func() {
		if code, err := r.Wait(); code != -1 || !errors.Is(err, cause) {
			t.Errorf("%d, %v", code, err)
		}
	})
	if text, err := io.ReadAll(r.Stdout); len(text) > 0 || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAFloodIsBounded(t *testing.T) {
	c := command(t, "flood", "10000000")
	stdout, stderr := NewOutput(1000), &Tail{}
	c.Stdout, c.Stderr, c.Tree = stdout, stderr, true
	if code, err := c.Run(t.Context()); code != 0 || err != nil || stdout.Size() != 10000000 {
		t.Errorf("%d, %v, %d bytes", code, err, stdout.Size())
	}
	// Nobody reads, and the program is killed nevertheless.
	r := start(t, t.Context(), "flood", "10000000")
	finish(t, time.Second, "Close", func() { r.Close(10 * time.Millisecond) })
}

func TestCloseOfWhatEndsByItself(t *testing.T) {
	r := start(t, t.Context(), "echo")
	finish(t, 20*time.Second, "Close", func() { r.Close(20 * time.Second) })
	if code, err := r.Wait(); code != 4 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	if _, err := r.Stdout.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	r.Close(time.Minute)
}

// A writer that fails is an error, and does not hang the program.
func TestRunWithAWriterThatFails(t *testing.T) {
	c := command(t, "flood", "1000000")
	failure := errors.New("disk full")
	c.Stdout, c.Tree = writer(func([]byte) (int, error) { return 0, failure }), true
	if code, err := c.Run(t.Context()); code != -1 || !errors.Is(err, failure) {
		t.Errorf("%d, %v", code, err)
	}
}

// Both outputs may go to one writer, and to writers that cannot be compared.
func TestRunWithOneWriter(t *testing.T) {
	both := NewOutput(100)
	c := command(t, "print", "out", "err", "0")
	c.Tree, c.Stdout, c.Stderr = true, both, both
	if code, err := c.Run(t.Context()); code != 0 || err != nil || both.String() != "outerr" {
		t.Errorf("%d, %v, %s", code, err, both)
	}
	var stdout, stderr Tail
	c.Stdout, c.Stderr = writer(stdout.Write), writer(stderr.Write)
	if code, err := c.Run(t.Context()); code != 0 || err != nil || stdout.String()+stderr.String() != "outerr" {
		t.Errorf("%d, %v, %s, %s", code, err, stdout.String(), stderr.String())
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(text []byte) (int, error) { return w(text) }
