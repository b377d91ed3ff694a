package pipeline

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// An Encoded artifact is the JSON text that a check wrote: the contents of the
// file Path or, if that is empty, Text.
type Encoded struct {
	Path string
	Text []byte
}

// ReadArtifacts reads and decodes artifacts in parallel and returns them in the
// order of encoded. If some fail, failed is the index of the first of them, and
// the error is its error: an *fs.PathError if the file cannot be read, an
// *artifact.Error if it is malformed, or the cause of the end of ctx.
func ReadArtifacts(ctx context.Context, encoded []Encoded) (artifacts []*artifact.Artifact, failed int, err error) {
	return readEach(ctx, encoded, artifact.Decode)
}

// ReadLists reads artifacts and lists of them, and returns the artifacts of all
// as ReadArtifacts does.
func ReadLists(ctx context.Context, encoded []Encoded) (artifacts []*artifact.Artifact, failed int, err error) {
	lists, failed, err := readEach(ctx, encoded, artifact.DecodeList)
	return slices.Concat(lists...), failed, err
}

func readEach[T any](ctx context.Context, encoded []Encoded, decode func([]byte) (T, error)) (decoded []T, failed int, err error) {
	decoded = make([]T, len(encoded))
	errs := make([]error, len(encoded))
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i := range encoded {
		group.Go(func() error {
			decoded[i], errs[i] = UntilDone(ctx, func() (T, error) { return read(&encoded[i], decode) }) // a pipe may keep it waiting
			return nil
		})
	}
	_ = group.Wait() // each keeps its own error
	for i, err := range errs {
		if err != nil {
			return nil, i, err
		}
	}
	return decoded, 0, nil
}

// buffers hold the contents of files while they are decoded. A decoded artifact
// does not refer to them.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func read[T any](e *Encoded, decode func([]byte) (T, error)) (none T, err error) {
	if e.Path == "" {
		return decode(e.Text)
	}
	file, err := os.Open(e.Path)
	if err != nil {
		return none, err
	}
	defer file.Close()
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if _, err := buffer.ReadFrom(file); err != nil {
		return none, err
	}
	return decode(buffer.Bytes())
}
