package formatting

import (
	"bytes"
	"sync"
)

// A Memo caches the parsed forms of the texts of one file, by content, so that
// a checker and the file's formatter parse a text only once. The caller that
// runs them makes the memo, passes it to each, and clears it afterward. A nil
// Memo caches nothing. A Memo is safe for concurrent use.
type Memo struct {
	settled *Settled

	mu   sync.Mutex
	read []reading
}

// NewMemo returns the memo of a file, in a run whose formatters returned the
// texts of s, which may be nil.
func NewMemo(s *Settled) *Memo { return &Memo{settled: s} }

// Clear drops the parsed forms, which take much more memory than the text.
func (m *Memo) Clear() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read = nil
}

// texts returns the texts that formatters returned in the run of the memo.
func (m *Memo) texts() *Settled {
	if m == nil {
		return nil
	}
	return m.settled
}

// A reading is a parsed form of a text.
type reading struct {
	text []byte
	what any
}

// Recall returns the result of read for a text. It calls read only if the memo
// has no result of that type for the text. The result must depend only on the
// text, and neither may be modified. read must not use the memo.
func Recall[T any](m *Memo, text []byte, read func(text []byte) T) T {
	if m == nil {
		return read(text)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.read {
		if what, ok := r.what.(T); ok && bytes.Equal(r.text, text) {
			return what
		}
	}
	what := read(text)
	m.read = append(m.read, reading{text, what})
	return what
}

// A Recalling language caches the parsed forms of texts in a memo.
type Recalling interface {
	Language
	// With returns the language with a memo, for one file.
	With(m *Memo) Language
}

// With returns the registry with a memo, for one file. If it is nil, each call
// has its own.
func (r *Registry) With(m *Memo) *Registry { return &Registry{languages: r.languages, memo: m} }

// recalling returns a language with the memo of the registry, or with a new one.
func (r *Registry) recalling(lang Language) Language {
	l, ok := lang.(Recalling)
	if !ok {
		return lang
	}
	if r.memo == nil {
		return l.With(new(Memo)) // the guard looks at a text several times
	}
	return l.With(r.memo)
}
