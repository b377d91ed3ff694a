package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"testing"
)

// On any input, the decoder stops with an error or at the end, within bounds.
// The requests that it read are the same after they are written again without
// whitespace, as Bazel writes them.
func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "null", `{"arguments":["a","b"],"inputs":[{"path":"a","digest":"MTIz"}],"requestId":1}{"requestId":1,"cancel":true}`,
		`{"sandboxDir":"__sandbox/1/_main"}` + "\n", `{"sandboxDir":"../x"}`, `{"arguments":["` + "\xff" + `"]}`, `{"requestId":1e9}`, "[[[[",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		requests := decodeAll(t, input)
		var again bytes.Buffer
		for _, r := range requests {
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			again.Write(text)
		}
		if got := decodeAll(t, again.Bytes()); !reflect.DeepEqual(got, requests) {
			t.Errorf("%+v\nwritten again are %+v", requests, got)
		}
	})
}

func decodeAll(t *testing.T, input []byte) []*Request {
	var requests []*Request
	for d := newDecoder(bytes.NewReader(input), maxRequest); ; {
		r, err := d.next()
		if err != nil {
			if r != nil {
				t.Fatalf("a request and an error: %+v, %v", r, err)
			}
			if errors.Is(err, io.EOF) && len(requests) > len(input) {
				t.Fatalf("%d requests in %d bytes", len(requests), len(input))
			}
			return requests
		}
		requests = append(requests, r)
	}
}
