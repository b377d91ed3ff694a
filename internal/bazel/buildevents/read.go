package buildevents

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrTruncated is the error of events without the last message.
var ErrTruncated = errors.New("they end before their last message: Bazel was killed, or the disk is full")

// lastMessage marks the last event of a file.
var lastMessage = []byte(`"lastMessage":true`)

// Read calls handle for each event of r, in order. Events of lines for which
// skip reports true are not decoded; skip may be nil. The error of a malformed
// line has its 1-based number. If the event that is marked as the last one is
// missing, the error is ErrTruncated.
func Read(r io.Reader, skip func(line []byte) bool, handle func(*Event)) error {
	lines := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	last := false
	for number := 1; ; number++ {
		var err error
		line, err = readLine(lines, line[:0])
		if err != nil && err != io.EOF {
			return err
		}
		ended := err == io.EOF
		if len(line) > 0 {
			isLast := bytes.Contains(line, lastMessage)
			if isLast || skip == nil || !skip(line) {
				e := new(Event)
				if err := json.Unmarshal(line, e); err != nil {
					if ended {
						return ErrTruncated
					}
					return fmt.Errorf("line %d: %w", number, err)
				}
				last = last || isLast
				handle(e)
			}
		}
		if ended {
			break
		}
	}
	if !last {
		return ErrTruncated
	}
	return nil
}

// readLine appends the next line to buffer without its newline. At the end of
// the file, it returns io.EOF and the rest. Lines have no limit: a set of files
// is one line.
func readLine(r *bufio.Reader, buffer []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		buffer = append(buffer, part...)
		switch err {
		case nil:
			return bytes.TrimSuffix(buffer, []byte("\n")), nil
		case bufio.ErrBufferFull:
		default:
			return buffer, err
		}
	}
}
