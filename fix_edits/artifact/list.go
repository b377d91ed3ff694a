package artifact

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// MarshalList returns artifacts as one JSON list, with a final newline: of all
// targets of a build, say. They sort by origin, tool and text, and equal ones
// are in it once, so that the bytes do not depend on the order of all. The
// error is the *Error of Validate.
func MarshalList(all []*Artifact) ([]byte, error) {
	type encoded struct {
		*Artifact
		text []byte
	}
	list := make([]encoded, len(all))
	for i, a := range all {
		text, err := Marshal(a)
		if err != nil {
			return nil, err
		}
		list[i] = encoded{a, bytes.TrimSuffix(text, []byte("\n"))}
	}
	slices.SortFunc(list, func(a, b encoded) int {
		return cmp.Or(strings.Compare(a.Origin, b.Origin), strings.Compare(a.Tool.Name, b.Tool.Name), bytes.Compare(a.text, b.text))
	})
	list = slices.CompactFunc(list, func(a, b encoded) bool { return bytes.Equal(a.text, b.text) })
	out := []byte("[")
	for i := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, '\n'), list[i].text...)
	}
	return append(out, "\n]\n"...), nil
}

// nesting is the depth in an artifact of the values that may nest maxDepth deep.
const nesting = 6

// DecodeList reads what MarshalList or Marshal wrote: a list of artifacts, or
// one artifact. Each is read as Decode reads it. The error is an *Error.
func DecodeList(data []byte) ([]*Artifact, error) {
	r := reader{data: data}
	if r.peek() != '[' {
		a, err := Decode(data)
		if err != nil {
			return nil, err
		}
		return []*Artifact{a}, nil
	}
	var all []*Artifact
	err := r.list(func(int) *Error {
		r.peek()
		start := r.pos
		if err := r.skip(-nesting); err != nil {
			return err
		}
		d := decoders.Get().(*decoder)
		defer d.release()
		a, err := d.decode(data[start:r.pos])
		if err != nil {
			return err.after(position.At(data, start))
		}
		all = append(all, a)
		return nil
	})
	if err == nil && (r.peek() != 0 || r.pos != len(data)) {
		err = r.fail(r.pos, "unexpected text after the artifacts")
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// after changes the place of an error in a text to its place in the document in
// which the text starts at start.
func (e *Error) after(start position.Position) *Error {
	if e.Line == 1 {
		e.Column += start.Column - 1
	}
	if e.Line > 0 {
		e.Line += start.Line - 1
	}
	return e
}
