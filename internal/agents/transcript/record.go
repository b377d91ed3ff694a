package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// A Recorder writes exchanges to a folder. It is safe for concurrent use.
type Recorder struct {
	dir   string
	clean Clean
	mutex sync.Mutex
	asked map[string]int // how often each key was recorded
}

// NewRecorder returns a recorder for a folder, which is made if it is missing.
// Exchanges of the same requests that are already there are replaced.
func NewRecorder(dir string, clean Clean) (*Recorder, error) {
	if clean == nil {
		return nil, errors.New("transcript: recording needs a function that removes secrets")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	return &Recorder{dir: dir, clean: clean, asked: make(map[string]int)}, nil
}

// Record writes an exchange. The file appears whole or not at all, and only the
// user can read it. Nothing is written if it cannot be cleaned.
func (r *Recorder) Record(e Exchange) error {
	if n := len(e.Request) + len(e.Answer); n > MaxFile {
		return tooLarge(n)
	}
	f := file{Version: Version, Meta: e.Meta}
	var err error
	if f.Request, err = r.clean.json(e.Request); err != nil {
		return fmt.Errorf("transcript: the request: %w", err)
	}
	if f.Answer, err = r.clean.json(e.Answer); err != nil {
		return fmt.Errorf("transcript: the answer: %w", err)
	}
	for _, s := range []*string{&f.Meta.Agent, &f.Meta.Version} {
		if *s, err = r.clean(*s); err != nil {
			return fmt.Errorf("transcript: the name of the agent: %w", err)
		}
	}
	f.Key = keyOf(f.Request)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	f.Sequence = r.asked[f.Key] + 1
	if err := r.write(&f); err != nil {
		return err
	}
	r.asked[f.Key] = f.Sequence
	return nil
}

func (r *Recorder) write(f *file) error {
	if f.Sequence > MaxExchanges {
		return fmt.Errorf("transcript: a request is asked more than %d times", MaxExchanges)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(f); err != nil {
		return fmt.Errorf("transcript: %w", err)
	}
	if b.Len() > MaxFile {
		return tooLarge(b.Len())
	}
	if f.Sequence == 1 {
		if err := r.forget(f.Key); err != nil {
			return fmt.Errorf("transcript: %w", err)
		}
	}
	if err := wholefile.Write(filepath.Join(r.dir, fileName(f.Key, f.Sequence)), b.Bytes()); err != nil {
		return fmt.Errorf("transcript: %w", err)
	}
	return nil
}

func tooLarge(size int) error {
	return fmt.Errorf("transcript: an exchange has %d bytes, more than the %d that are allowed", size, MaxFile)
}

// forget removes exchanges of an earlier recording, but for the first, which is
// replaced.
func (r *Recorder) forget(key string) error {
	for n := 2; n <= MaxExchanges; n++ {
		switch err := os.Remove(filepath.Join(r.dir, fileName(key, n))); {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}
