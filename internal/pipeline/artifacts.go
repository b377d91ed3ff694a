package pipeline

import (
	"bytes"
	"context"
	"os"
	"runtime"
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
	artifacts = make([]*artifact.Artifact, len(encoded))
	errs := make([]error, len(encoded))
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i := range encoded {
		group.Go(func() error {
			artifacts[i], errs[i] = UntilDone(ctx, encoded[i].decode) // a pipe may keep it waiting
			return nil
		})
	}
	_ = group.Wait() // each keeps its own error
	for i, err := range errs {
		if err != nil {
			return nil, i, err
		}
	}
	return artifacts, 0, nil
}

// buffers hold the contents of files while they are decoded. A decoded artifact
// does not refer to them.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (e *Encoded) decode() (*artifact.Artifact, error) {
	if e.Path == "" {
		return artifact.Decode(e.Text)
	}
	file, err := os.Open(e.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if _, err := buffer.ReadFrom(file); err != nil {
		return nil, err
	}
	return artifact.Decode(buffer.Bytes())
}
