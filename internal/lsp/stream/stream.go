// Package stream frames the messages of the Language Server Protocol on a pair
// of pipes: headers, an empty line, and as many bytes of JSON as Content-Length
// says.
//
// It is for a peer that may send anything. A message that is not JSON, or not a
// message, is answered with an error, and the next one is read. So is one that
// is too large, without holding it in memory. Only headers that do not say how
// long the message is end the connection, because nobody knows where the next
// one begins.
package stream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// MaxMessage is the maximum size of a message in bytes.
const MaxMessage = 256 << 20

// maxHeader is the maximum size of all headers of a message in bytes.
const maxHeader = 16 << 10

// A Stream is a jsonrpc2.ObjectStream.
type Stream struct {
	in      *bufio.Reader
	out     io.Writer
	close   func() error
	written chan struct{} // closed after the last write

	mu      sync.Mutex
	more    *sync.Cond // the queue has a message, or the stream is closing
	queue   [][]byte   // messages to write
	closing bool
	err     error // of a write
}

// New returns a stream over two pipes. Its Close calls close.
func New(in io.Reader, out io.Writer, close func() error) *Stream {
	s := &Stream{in: bufio.NewReader(in), out: out, close: close, written: make(chan struct{})}
	s.more = sync.NewCond(&s.mu)
	go s.write()
	return s
}

// ReadObject reads the next message.
func (s *Stream) ReadObject(v any) error {
	for {
		size, err := s.headers()
		if err != nil {
			return err
		}
		if size > MaxMessage {
			if _, err := io.CopyN(io.Discard, s.in, size); err != nil {
				return err
			}
			if err := s.refuse(jsonrpc2.CodeInvalidRequest, fmt.Sprintf("a message of more than %d MiB", MaxMessage>>20)); err != nil {
				return err
			}
			continue
		}
		message, err := s.body(size)
		if err != nil {
			return err
		}
		reflect.ValueOf(v).Elem().SetZero() // a refused message may have set a part of it
		if err := decode(message, v); err == nil {
			return nil
		}
		code, why := int64(jsonrpc2.CodeInvalidRequest), "neither a request, nor a notification, nor an answer of JSON-RPC 2.0"
		if !json.Valid(message) {
			code, why = jsonrpc2.CodeParseError, "not JSON"
		}
		if err := s.refuse(code, why); err != nil {
			return err
		}
	}
}

// decode decodes a message. A type of jsonrpc2 decodes itself, and need not be
// scanned first.
func decode(message []byte, v any) error {
	if self, ok := v.(json.Unmarshaler); ok {
		return self.UnmarshalJSON(message)
	}
	return json.Unmarshal(message, v)
}

// body reads a message. Its buffer grows as bytes arrive: the size in the header
// may be wrong.
func (s *Stream) body(size int64) ([]byte, error) {
	var message bytes.Buffer
	if _, err := io.CopyN(&message, s.in, size); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return message.Bytes(), nil
}

// headers reads the headers of a message and returns its size.
func (s *Stream) headers() (size int64, err error) {
	size = -1
	for read := 0; ; {
		line, err := s.in.ReadSlice('\n')
		if read += len(line); err != nil && !errors.Is(err, bufio.ErrBufferFull) || errors.Is(err, io.EOF) {
			if read > 0 && errors.Is(err, io.EOF) {
				return 0, io.ErrUnexpectedEOF
			}
			return 0, err
		}
		if err != nil || read > maxHeader {
			return 0, fmt.Errorf("headers of more than %d bytes", maxHeader)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" && size < 0 && read == len(line) {
			read = 0
			continue // an empty line before a message
		}
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if size, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || size < 0 {
			return 0, fmt.Errorf("Content-Length of %q is not a number of bytes", strings.TrimSpace(value))
		}
	}
	if size < 0 {
		return 0, errors.New("a message without Content-Length")
	}
	return size, nil
}

// refuse answers a message whose id is not known.
func (s *Stream) refuse(code int64, why string) error {
	return s.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
}

// WriteObject queues a message to be written. It does not wait for the peer: one
// that writes before it reads would otherwise wait for a reader that waits for
// the peer. An error is the one of an earlier write.
func (s *Stream) WriteObject(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	framed := append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(data)), data...)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	s.queue = append(s.queue, framed)
	s.more.Signal()
	return nil
}

// write writes the queue until the stream is closed.
func (s *Stream) write() {
	defer close(s.written)
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil {
		if len(s.queue) == 0 {
			if s.closing {
				return
			}
			s.more.Wait()
			continue
		}
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		_, err := s.out.Write(next)
		s.mu.Lock()
		s.err = err
	}
}

// lastWrites bounds how long Close waits for a peer to read.
const lastWrites = 300 * time.Millisecond

// Close writes the queue, unless the peer does not read, and closes the stream.
func (s *Stream) Close() error {
	s.mu.Lock()
	s.closing = true
	s.more.Signal()
	s.mu.Unlock()
	select {
	case <-s.written:
	case <-time.After(lastWrites):
	}
	return s.close()
}
