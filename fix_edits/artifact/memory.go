package artifact

import "strings"

// memory holds the strings of one artifact: equal strings once, and many in one
// allocation, since an artifact consists mostly of short strings with the same
// lifetime.
type memory struct {
	known   map[string]string
	strings strings.Builder // never grows beyond its capacity, since its strings are in use
	bytes   []byte          // likewise
	chunk   int             // bytes to allocate at a time
}

// reserve prepares the memory for an artifact that is decoded from size bytes.
func (m *memory) reserve(size int) {
	const least, most = 64, 64 << 10
	m.chunk = min(max(size/10, least), most)
	if m.known == nil {
		m.known = make(map[string]string)
	}
}

// keep returns text as a string that does not share the memory of text. Equal
// texts share one string.
func (m *memory) keep(text []byte) string {
	if s, ok := m.known[string(text)]; ok {
		return s
	}
	s := m.keepUnique(text)
	m.known[s] = s
	return s
}

// keepUnique returns text as a string that does not share the memory of text.
func (m *memory) keepUnique(text []byte) string {
	if m.strings.Cap()-m.strings.Len() < len(text) {
		m.strings = strings.Builder{}
		m.strings.Grow(max(m.chunk, len(text)))
	}
	start := m.strings.Len()
	m.strings.Write(text)
	return m.strings.String()[start:]
}

// keepBytes returns a copy of text; nil if it is empty.
func (m *memory) keepBytes(text []byte) []byte {
	if len(text) == 0 {
		return nil
	}
	if cap(m.bytes)-len(m.bytes) < len(text) {
		m.bytes = make([]byte, 0, max(m.chunk, len(text)))
	}
	start := len(m.bytes)
	m.bytes = append(m.bytes, text...)
	return m.bytes[start:len(m.bytes):len(m.bytes)]
}
