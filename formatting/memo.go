package formatting

import "sync"

// A Memo is what was read of the texts of one file: the trees that several look
// at, one after the other, such as a checker and the file's formatter. Whoever
// has them look makes the memo, hands it to each, and drops it afterward. It
// goes by content. A nil one remembers nothing. It is safe for concurrent use.
type Memo struct {
	settled *Settled

	mu   sync.Mutex
	read []reading
}

// NewMemo returns a memo of a file in a run that has these texts; nil: it has
// none.
func NewMemo(s *Settled) *Memo { return &Memo{settled: s} }

// texts returns the texts that formatters made in the run of the memo.
func (m *Memo) texts() *Settled {
	if m == nil {
		return nil
	}
	return m.settled
}

// A reading is what was read of a text.
type reading struct {
	text string
	what any
}

// Recall returns what read makes of a text: what the memo has of that type, or
// else what it makes now. It depends on the text alone, and nobody changes it.
func Recall[T any](m *Memo, text []byte, read func(text string) T) T {
	if m == nil {
		return read(string(text))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.read {
		if what, ok := r.what.(T); ok && r.text == string(text) {
			return what
		}
	}
	r := reading{text: string(text)}
	what := read(r.text)
	r.what = what
	m.read = append(m.read, r)
	return what
}

// A Recalling language reads texts into trees that others look at, too.
type Recalling interface {
	Language
	// With returns the language as it reads texts of the file of a memo.
	With(m *Memo) Language
}

// With returns the registry as it formats the file of a memo. Without one, or
// with nil, each call has its own.
func (r *Registry) With(m *Memo) *Registry { return &Registry{languages: r.languages, memo: m} }

// recalling returns a language as it reads texts of one file.
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
