package textdiff

import (
	"bytes"
	"hash/maphash"
	"math/bits"
)

// lines is a text split into lines.
type lines struct {
	text   []byte
	starts []int   // the offset of each line, and the length of the text
	ids    []int32 // equal lines have equal ids; -1 is a line that is missing from the other text
}

// len returns the number of lines.
func (l *lines) len() int {
	return len(l.starts) - 1
}

// line returns the i-th line, including its '\n' if it has one.
func (l *lines) line(i int) []byte {
	return l.text[l.starts[i]:l.starts[i+1]]
}

// spareLines is the number of equal lines next to a difference that are not set
// aside, so that a change can move across them.
const spareLines = 100

// commonEnds returns the lengths in bytes of the equal lines at the start and
// at the end, without the spare ones. If the texts are equal, the prefix covers
// all bytes.
func commonEnds(a, b []byte) (prefix, suffix int) {
	shorter := min(len(a), len(b))
	prefix = commonPrefix(a[:shorter], b[:shorter])
	if prefix == len(a) && prefix == len(b) {
		return prefix, 0
	}
	shorter -= prefix
	suffix = commonSuffix(a[len(a)-shorter:], b[len(b)-shorter:])
	// The first line that is added back may be partial.
	for n := 0; n < spareLines && prefix > 0; n++ {
		prefix = bytes.LastIndexByte(a[:prefix-1], '\n') + 1
	}
	for n := 0; n < spareLines && suffix > 0; n++ {
		suffix -= nextLine(a[len(a)-suffix:])
	}
	return prefix, suffix
}

// nextLine returns the length of the first line of text, including its '\n' if
// it has one.
func nextLine(text []byte) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end + 1
	}
	return len(text)
}

// commonPrefix returns the number of equal bytes at the start of a and b, which
// have the same length.
func commonPrefix(a, b []byte) int {
	n := 0
	for _, step := range []int{4096, 64, 1} {
		for n+step <= len(a) && bytes.Equal(a[n:n+step], b[n:n+step]) {
			n += step
		}
	}
	return n
}

// commonSuffix returns the number of equal bytes at the end of a and b, which
// have the same length.
func commonSuffix(a, b []byte) int {
	end := len(a)
	for _, step := range []int{4096, 64, 1} {
		for end >= step && bytes.Equal(a[end-step:end], b[end-step:end]) {
			end -= step
		}
	}
	return len(a) - end
}

// split splits text into lines.
func split(text []byte) lines {
	starts := make([]int, 1, bytes.Count(text, []byte{'\n'})+2)
	for at := 0; at < len(text); {
		at += nextLine(text[at:])
		starts = append(starts, at)
	}
	return lines{text: text, starts: starts}
}

// seed makes hashes of lines unpredictable, so that nobody can construct a text
// whose lines collide. Ids are numbered in the order of the lines, so that
// nothing else depends on the seed.
var seed = maphash.MakeSeed()

// identify assigns ids to the lines of a and b, and returns the number of ids.
func identify(a, b *lines) (sorts int) {
	t := newTable(a)
	a.ids = make([]int32, a.len())
	for i := range a.ids {
		a.ids[i] = t.add(i)
	}
	inB := make([]bool, len(t.first)) // by id
	b.ids = make([]int32, b.len())
	next := 0 // after the line of a that is equal to the last line of b
	for j := range b.ids {
		line := b.line(j)
		// Compared texts are mostly in step, which saves hashing.
		if next < a.len() && bytes.Equal(a.line(next), line) {
			b.ids[j] = a.ids[next]
			next++
		} else {
			b.ids[j] = t.find(line)
			if b.ids[j] < 0 {
				next++ // most likely a line that was changed
				continue
			}
			next = int(t.first[b.ids[j]]) + 1
		}
		inB[b.ids[j]] = true
	}
	for i, id := range a.ids {
		if !inB[id] {
			a.ids[i] = -1
		}
	}
	return len(inB)
}

// A table finds lines of one text by their content.
type table struct {
	lines *lines
	slots []slot // open addressing; at most half of them are in use
	shift int    // of a hash, to get an index
	first []int32
}

// A slot holds an id plus 1, and the low half of the hash of the line. A slot
// with id 0 is free.
type slot struct {
	id   int32
	hash uint32
}

func newTable(l *lines) *table {
	size := bits.Len(uint(2*l.len() + 1))
	return &table{lines: l, slots: make([]slot, 1<<size), shift: 64 - size, first: make([]int32, 0, l.len())}
}

// add returns the id of the i-th line, which is new unless an earlier line is
// equal.
func (t *table) add(i int) int32 {
	line := t.lines.line(i)
	s, hash := t.slot(line)
	if s.id == 0 {
		t.first = append(t.first, int32(i))
		*s = slot{id: int32(len(t.first)), hash: hash}
	}
	return s.id - 1
}

// find returns the id of line, or -1.
func (t *table) find(line []byte) int32 {
	s, _ := t.slot(line)
	return s.id - 1
}

// slot returns the slot of line, which is free if the table has no such line.
func (t *table) slot(line []byte) (*slot, uint32) {
	hash := maphash.Bytes(seed, line)
	low := uint32(hash)
	for i := hash >> t.shift; ; i = (i + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[i]
		if s.id == 0 || s.hash == low && bytes.Equal(t.lines.line(int(t.first[s.id-1])), line) {
			return s, low
		}
	}
}
