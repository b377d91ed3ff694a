package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// A Request is what Bazel asks a worker to do, without the fields that no
// Handler needs: the list of inputs, whose names are among the arguments, and
// the verbosity.
type Request struct {
	// ID is 0 for the one request of a singleplex worker, and another for each
	// request of a multiplex worker that has no answer yet.
	ID int32 `json:"requestId"`
	// Arguments are those that an action of its own would have after the ones
	// which the worker was started with.
	Arguments []string `json:"arguments"`
	// SandboxDir is the folder that all relative paths of the arguments start
	// from, relative to the working folder of the worker; "" is that folder
	// itself.
	SandboxDir string `json:"sandboxDir"`
	// Cancel asks to stop the request with this ID. The other fields are empty
	// then.
	Cancel bool `json:"cancel"`
}

// maxRequest bounds one request, in bytes. That of a target of 100,000 files,
// each with its path twice and its digest, has about half of it.
const maxRequest = 64 << 20

// A decoder reads requests: JSON objects, one after another, with or without
// blanks between them.
type decoder struct {
	json  *json.Decoder
	input *boundedReader
}

func newDecoder(r io.Reader, limit int) *decoder {
	input := &boundedReader{reader: r, limit: limit}
	return &decoder{json: json.NewDecoder(input), input: input}
}

// next returns the next request, and io.EOF where the input ends between two.
func (d *decoder) next() (*Request, error) {
	d.input.left = d.input.limit
	var r *Request
	switch err := d.json.Decode(&r); {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil:
		return nil, fmt.Errorf("malformed request at byte %d of the input: %w", d.json.InputOffset(), err)
	case r == nil:
		return nil, errors.New("malformed request: null where an object is meant")
	case r.SandboxDir != "" && !filepath.IsLocal(filepath.FromSlash(r.SandboxDir)):
		return nil, fmt.Errorf("malformed request %d: sandboxDir %q is not below the working folder", r.ID, r.SandboxDir)
	}
	return r, nil
}

// A boundedReader fails once more than left bytes were read, which a decoder
// sets anew for each request. What the decoder has read ahead counts for the
// request before, so the bound is not to the byte.
type boundedReader struct {
	reader      io.Reader
	limit, left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("it has more than %d bytes", b.limit)
	}
	n, err := b.reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// A response answers one request.
type response struct {
	ExitCode     int    `json:"exitCode"`
	Output       string `json:"output"`
	ID           int32  `json:"requestId"`
	WasCancelled bool   `json:"wasCancelled,omitempty"`
}
