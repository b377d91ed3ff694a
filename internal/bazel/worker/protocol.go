package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// A Request is a work request of Bazel, without the fields that no Handler
// needs: the list of inputs, whose names are among the arguments, and the
// verbosity.
type Request struct {
	// ID is 0 for a singleplex worker. For a multiplex worker it is different
	// for each request that has no response yet.
	ID int32 `json:"requestId"`
	// Arguments are the arguments after the startup arguments of the worker.
	Arguments []string `json:"arguments"`
	// SandboxDir is the folder that relative paths in the arguments start from,
	// relative to the working folder of the worker. It is "" for that folder
	// itself.
	SandboxDir string `json:"sandboxDir"`
	// Cancel asks to stop the request with this ID. The other fields are empty
	// then.
	Cancel bool `json:"cancel"`
}

// maxRequest bounds one request, in bytes. The request of a target with 100,000
// files, each with its path twice and its digest, is about half as long.
const maxRequest = 64 << 20

// A decoder reads requests: JSON objects, one after another, with or without
// whitespace between them.
type decoder struct {
	json  *json.Decoder
	input *boundedReader
}

func newDecoder(r io.Reader, limit int) *decoder {
	input := &boundedReader{reader: r, limit: limit}
	return &decoder{json: json.NewDecoder(input), input: input}
}

// next returns the next request, or io.EOF if the input ends between two
// requests.
func (d *decoder) next() (*Request, error) {
	d.input.left = d.input.limit
	var r *Request
	switch err := d.json.Decode(&r); {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil:
		return nil, fmt.Errorf("malformed request at byte %d of the input: %w", d.json.InputOffset(), err)
	case r == nil:
		return nil, errors.New("malformed request: null instead of an object")
	case r.SandboxDir != "" && !filepath.IsLocal(filepath.FromSlash(r.SandboxDir)):
		return nil, fmt.Errorf("malformed request %d: sandboxDir %q is not below the working folder", r.ID, r.SandboxDir)
	}
	return r, nil
}

// A boundedReader fails after left more bytes. A decoder resets left for each
// request. Bytes that the decoder has read ahead count for the request before,
// so the bound is not exact.
type boundedReader struct {
	reader      io.Reader
	limit, left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("has more than %d bytes", b.limit)
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
