package formatting

import (
	"hash/maphash"
	"sync"
)

// maxSettled limits the number of texts that settled remembers, at about 8
// bytes each.
const maxSettled = 1 << 16

// Settled remembers the texts that formatters returned in one run, which
// therefore parse and format to themselves. The canonical text from a check
// comes back in the merge of the fixes and in the next round. The configuration
// of a file must not change during the run. The zero value is ready to use, and
// a nil Settled is empty. It is safe for concurrent use.
type Settled struct {
	mu     sync.RWMutex
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

// add remembers the text of a file.
func (s *Settled) add(path string, text []byte) {
	if s == nil {
		return
	}
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

// has reports whether the text of a file is remembered. A text that is not may
// still be formatted.
func (s *Settled) has(path string, text []byte) bool {
	if s == nil {
		return false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.hashes) == 0 {
		return false
	}
	_, ok := s.hashes[s.hash(path, text)]
	return ok
}

func (s *Settled) hash(path string, text []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	h.WriteString(path)
	h.WriteByte(0)
	h.Write(text)
	return h.Sum64()
}
