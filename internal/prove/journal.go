package prove

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// journalName is the file of the journal in the folder of a proof.
const journalName = "journal.jsonl"

// A Header identifies the proof of a journal. A proof can only be resumed with
// an equal one.
type Header struct {
	Version       int           `json:"version"` // of evidence
	Tool          string        `json:"tool"`    // its version
	ID            string        `json:"id"`
	Base          evidence.Base `json:"base"`
	Configuration string        `json:"configuration"` // digest of settings, policies, engine, patch and issue
	Command       []string      `json:"command"`
	Setup         []string      `json:"setup,omitempty"`
}

// A DifferenceError says that a journal is about something else.
type DifferenceError struct {
	What           string
	Recorded, Here string
}

func (e *DifferenceError) Error() string {
	if e.What == "configuration" {
		return "the proof cannot be resumed: its settings, engine, patch or issue were others; give the same ones, or start a new proof"
	}
	return fmt.Sprintf("the proof cannot be resumed: its %s was %s, and is now %s; start a new proof", e.What, e.Recorded, e.Here)
}

// A journal is the record of a proof, one JSON value a line. It belongs to one
// goroutine.
type journal struct {
	file    *os.File
	entries map[string]place // of a proof that is resumed
	used    map[string]int   // how often a key was asked for
}

// A place is the place of a line. Outputs of commands may exceed the memory, so
// lines are read again when their values are needed.
type place struct {
	at     int64
	length int
}

type entry struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// startJournal makes the journal of a new proof in a folder.
func startJournal(folder string, h Header) (*journal, error) {
	file, err := os.OpenFile(filepath.Join(folder, journalName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, used: map[string]int{}}
	if err := j.append(h); err != nil {
		file.Close()
		_ = os.Remove(file.Name()) // there is nothing to resume
		return nil, err
	}
	return j, nil
}

// readHeader returns the header of the journal in a folder.
func readHeader(folder string) (*Header, error) {
	file, err := os.Open(filepath.Join(folder, journalName))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	line, err := bufio.NewReader(io.LimitReader(file, 1<<20)).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s: it has no first line: %w", file.Name(), err)
	}
	var h Header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("%s:1: %w", file.Name(), err)
	}
	return &h, nil
}

// resumeJournal opens the journal in a folder to continue it. The last line of
// a proof that was killed may be incomplete, and is dropped.
func resumeJournal(folder string, want Header) (*journal, error) {
	have, err := readHeader(folder)
	if err != nil {
		return nil, err
	}
	want.ID = have.ID
	if err := difference(have, &want); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(folder, journalName), os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, entries: map[string]place{}, used: map[string]int{}}
	if err := j.find(); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

// find finds the whole lines after the first, and cuts the file after them.
func (j *journal) find() error {
	lines := bufio.NewReaderSize(j.file, 64<<10)
	whole := int64(0)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		at := whole
		whole += int64(len(line))
		if n == 1 {
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s:%d: %w; start a new proof", j.file.Name(), n, err)
		}
		if _, twice := j.entries[e.Key]; twice {
			return fmt.Errorf("%s:%d: it has %q twice; start a new proof", j.file.Name(), n, e.Key)
		}
		j.entries[e.Key] = place{at, len(line)}
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	_, err := j.file.Seek(whole, io.SeekStart)
	return err
}

// read returns the value of the line at a place.
func (j *journal) read(p place) (json.RawMessage, error) {
	line := make([]byte, p.length)
	if _, err := j.file.ReadAt(line, p.at); err != nil {
		return nil, err
	}
	var e entry
	err := json.Unmarshal(line, &e)
	return e.Value, err
}

func difference(have, want *Header) error {
	for _, f := range []struct {
		what       string
		have, want any
	}{
		{"format", have.Version, want.Version},
		{"version of autofix", have.Tool, want.Tool},
		{"base", have.Base, want.Base},
		{"command", have.Command, want.Command},
		{"setup", have.Setup, want.Setup},
		{"configuration", have.Configuration, want.Configuration},
	} {
		if !reflect.DeepEqual(f.have, f.want) {
			return &DifferenceError{What: f.what, Recorded: shown(f.have), Here: shown(f.want)}
		}
	}
	return nil
}

func shown(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// append writes a line, which is on the disk when it returns.
func (j *journal) append(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("cannot write the journal of the proof: %w", err)
	}
	if err := j.file.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("cannot write the journal of the proof: %w", err)
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// recorded returns the record of the journal under a key, or calls do once and
// records its result. A proof that does the same thing again, such as for a
// candidate without some of its hunks, asks for the same key again, and gets
// another result. Since a proof does all things in the same order whenever it
// is resumed, it gets the same one then.
func recorded[T any](j *journal, key string, do func() (T, error)) (T, bool, error) {
	var value T
	j.used[key]++
	if n := j.used[key]; n > 1 {
		key = fmt.Sprintf("%s #%d", key, n)
	}
	if at, known := j.entries[key]; known {
		text, err := j.read(at)
		if err == nil {
			err = json.Unmarshal(text, &value)
		}
		if err != nil {
			return value, false, fmt.Errorf("the journal has something else for %s: %w", key, err)
		}
		return value, true, nil
	}
	value, err := do()
	if err != nil {
		return value, false, err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return value, false, err
	}
	return value, false, j.append(entry{Key: key, Value: text})
}
