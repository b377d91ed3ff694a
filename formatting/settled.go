package formatting

import (
	"hash/maphash"
	"sync"
)

// maxSettled bounds how many texts settled remembers, at 8 bytes or so each.
const maxSettled = 1 << 16

// settled remembers which texts are what a formatter made, so that they parse and format to themselves: what a check
// found to be the canonical text comes back in the merge of the fixes, and in the next round. Its zero value is ready.
type settled struct {
	mu     sync.RWMutex
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

// add remembers the text of a file.
func (s *settled) add(path string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hashes == nil {
		s.seed = maphash.MakeSeed()
	}
	if s.hashes == nil || len(s.hashes) >= maxSettled {
		s.hashes = make(map[uint64]struct{})
	}
	s.hashes[s.hash(path, text)] = struct{}{}
}

// has reports whether the text of a file is remembered. That it is not says nothing.
func (s *settled) has(path string, text []byte) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.hashes) == 0 {
		return false
	}
	_, ok := s.hashes[s.hash(path, text)]
	return ok
}

func (s *settled) hash(path string, text []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	h.WriteString(path)
	h.WriteByte(0)
	h.Write(text)
	return h.Sum64()
}
