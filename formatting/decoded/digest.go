package decoded

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
)

// A digest stands for a value. Equal values have equal digests, and others have
// others.
type digest [sha256.Size]byte

// The kinds of values, which keep a list of one string and that string apart.
const (
	scalarKind  = "scalar"
	listKind    = "list"
	mappingKind = "mapping"
)

// scalar returns the digest of a value of a type, by its text.
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

// mapping returns the digest of members, whatever their order.
func mapping(members []member) digest {
	slices.SortFunc(members, func(a, b member) int {
		if c := slices.Compare(a.key[:], b.key[:]); c != 0 {
			return c
		}
		return slices.Compare(a.value[:], b.value[:])
	})
	h := sha256.New()
	write(h, mappingKind)
	for _, m := range members {
		h.Write(m.key[:])
		h.Write(m.value[:])
	}
	return sum(h)
}

// write adds a string so that what follows cannot be taken for a part of it.
func write(h hash.Hash, text string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	h.Write(length[:])
	h.Write([]byte(text))
}

func sum(h hash.Hash) digest { return digest(h.Sum(nil)) }
