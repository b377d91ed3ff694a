package pipeline

import (
	"bytes"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// ReadArtifacts reads and decodes artifact files, several at once, and returns them in the order of names. The error is
// that of the first file in this order which fails, and failed its place in it: an *fs.PathError where it can't be read,
// an *artifact.Error where it is malformed.
func ReadArtifacts(names []string) (artifacts []*artifact.Artifact, failed int, err error) {
	artifacts = make([]*artifact.Artifact, len(names))
	errs := make([]error, len(names))
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i, name := range names {
		group.Go(func() error {
			artifacts[i], errs[i] = readArtifact(name)
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

// buffers hold the texts of artifacts while these are decoded, which leaves nothing of them in use.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func readArtifact(name string) (*artifact.Artifact, error) {
	file, err := os.Open(name)
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
