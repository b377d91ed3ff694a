package adapters

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// EachElement calls each with the elements of a JSON array, in order, and reads
// no further than it must: output may have hundreds of megabytes. It refuses
// elements of another type, among others of the right one. The error describes
// JSON that is malformed, is not an array, goes on after it, or has only
// elements of another type.
func EachElement[T any](in io.Reader, result *Result, each func(index int, element *T)) error {
	return eachOf(in, result, elements[T], "element", each)
}

// A decoded is a value, or the error of one of another type.
type decoded[T any] struct {
	value T
	err   error
}

func eachOf[T any](in io.Reader, result *Result, read func(io.Reader, func(*decoded[T]) bool) error, kind string, each func(int, *T)) error {
	j := judge{result: result, kind: kind}
	err := Ahead(func(give func(*decoded[T]) bool) error { return read(in, give) }, func(d *decoded[T]) {
		j.use(d.err, func(index int) { each(index, &d.value) }, whole(&d.value) == nil)
	})
	return cmp.Or(err, j.verdict())
}

// A judge refuses the values of another type than the format has. If all are,
// the output is of another format.
type judge struct {
	result *Result
	kind   string // of the values

	index, good int
	first       error
}

// use uses the next value, which err says is of another type. What can be read
// of it is used without its fixes, if it has what the format always has.
func (j *judge) use(err error, each func(index int), whole bool) {
	index := j.index
	j.index++
	if err == nil {
		j.good++
		each(index)
		return
	}
	err = fmt.Errorf("%s %d: %w", j.kind, index+1, err)
	j.first = cmp.Or(j.first, err)
	if r := j.result; whole {
		refused := len(r.Refused)
		r.doubt = err
		each(index)
		r.doubt = nil
		for _, refusal := range r.Refused[refused:] {
			if refusal.Finding != nil {
				refusal.Why = err.Error() + ": " + refusal.Why
				return
			}
		}
		r.Refused = r.Refused[:refused]
	}
	j.result.Refuse(Refusal{Index: -1}, &Refusal{Index: -1, Code: CodeInvalid, Why: err.Error()})
}

// whole returns the error of a value's own method.
func whole(value any) error {
	if v, ok := value.(interface{ Whole() error }); ok {
		return v.Whole()
	}
	return nil
}

// verdict returns why the output is of another format.
func (j *judge) verdict() error {
	if j.good > 0 {
		return nil
	}
	return j.first
}

// decode decodes the next value. One of another type than the format has, or
// that is not whole by its own method, is not an error of the output: the next
// value follows.
func decode[T any](from *json.Decoder, into *decoded[T]) error {
	err := from.Decode(&into.value)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		into.err = err
		return nil
	}
	if err == nil {
		into.err = whole(&into.value)
	}
	return err
}

// elements gives the elements of a JSON array. It fails as EachElement does.
func elements[T any](in io.Reader, give func(*decoded[T]) bool) error {
	counted := &counter{in: in}
	from := json.NewDecoder(counted)
	if token, err := from.Token(); err != nil {
		return counted.malformed(err)
	} else if token != json.Delim('[') {
		return fmt.Errorf("not a JSON array, but %s", kindOf(token))
	}
	for index := 0; from.More(); index++ {
		var element decoded[T]
		if err := decode(from, &element); err != nil {
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
// Lines, in order. There may be none. It refuses values of another type, among
// others of the right one. The error describes malformed JSON, or that all
// values are of another type.
func EachValue[T any](in io.Reader, result *Result, each func(index int, value *T)) error {
	return eachOf(in, result, values[T], "value", each)
}

// values gives the values of a stream. It fails as EachValue does.
func values[T any](in io.Reader, give func(*decoded[T]) bool) error {
	counted := &counter{in: in}
	from := json.NewDecoder(counted)
	for index := 0; ; index++ {
		var value decoded[T]
		switch err := decode(from, &value); {
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

// MarshalJSON implements json.Marshaler.
func (m Member[T]) MarshalJSON() ([]byte, error) { return json.Marshal(m.Value) }

// NoMember returns the error for output that lacks a member.
func NoMember(name string) error {
	return fmt.Errorf("another format: no %s", name)
}

// A List is a member with the results of a tool, which a JSON object of a format
// always has. It may be null.
type List[T any] struct {
	Set bool // it is there

	elements []decoded[T]
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *List[T]) UnmarshalJSON(text []byte) error {
	l.Set = true
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	l.elements = make([]decoded[T], len(all))
	for i, one := range all {
		e := &l.elements[i]
		if e.err = json.Unmarshal(one, &e.value); e.err == nil {
			e.err = whole(&e.value)
		}
	}
	return nil
}

// Each calls each with the elements, in order. It refuses elements of another
// type; output that has no others is an error.
func (l *List[T]) Each(result *Result, each func(index int, element *T)) error {
	j := judge{result: result, kind: "element"}
	for i := range l.elements {
		e := &l.elements[i]
		j.use(e.err, func(index int) { each(index, &e.value) }, whole(&e.value) == nil)
	}
	return j.verdict()
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
			return errors.New("empty")
		}
		return fmt.Errorf("cut off at byte %d", c.read)
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
