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
const unsummed = 4096

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
func (d *Digest) Tree(c *Comparer, root any) { d.value(c, reflect.ValueOf(root), nil, true) }

// value adds a value. Read is the type that was read to get it. The type of the
// value is added unless it is the type of a field or an item, which follows
// from the type around it.
func (d *Digest) value(c *Comparer, v reflect.Value, read reflect.Type, typed bool) {
	if !v.IsValid() {
		d.Text("")
		return
	}
	t := v.Type()
	if f, ok := c.Read[t]; ok && t != read {
		d.value(c, reflect.ValueOf(f(v.Interface())), t, true)
		return
	}
	if typed && t.Kind() != reflect.Interface {
		d.Text(t.String())
	}
	switch t.Kind() {
	case reflect.Interface:
		d.value(c, v.Elem(), read, true)
	case reflect.Pointer:
		if v.IsNil() {
			d.number(0)
			return
		}
		d.number(1)
		d.value(c, v.Elem(), read, false)
	case reflect.Struct:
		for _, i := range c.fieldsOf(t) {
			d.value(c, v.Field(i), nil, false)
		}
	case reflect.Slice, reflect.Array:
		d.number(uint64(v.Len()))
		for i := range v.Len() {
			d.value(c, v.Index(i), nil, false)
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
		panic(fmt.Sprintf("trees: a tree has a %s", t))
	}
}
