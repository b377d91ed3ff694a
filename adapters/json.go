package adapters

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// EachElement calls each with the elements of a JSON array, in order, and reads
// no further than it must: output may have hundreds of megabytes. The error
// describes JSON that is malformed, is not an array, or goes on after it.
func EachElement[T any](in io.Reader, each func(index int, element *T)) error {
	index := 0
	return Ahead(func(give func(*T) bool) error { return elements(in, give) }, func(element *T) {
		each(index, element)
		index++
	})
}

// elements gives the elements of a JSON array. Errors are those of EachElement.
func elements[T any](in io.Reader, give func(*T) bool) error {
	counted := &counter{in: in}
	from := json.NewDecoder(counted)
	if token, err := from.Token(); err != nil {
		return counted.malformed(err)
	} else if token != json.Delim('[') {
		return fmt.Errorf("not a JSON array, but %s", kindOf(token))
	}
	for index := 0; from.More(); index++ {
		var element T
		if err := from.Decode(&element); err != nil {
			return fmt.Errorf("element %d: %w", index+1, counted.malformed(err))
		}
		if !give(&element) {
			return nil
		}
	}
	if _, err := from.Token(); err != nil {
		return counted.malformed(err)
	}
	if token, err := from.Token(); err == nil {
		return fmt.Errorf("at byte %d: %s after the array", from.InputOffset(), kindOf(token))
	} else if !errors.Is(err, io.EOF) {
		return counted.malformed(err)
	}
	return nil
}

// EachValue calls each with the values of a stream of JSON values, such as JSON
// Lines, in order. There may be none. The error describes malformed JSON.
func EachValue[T any](in io.Reader, each func(index int, value *T)) error {
	index := 0
	return Ahead(func(give func(*T) bool) error { return values(in, give) }, func(value *T) {
		each(index, value)
		index++
	})
}

// values gives the values of a stream. Errors are those of EachValue.
func values[T any](in io.Reader, give func(*T) bool) error {
	counted := &counter{in: in}
	from := json.NewDecoder(counted)
	for index := 0; ; index++ {
		var value T
		switch err := from.Decode(&value); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("value %d: %w", index+1, counted.malformed(err))
		}
		if !give(&value) {
			return nil
		}
	}
}

// One reads a single JSON value. The error describes malformed JSON, or what
// goes on after the value.
func One[T any](in io.Reader) (*T, error) {
	counted := &counter{in: in}
	from := json.NewDecoder(counted)
	var value T
	if err := from.Decode(&value); err != nil {
		return nil, counted.malformed(err)
	}
	if token, err := from.Token(); err == nil {
		return nil, fmt.Errorf("at byte %d: %s after the end", from.InputOffset(), kindOf(token))
	} else if !errors.Is(err, io.EOF) {
		return nil, counted.malformed(err)
	}
	return &value, nil
}

// A Member is one that a JSON object of a format always has. Its value may be
// null. Without it, the output of another tool would look like one without
// findings.
type Member[T any] struct {
	Value T
	Set   bool // it is there
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Member[T]) UnmarshalJSON(text []byte) error {
	m.Set = true
	return json.Unmarshal(text, &m.Value)
}

// NoMember returns the error for output that lacks a member.
func NoMember(name string) error {
	return fmt.Errorf("it is of another format: it has no %s", name)
}

// A counter counts the bytes that are read.
type counter struct {
	in   io.Reader
	read int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.read += int64(n)
	return n, err
}

// malformed says where JSON is malformed. If it ends too early, all of it was
// read.
func (c *counter) malformed(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		if c.read == 0 {
			return errors.New("it is empty")
		}
		return fmt.Errorf("it is cut off at byte %d", c.read)
	case errors.As(err, &syntax):
		return fmt.Errorf("at byte %d: %w", syntax.Offset, err)
	}
	return err
}

func kindOf(token json.Token) string {
	switch token := token.(type) {
	case json.Delim:
		if token == '{' || token == '}' {
			return "an object"
		}
		return "an array"
	case string:
		return "a string"
	case nil:
		return "null"
	case bool:
		return "a boolean"
	}
	return "a number"
}
