package prove

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// journalName is the file of the journal in the folder of a proof.
const journalName = "journal.jsonl"

// A Header says what a journal is about. A proof can only be resumed with an
// equal one.
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
	entries map[string]json.RawMessage
	used    map[string]int // how often a key was asked for
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
	j := &journal{file: file, entries: map[string]json.RawMessage{}, used: map[string]int{}}
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

// resumeJournal opens the journal in a folder to go on with it. The last line
// of a proof that was killed may be incomplete, and is dropped.
func resumeJournal(folder string, want Header) (*journal, error) {
	have, err := readHeader(folder)
	if err != nil {
		return nil, err
	}
	want.ID = have.ID
	if err := difference(have, &want); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, journalName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	j := &journal{entries: map[string]json.RawMessage{}, used: map[string]int{}}
	for i, line := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if i == 0 {
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w; start a new proof", name, i+1, err)
		}
		if _, twice := j.entries[e.Key]; twice {
			return nil, fmt.Errorf("%s:%d: it has %q twice; start a new proof", name, i+1, e.Key)
		}
		j.entries[e.Key] = e.Value
	}
	if j.file, err = os.OpenFile(name, os.O_WRONLY, 0o600); err != nil {
		return nil, err
	}
	err = j.file.Truncate(int64(whole))
	if err == nil {
		_, err = j.file.Seek(int64(whole), io.SeekStart)
	}
	if err != nil {
		j.file.Close()
		return nil, err
	}
	return j, nil
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

// recorded returns what the journal has under a key, or calls do once and
// records its result. A proof that does the same thing again, such as for a
// candidate without some of its hunks, asks for the same key again, and gets
// another result. As a proof does all things in the same order whenever it is
// resumed, it gets the same one then.
func recorded[T any](j *journal, key string, do func() (T, error)) (T, bool, error) {
	var value T
	j.used[key]++
	if n := j.used[key]; n > 1 {
		key = fmt.Sprintf("%s #%d", key, n)
	}
	if text, known := j.entries[key]; known {
		if err := json.Unmarshal(text, &value); err != nil {
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
