package redact

import (
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	// blockSize is how many bytes a Writer collects before it looks for
	// secrets.
	blockSize = 64 << 10
	// maxHeld is how many bytes it keeps back for the end of a key.
	maxHeld = 512 << 10
	// tailSize is the minimum number of bytes that it holds back, for text that
	// belongs to them.
	tailSize = 8 << 10
	// maxFound limits the values that it remembers.
	maxFound = 10_000
)

// A Writer removes secrets from a stream. Texts are held back until a secret
// that starts in them must have ended; Close writes the rest. A value that was
// found once is removed from the rest of the stream.
type Writer struct {
	to       io.Writer
	redactor *Redactor // that was given
	held     []byte
	next     int // length of held, when to look for secrets
	found    map[string]bool
	knowing  *Redactor // of the found values as well
	err      error
	count    int
}

// Writer returns a writer that writes a text without its secrets to another
// one. A limit on the stream must come after it: half a secret is not found.
func (r *Redactor) Writer(to io.Writer) *Writer {
	return &Writer{to: to, redactor: r, knowing: r, next: blockSize, found: make(map[string]bool)}
}

// Write implements io.Writer. After an error, nothing more is written.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	for rest := p; len(rest) > 0; {
		n := min(len(rest), blockSize)
		w.held = append(w.held, rest[:n]...)
		rest = rest[n:]
		if len(w.held) < w.next {
			continue
		}
		if w.err = w.flush(false); w.err != nil {
			return len(p) - len(rest), w.err
		}
		w.next = len(w.held) + blockSize
	}
	return len(p), nil
}

// Close writes the held text. It does not close the other writer.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.flush(true)
	}
	return w.err
}

// Count returns how many secrets were removed so far.
func (w *Writer) Count() int { return w.count }

func (w *Writer) flush(all bool) error {
	text := string(w.held)
	end := len(text)
	if !all {
		end = cut(text)
	}
	if end == 0 {
		return nil
	}
	secrets, values, err := w.knowing.search(text, false)
	if err != nil {
		w.held = nil
		return err
	}
	w.remember(values)
	// A secret is written with all of its text, or not yet.
	kept := secrets[:0]
	for _, s := range secrets {
		switch {
		case s.End <= end:
			kept = append(kept, s)
		case s.Start < end:
			end = s.Start
		}
	}
	if end == 0 && len(text) > maxHeld {
		// The text is one secret, which is not worth to wait for.
		end = len(text)
		kept = append(kept, Secret{Start: 0, End: end})
	}
	w.count += len(kept)
	w.held = append(w.held[:0], text[end:]...)
	_, err = io.WriteString(w.to, replace(text[:end], kept, func(Secret) string { return Placeholder }))
	return err
}

// remember adds values to the ones that are looked for.
func (w *Writer) remember(values []string) {
	before := len(w.found)
	for _, v := range values {
		if len(w.found) < maxFound {
			w.found[v] = true
		}
	}
	if len(w.found) > before {
		w.knowing = w.redactor.With(slices.Collect(maps.Keys(w.found)))
	}
}

// cut returns how much of a text can be written: whole lines, without the tail,
// and without the start of a key that has not ended yet. Secrets that depend on
// the written text are found now, and remembered.
func cut(text string) int {
	tail := max(len(text)-tailSize, 0)
	end := strings.LastIndexByte(text[:tail], '\n') + 1
	if end < tail/2 {
		end = tail // the line is too long to wait for its end
	}
	const begin, ending = "-----BEGIN", "-----END"
	if i := strings.LastIndex(text[:end], begin); i >= 0 && !strings.Contains(text[i:end], ending) && len(text)-i < maxHeld {
		end = i
	}
	return end
}
