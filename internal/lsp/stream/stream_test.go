package stream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
)

func framed(message string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message)
}

// read returns the messages that a stream reads from bytes, what it answers,
// and its last error.
func read(t *testing.T, sent string) (messages []string, answers string, last error) {
	t.Helper()
	var out bytes.Buffer
	s := stream.New(strings.NewReader(sent), &out, func() error { return nil })
	for {
		var message struct{ Method string }
		if last = s.ReadObject(&message); last != nil {
			break
		}
		messages = append(messages, message.Method)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return messages, out.String(), last
}

func TestRead(t *testing.T) {
	a, b := framed(`{"method":"a"}`), framed(`{"method":"b"}`)
	for _, row := range []struct {
		name, sent, messages, answer, last string
	}{
		{"two", a + b, "a b", "", "EOF"},
		{"none", "", "", "", "EOF"},
		{"other headers", "content-type: x\r\nCONTENT-LENGTH:14\r\n\r\n" + `{"method":"a"}` + b, "a b", "", "EOF"},
		{"only line feeds", "Content-Length: 14\n\n" + `{"method":"a"}` + b, "a b", "", "EOF"},
		{"empty lines between", a + "\r\n\r\n" + b, "a b", "", "EOF"},
		{"not JSON", framed("{") + b, "b", `"code":-32700,"message":"not JSON"`, "EOF"},
		{"empty", framed("") + b, "b", "-32700", "EOF"},
		{"not a message", framed(`{"method":7}`) + b, "b", "-32600", "EOF"},
		{"a cut message", a + "Content-Length: 99\r\n\r\n{", "a", "", "unexpected EOF"},
		{"cut headers", a + "Content-Le", "a", "", "unexpected EOF"},
		{"no length", "X: y\r\n\r\n{}" + a, "", "", "without Content-Length"},
		{"a negative length", "Content-Length: -1\r\n\r\n" + a, "", "", "not a number of bytes"},
		{"a length that is no number", "Content-Length: ten\r\n\r\n" + a, "", "", "not a number of bytes"},
		{"a length beyond numbers", "Content-Length: 99999999999999999999\r\n\r\n" + a, "", "", "not a number of bytes"},
		{"endless headers", strings.Repeat("A: b\r\n", 10_000), "", "", "headers of more than"},
		{"an endless header", strings.Repeat("A", 100_000), "", "", "headers of more than"},
		{"a promise of memory", fmt.Sprintf("Content-Length: %d\r\n\r\n{", stream.MaxMessage), "", "", "unexpected EOF"},
	} {
		messages, answers, last := read(t, row.sent)
		if got := strings.Join(messages, " "); got != row.messages {
			t.Errorf("%s: messages %q, want %q", row.name, got, row.messages)
		}
		if !strings.Contains(answers, row.answer) || row.answer == "" && answers != "" {
			t.Errorf("%s: answers %q, want %q", row.name, answers, row.answer)
		}
		if !strings.Contains(last.Error(), row.last) {
			t.Errorf("%s: ends with %v, want %s", row.name, last, row.last)
		}
	}
}

// zeros is a pipe with an endless message.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A message that is too large is read past, not into memory.
func TestTooLarge(t *testing.T) {
	size := int64(stream.MaxMessage) + 1
	var out bytes.Buffer
	s := stream.New(io.MultiReader(
		strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", size)), io.LimitReader(zeros{}, size), strings.NewReader(framed(`{"method":"a"}`)),
	), &out, func() error { return nil })
	var message struct{ Method string }
	if err := s.ReadObject(&message); err != nil || message.Method != "a" {
		t.Errorf("after a message that is too large: %v, %v", message, err)
	}
	_ = s.Close()
	if !strings.Contains(out.String(), "a message of more than 256 MiB") {
		t.Errorf("answers %q", out.String())
	}
}

// A peer that does not read does not stop the stream from reading, and does not
// keep it from being closed.
func TestPeerThatDoesNotRead(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	s := stream.New(strings.NewReader(framed("{")+framed(`{"method":"a"}`)), out, out.Close)
	for range 1000 {
		if err := s.WriteObject(json.RawMessage(`{"method":"b"}`)); err != nil {
			t.Fatal(err)
		}
	}
	var message struct{ Method string }
	if err := s.ReadObject(&message); err != nil || message.Method != "a" {
		t.Errorf("%v, %v", message, err)
	}
	start := time.Now()
	if err := s.Close(); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("closed after %v: %v", time.Since(start), err)
	}
}

// A peer that is gone is an error of the next message.
func TestPeerThatIsGone(t *testing.T) {
	in, out := io.Pipe()
	_ = in.Close()
	s := stream.New(strings.NewReader(""), out, out.Close)
	_ = s.WriteObject(1)
	_ = s.Close()
	if err := s.WriteObject(2); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a message to a peer that is gone: %v", err)
	}
}
