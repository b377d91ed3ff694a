package worktree

import (
	"bytes"
	"errors"
	"io"
)

// equalStreams reports whether two streams have the same bytes.
func equalStreams(a, b io.Reader) (bool, error) {
	const size = 64 << 10
	one, other := make([]byte, size), make([]byte, size)
	for {
		n, err := io.ReadFull(a, one)
		m, failed := io.ReadFull(b, other)
		for _, err := range []error{err, failed} {
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return false, err
			}
		}
		if !bytes.Equal(one[:n], other[:m]) {
			return false, nil
		}
		if err != nil || failed != nil {
			return true, nil
		}
	}
}
