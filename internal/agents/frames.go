package agents

import (
	"bufio"
	"errors"
	"io"
	"sync"
)

// maxFrame bounds one message of an agent, in bytes.
const maxFrame = 10 << 20

var errFrameTooLarge = errors.New("a message of more than 10 MiB")

// A frameReader reads messages, one a line.
type frameReader struct {
	r    *bufio.Reader
	line []byte
}

func newFrameReader(r io.Reader) *frameReader {
	return &frameReader{r: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line without its end. It is valid until the next call.
// The last line counts without a newline too. The error is errFrameTooLarge, or
// the reader's.
func (f *frameReader) next() ([]byte, error) {
	if cap(f.line) > 1<<20 {
		f.line = nil // don't keep the memory of a large message
	}
	f.line = f.line[:0]
	for {
		part, err := f.r.ReadSlice('\n')
		if len(f.line)+len(part) > maxFrame {
			return nil, errFrameTooLarge
		}
		f.line = append(f.line, part...)
		switch {
		case err == nil:
			return f.line[:len(f.line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case len(f.line) > 0:
			return f.line, nil // the next call returns the error
		default:
			return nil, err
		}
	}
}

// A frameWriter writes messages from a queue, because an agent that does not
// read must not block its client.
type frameWriter struct {
	mu     sync.Mutex
	filled sync.Cond
	queue  [][]byte
	size   int // bytes in the queue
	closed bool
	done   chan struct{} // closed when nothing will be written anymore
}

// newFrameWriter starts to write to w, which it closes at the end.
func newFrameWriter(w io.WriteCloser) *frameWriter {
	f := &frameWriter{done: make(chan struct{})}
	f.filled.L = &f.mu
	go f.run(w)
	return f
}

func (f *frameWriter) run(w io.WriteCloser) {
	defer close(f.done)
	defer w.Close()
	for {
		f.mu.Lock()
		for len(f.queue) == 0 && !f.closed {
			f.filled.Wait()
		}
		if len(f.queue) == 0 {
			f.mu.Unlock()
			return
		}
		frame := f.queue[0]
		f.queue = f.queue[1:]
		f.mu.Unlock()
		_, err := w.Write(frame)
		f.mu.Lock()
		f.size -= len(frame)
		if err != nil {
			// The reader of the agent's output finds out that it is gone.
			f.closed, f.queue = true, nil
		}
		f.mu.Unlock()
	}
}

// write puts a message into the queue, and returns the bytes that wait there.
func (f *frameWriter) write(frame []byte) (waiting int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return 0
	}
	f.queue = append(f.queue, append(frame, '\n'))
	f.size += len(frame) + 1
	f.filled.Signal()
	return f.size
}

// close closes the agent's input as soon as the queue is written.
func (f *frameWriter) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.filled.Signal()
}
