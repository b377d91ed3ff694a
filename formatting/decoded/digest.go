package decoded

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
)

// A digest identifies a value: values are equal if and only if their digests
// are.
type digest [sha256.Size]byte

// The kinds of values. They distinguish, for example, a string from a list with
// that string.
const (
	scalarKind  = "scalar"
	listKind    = "list"
	mappingKind = "mapping"
)

// scalar returns the digest of a value of a type, given as text.
func scalar(kind, text string) digest {
	h := sha256.New()
	write(h, scalarKind)
	write(h, kind)
	write(h, text)
	return sum(h)
}

// list returns the digest of values in order.
func list(values []digest) digest {
	h := sha256.New()
	write(h, listKind)
	for _, value := range values {
		h.Write(value[:])
	}
	return sum(h)
}

// A member is a key with its value.
type member struct{ key, value digest }

// mapping returns the digest of members. Only the order of members with the
// same key matters: many programs read the last one.
func mapping(members []member) digest {
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key[:], b.key[:]) })
	h := sha256.New()
	write(h, mappingKind)
	for _, m := range members {
		h.Write(m.key[:])
		h.Write(m.value[:])
	}
	return sum(h)
}

// write adds a string and its length, so that different sequences of strings
// have different digests.
func write(h hash.Hash, text string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	h.Write(length[:])
	h.Write([]byte(text))
}

func sum(h hash.Hash) digest { return digest(h.Sum(nil)) }
