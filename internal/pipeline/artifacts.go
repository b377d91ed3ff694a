package pipeline

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

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

// ReadFindings reads what ReadLists reads, without the fixes: see
// [artifact.DecodeFindings].
func ReadFindings(ctx context.Context, encoded []Encoded) (artifacts []*artifact.Artifact, failed int, err error) {
	lists, failed, err := readEach(ctx, encoded, artifact.DecodeFindings)
	return slices.Concat(lists...), failed, err
}

// readEach ends with ctx, even while a pipe keeps it waiting.
func readEach[T any](ctx context.Context, encoded []Encoded, decode func([]byte) (T, error)) (decoded []T, failed int, err error) {
	errs := make([]error, len(encoded))
	decoded, err = UntilDone(ctx, func() ([]T, error) {
		decoded := make([]T, len(encoded))
		var next atomic.Int64
		var group errgroup.Group
		for range min(2*runtime.GOMAXPROCS(0), len(encoded)) {
			group.Go(func() error {
				var buffer bytes.Buffer
				for i := int(next.Add(1)) - 1; i < len(encoded) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
					decoded[i], errs[i] = read(&encoded[i], &buffer, decode)
				}
				return nil
			})
		}
		_ = group.Wait() // each file keeps its own error
		return decoded, context.Cause(ctx)
	})
	if err != nil {
		return nil, 0, err
	}
	for i, err := range errs {
		if err != nil {
			return nil, i, err
		}
	}
	return decoded, 0, nil
}

// read decodes the contents of an artifact, which buffer holds meanwhile. What
// is decoded does not refer to them.
func read[T any](e *Encoded, buffer *bytes.Buffer, decode func([]byte) (T, error)) (none T, err error) {
	if e.Path == "" {
		return decode(e.Text)
	}
	file, err := os.Open(e.Path)
	if err != nil {
		return none, err
	}
	defer file.Close()
	buffer.Reset()
	if info, err := file.Stat(); err == nil {
		buffer.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := buffer.ReadFrom(file); err != nil {
		return none, err
	}
	return decode(buffer.Bytes())
}
