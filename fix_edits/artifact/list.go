package artifact

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
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

// DecodeList reads what MarshalList or Marshal wrote: a list of artifacts, or
// one artifact. Each is read as Decode reads it. The error is an *Error.
func DecodeList(data []byte) ([]*Artifact, error) {
	d := decoders.Get().(*decoder)
	defer d.release()
	return d.decodeList(data)
}

// DecodeFindings reads what DecodeList reads, without the fixes, in less time:
// the artifacts have none, and their diagnostics name none. Of the fixes, it only
// checks that they are JSON.
func DecodeFindings(data []byte) ([]*Artifact, error) {
	d := decoders.Get().(*decoder)
	defer d.release()
	d.withoutFixes = true
	return d.decodeList(data)
}

// decodeList is the body of DecodeList and DecodeFindings.
func (d *decoder) decodeList(data []byte) ([]*Artifact, error) {
	d.data = data
	if d.peek() != '[' {
		a, err := d.decode(data)
		if err != nil {
			return nil, err
		}
		return []*Artifact{a}, nil
	}
	d.reserve(len(data))
	var all []*Artifact
	err := d.list(func(int) *Error {
		d.peek()
		start := d.pos
		a := &Artifact{}
		err := d.artifact(a)
		if err == nil {
			d.settle(a)
			d.empty()
			err = a.validate()
		}
		if err != nil {
			return explained(err, data[start:])
		}
		all = append(all, a)
		return nil
	})
	if err == nil && (d.peek() != 0 || d.pos != len(data)) {
		err = d.fail(d.pos, "unexpected text after the artifacts")
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}
