package artifact

import (
	"bytes"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Decode reads an artifact. It accepts only the output of Encode, up to
// whitespace, the order of names and the escaping of characters: UTF-8 JSON of
// the current version, with each known name at most once and no others, that
// passes Validate. The error is an *Error. The artifact shares no memory with
// data and takes a small multiple of its size.
func Decode(data []byte) (*Artifact, error) {
	d := decoders.Get().(*decoder)
	defer d.release()
	a, err := d.decode(data)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// longList is the length from which a list is returned without copying: its
// spare capacity costs less than a copy.
const longList = 1 << 12

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// A decoder reads one artifact into lists with spare capacity, and copies them
// after their lengths are known. It is reused for the next artifact.
type decoder struct {
	reader
	memory
	withoutFixes bool // fixes are skipped, and their ids in diagnostics
	snapshots    []fixedits.Snapshot
	diagnostics  []fixedits.Diagnostic
	fixes        []fixedits.Fix
	edits        []fixedits.Edit // of all fixes
	ids          []string        // in the lists of all diagnostics
	prints       []string        // fingerprints of all diagnostics
}

// release returns the decoder to the pool, without references to the artifact
// and without lists so long that they would waste memory for a shorter
// artifact.
func (d *decoder) release() {
	if max(len(d.snapshots), len(d.diagnostics), len(d.fixes), len(d.edits), len(d.ids), len(d.prints), len(d.known)) > longList {
		return
	}
	clear(d.known)
	d.empty()
	d.reader, d.memory, d.withoutFixes = reader{}, memory{known: d.known}, false
	decoders.Put(d)
}

// empty empties the lists for the next artifact.
func (d *decoder) empty() {
	d.snapshots = emptied(d.snapshots)
	d.diagnostics = emptied(d.diagnostics)
	d.fixes = emptied(d.fixes)
	d.edits = emptied(d.edits)
	d.ids = emptied(d.ids)
	d.prints = emptied(d.prints)
}

// emptied returns the empty list with the memory of a list, or nil if exact
// returns it without copying.
func emptied[T any](list []T) []T {
	if len(list) > longList {
		return nil
	}
	clear(list)
	return list[:0]
}

func (d *decoder) decode(data []byte) (*Artifact, *Error) {
	d.data = data
	d.reserve(len(data))
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return nil, d.fail(0, "the text begins with a byte order mark: write UTF-8 without it")
	}
	a := &Artifact{}
	err := d.artifact(a)
	if err == nil && d.peek() == 0 && d.pos == len(data) {
		d.settle(a)
		err = a.validate()
	} else if err == nil {
		err = d.fail(d.pos, "unexpected text after the artifact")
	}
	if err != nil {
		return nil, explained(err, data)
	}
	return a, nil
}

// explained returns the error of an artifact that begins in data: its version,
// if that explains anything else that is wrong.
func explained(err *Error, data []byte) *Error {
	if version, ok := versionOf(data); ok && version != Version {
		return unknownVersion(version)
	}
	return err
}

// versionOf returns the version that data declares, if it can be read that far.
func versionOf(data []byte) (version int, ok bool) {
	r := reader{data: data}
	_ = r.members("an artifact", func(name []byte, at int) *Error {
		if string(name) != artifactObject.fields[artifactVersion].name {
			return r.skip(maxDepth, true)
		}
		var err *Error
		version, err = r.integer()
		ok = err == nil
		return r.fail(at, "found")
	})
	return version, ok
}

// settle builds the lists of the artifact from the decoded records.
func (d *decoder) settle(a *Artifact) {
	a.Snapshots = exact(d.snapshots)
	a.Diagnostics = exact(d.diagnostics)
	a.Fixes = exact(d.fixes)
	edits, ids, prints := exact(d.edits), exact(d.ids), exact(d.prints)
	for i := range a.Fixes {
		a.Fixes[i].Edits, edits = cut(edits, len(a.Fixes[i].Edits))
	}
	for i := range a.Diagnostics {
		a.Diagnostics[i].Fixes, ids = cut(ids, len(a.Diagnostics[i].Fixes))
		a.Diagnostics[i].Fingerprints, prints = cut(prints, len(a.Diagnostics[i].Fingerprints))
	}
}

// exact returns a copy of list without spare capacity, or list itself if it is
// long.
func exact[T any](list []T) []T {
	switch {
	case len(list) == 0:
		return nil
	case len(list) > longList:
		return list[:len(list):len(list)]
	}
	out := make([]T, len(list))
	copy(out, list)
	return out
}

// cut splits list after n elements. The head is nil if n is 0, and has no
// capacity to grow into the tail.
func cut[T any](list []T, n int) (head, tail []T) {
	if n == 0 {
		return nil, list
	}
	return list[:n:n], list[n:]
}

// object reads an object of kind o. value reads the value of each field.
func (d *decoder) object(o *object, value func(field int) *Error) *Error {
	d.peek()
	start := d.pos
	var seen uint
	next := 0
	err := d.members(o.what, func(name []byte, at int) *Error {
		if next >= len(o.fields) || o.fields[next].name != string(name) {
			next = o.find(name)
		}
		if next < 0 {
			return d.fail(at, "unknown name %s: %s has %s", quote(name), o.what, o.names())
		}
		field := next
		next++
		if seen&(1<<field) != 0 {
			return d.fail(at, "the name %s occurs twice in one object", quote(name))
		}
		seen |= 1 << field
		if err := value(field); err != nil {
			return err.within(o.fields[field].name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range o.fields {
		if !o.fields[i].optional && seen&(1<<i) == 0 {
			return d.fail(start, "missing").within(o.fields[i].name)
		}
	}
	return nil
}

// find returns the index of the field with the given name, or -1.
func (o *object) find(name []byte) int {
	for i := range o.fields {
		if o.fields[i].name == string(name) {
			return i
		}
	}
	return -1
}
