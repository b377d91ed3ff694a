package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"time"
)

// pipe is the reading end of a pipe that programs write to. No method of the file
// may show: io.Copy would take WriteTo.
type pipe struct{ file *os.File }

// Read reads until no process can write any more, or endWithWriters ends the
// output.
func (p *pipe) Read(to []byte) (int, error) {
	n, err := p.file.Read(to)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// Close closes the pipe, also while it is read.
func (p *pipe) Close() error { return p.file.Close() }

// endWithWriters is called when the programs that should write have ended. If
// another process still has the pipe open, it ends the output as soon as what
// was written is read.
func (p *pipe) endWithWriters() {
	for {
		waiting, open := p.state()
		switch {
		case !open:
			return
		case waiting == 0:
			_ = p.file.SetReadDeadline(time.Now())
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// A copier copies the output of programs to a writer.
type copier struct {
	from *pipe
	to   io.Writer
	done chan error
}

// forChild returns the file that a program writes to so that it reaches a
// writer. The copier is nil if that is the writer itself. Otherwise, the caller
// closes the file once the program has it.
func forChild(to io.Writer) (*os.File, *copier, error) {
	switch to := to.(type) {
	case nil:
		return nil, nil, nil
	case *os.File:
		return to, nil, nil
	}
	from, file, err := os.Pipe()
	if err != nil {
		return nil, nil, fmt.Errorf("output: %w", err)
	}
	return file, &copier{from: &pipe{from}, to: to, done: make(chan error, 1)}, nil
}

// same reports whether two writers are one.
func same(a, b io.Writer) bool {
	return a != nil && b != nil && reflect.ValueOf(a).Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// copy copies until the output ends. A program whose output is not taken would
// hang, so what comes after an error is read too.
func (c *copier) copy() {
	_, err := io.Copy(c.to, c.from)
	if err != nil {
		_, _ = io.Copy(io.Discard, c.from)
	}
	c.done <- err
}

// end ends the output after the program has ended. It gives up after the limit,
// if the writer blocks.
func (c *copier) end(limit time.Duration) error {
	go c.from.endWithWriters()
	defer c.from.Close()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-c.done:
		return err
	case <-timer.C:
		return errors.New("nothing takes it")
	}
}
