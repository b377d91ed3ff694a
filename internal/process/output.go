package process

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"sync"
)

// An Output keeps the start and the end of a program's output, and counts
// and hashes all of it. Several goroutines may write.
type Output struct {
	mu         sync.Mutex
	limit      int
	head, tail []byte // tail is a ring once it has limit bytes
	next       int    // where the ring goes on
	size       int64
	sum        hash.Hash
}

// NewOutput returns an Output that keeps the first and the last limit bytes.
func NewOutput(limit int) *Output {
	return &Output{limit: max(limit, 0), sum: sha256.New()}
}

// Write never fails.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sum.Write(text)
	o.size += int64(len(text))
	rest := text
	if free := o.limit - len(o.head); free > 0 {
		n := min(free, len(rest))
		o.head, rest = append(o.head, rest[:n]...), rest[n:]
	}
	rest = rest[max(0, len(rest)-o.limit):]
	if free := o.limit - len(o.tail); free > 0 {
		n := min(free, len(rest))
		o.tail, rest = append(o.tail, rest[:n]...), rest[n:]
	}
	for len(rest) > 0 {
		n := copy(o.tail[o.next:], rest)
		o.next, rest = (o.next+n)%o.limit, rest[n:]
	}
	return len(text), nil
}

// Size returns the number of bytes that were written.
func (o *Output) Size() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size
}

// SHA256 returns the hash of the whole output.
func (o *Output) SHA256() [sha256.Size]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return [sha256.Size]byte(o.sum.Sum(nil))
}

// Parts returns the first and the last bytes, and how many between them were
// not kept. Head and tail do not overlap.
func (o *Output) Parts() (head []byte, omitted int64, tail []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	head = append(head, o.head...)
	tail = append(append(tail, o.tail[o.next:]...), o.tail[:o.next]...)
	return head, o.size - int64(len(head)+len(tail)), tail
}

// String returns the kept parts. A line between them counts the rest.
func (o *Output) String() string {
	head, omitted, tail := o.Parts()
	if omitted == 0 {
		return string(head) + string(tail)
	}
	return fmt.Sprintf("%s\n[%d bytes omitted]\n%s", head, omitted, tail)
}
