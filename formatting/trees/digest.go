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
	sum hash.Hash
	out []byte // not yet in sum
}

// pending is the number of bytes that a digest collects for its hash.
const pending = 4 << 10

// NewDigest returns an empty digest.
func NewDigest() *Digest { return &Digest{sha256.New(), make([]byte, 0, 2*pending)} }

// String returns the digest as 64 lower-case hex digits.
func (d *Digest) String() string {
	d.flush()
	return hex.EncodeToString(d.sum.Sum(nil))
}

func (d *Digest) flush() {
	d.sum.Write(d.out)
	d.out = d.out[:0]
}

// Text adds a text.
func (d *Digest) Text(text string) {
	d.number(uint64(len(text)))
	d.out = append(d.out, text...)
	if len(d.out) >= pending {
		d.flush()
	}
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
	d.out = binary.AppendUvarint(d.out, n)
	if len(d.out) >= pending {
		d.flush()
	}
}

// Tree adds a tree. Trees that c compares as equal add the same.
func (d *Digest) Tree(c *Comparer, root any) {
	if root == nil {
		d.Text("")
		return
	}
	v := reflect.ValueOf(root)
	d.value(c, v, c.planOf(v.Type()), nil, true)
}

// A plan says how values of a type are added.
type plan struct {
	of     reflect.Type
	name   string
	kind   reflect.Kind
	read   func(v any) any
	fields []int   // of a struct
	parts  []*plan // of these fields, or of the items of a list or the value of a pointer
}

// planOf returns the plan of a type.
func (c *Comparer) planOf(t reflect.Type) *plan {
	if known, ok := c.plans.Load(t); ok {
		return known.(*plan)
	}
	made := map[reflect.Type]*plan{}
	p := c.plan(t, made)
	for t, p := range made {
		c.plans.Store(t, p)
	}
	return p
}

// plan makes the plan of a type and of all types that it has. Types may have
// each other.
func (c *Comparer) plan(t reflect.Type, made map[reflect.Type]*plan) *plan {
	if p := made[t]; p != nil {
		return p
	}
	p := &plan{of: t, name: t.String(), kind: t.Kind(), read: c.Read[t]}
	made[t] = p
	switch p.kind {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		p.parts = []*plan{c.plan(t.Elem(), made)}
	case reflect.Struct:
		p.fields = c.fieldsOf(t)
		for _, i := range p.fields {
			p.parts = append(p.parts, c.plan(t.Field(i).Type, made))
		}
	}
	return p
}

// value adds a value by the plan of its type. Read is the type that was read to
// get it. The type of the value is added unless it is the type of a field or an
// item, which follows from the type around it.
func (d *Digest) value(c *Comparer, v reflect.Value, p *plan, read reflect.Type, typed bool) {
	if p.read != nil && p.of != read {
		v = reflect.ValueOf(p.read(v.Interface()))
		if !v.IsValid() {
			d.Text("")
			return
		}
		d.value(c, v, c.planOf(v.Type()), p.of, true)
		return
	}
	if typed && p.kind != reflect.Interface {
		d.Text(p.name)
	}
	switch p.kind {
	case reflect.Interface:
		if v.IsNil() {
			d.Text("")
			return
		}
		v = v.Elem()
		d.value(c, v, c.planOf(v.Type()), read, true)
	case reflect.Pointer:
		if v.IsNil() {
			d.number(0)
			return
		}
		d.number(1)
		d.value(c, v.Elem(), p.parts[0], read, false)
	case reflect.Struct:
		for k, i := range p.fields {
			d.value(c, v.Field(i), p.parts[k], nil, false)
		}
	case reflect.Slice, reflect.Array:
		n := v.Len()
		d.number(uint64(n))
		for i := range n {
			d.value(c, v.Index(i), p.parts[0], nil, false)
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
		panic(fmt.Sprintf("trees: a tree has a %s", p.name))
	}
}
