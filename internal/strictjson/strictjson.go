// Package strictjson decodes JSON that others may have written.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Decode stores the one JSON value of a text in to. An unknown field is an
// error, and so is more than one value. The error for a text without a value is
// io.EOF.
func Decode(text []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(to); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("text after the JSON value")
	}
	return nil
}
