package trees

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"reflect"
)

// A Digest sums up the meaning of a text: trees without their layout, and texts
// beside them, such as comments. Two digests are equal if and only if the same
// things were added to them in the same order.
type Digest struct {
	sum  hash.Hash
	rest []byte // not in sum yet
}

// unsummed is the number of bytes that wait to be added to the sum together.
const unsummed = 1024

// NewDigest returns an empty digest.
func NewDigest() *Digest { return &Digest{sum: sha256.New()} }

// String returns the digest as 64 lower-case hex digits.
func (d *Digest) String() string {
	d.flush()
	return hex.EncodeToString(d.sum.Sum(nil))
}

// Text adds a text.
func (d *Digest) Text(text string) {
	d.number(uint64(len(text)))
	d.rest = append(d.rest, text...)
}

// Texts adds a list of texts.
func (d *Digest) Texts(list []string) {
	d.number(uint64(len(list)))
	for _, text := range list {
		d.Text(text)
	}
}

// Number adds a number.
func (d *Digest) Number(n int) { d.number(uint64(n)) }

func (d *Digest) number(n uint64) {
	if len(d.rest) > unsummed {
		d.flush()
	}
	d.rest = binary.AppendUvarint(d.rest, n)
}

func (d *Digest) flush() {
	d.sum.Write(d.rest) // a hash never fails
	d.rest = d.rest[:0]
}

// Tree adds a tree. Trees that c compares as equal add the same.
func (d *Digest) Tree(c *Comparer, root any) { d.held(c, reflect.ValueOf(root), nil) }

// held adds the value that an interface holds, and its type. Read is the type
// that was read to get it.
func (d *Digest) held(c *Comparer, v reflect.Value, read reflect.Type) {
	if !v.IsValid() {
		d.Text("")
		return
	}
	d.value(c, c.shapeOf(v.Type()), v, read, true)
}

// value adds a value of a shape. The type of a field or an item is not added,
// because it follows from the type around it.
func (d *Digest) value(c *Comparer, s *shape, v reflect.Value, read reflect.Type, typed bool) {
	if s.read != nil && s.of != read {
		if v = reflect.ValueOf(s.read(v.Interface())); !v.IsValid() || v.Type() != s.of {
			d.held(c, v, s.of)
			return
		}
		typed, read = true, s.of
	}
	kind := v.Kind()
	if typed && kind != reflect.Interface {
		d.Text(s.name)
	}
	switch kind {
	case reflect.Interface:
		d.held(c, v.Elem(), read)
	case reflect.Pointer:
		if v.IsNil() {
			d.number(0)
			return
		}
		d.number(1)
		d.value(c, s.item, v.Elem(), read, false)
	case reflect.Struct:
		for _, f := range s.fields {
			d.value(c, f.shape, v.Field(f.index), nil, false)
		}
	case reflect.Slice, reflect.Array:
		n := v.Len()
		d.number(uint64(n))
		for i := range n {
			d.value(c, s.item, v.Index(i), nil, false)
		}
	case reflect.String:
		d.Text(v.String())
	case reflect.Bool:
		if v.Bool() {
			d.number(1)
		} else {
			d.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		d.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		d.number(math.Float64bits(v.Float()))
	default:
		panic(fmt.Sprintf("trees: a tree has a %s", s.name))
	}
}
