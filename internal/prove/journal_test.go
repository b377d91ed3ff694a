package prove

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

var header = Header{
	Version: evidence.Version, Tool: "1.2.3", ID: "0123456789abcdef", Base: evidence.Base{Commit: "c", Tree: "t"},
	Configuration: "d", Command: []string{"make", "test"}, Setup: []string{"npm", "ci"},
}

// write makes a journal of a header and lines, and returns its folder.
func write(t *testing.T, h Header, rest string) string {
	t.Helper()
	dir := t.TempDir()
	j, err := startJournal(dir, h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.file.WriteString(rest); err != nil {
		t.Fatal(err)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// keep records a value, and returns the recorded value and whether it was there
// before.
func keep(t *testing.T, j *journal, key, value string) (string, bool) {
	t.Helper()
	got, known, err := recorded(j, key, func() (string, error) { return value, nil })
	if err != nil {
		t.Fatal(err)
	}
	return got, known
}

func TestJournal(t *testing.T) {
	dir := t.TempDir()
	j, err := startJournal(dir, header)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := startJournal(dir, header); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second journal: %v", err)
	}
	for _, row := range [][2]string{{"a", "1"}, {"b", "2"}, {"a", "3"}, {"text", "line\nline"}} {
		if got, known := keep(t, j, row[0], row[1]); got != row[1] || known {
			t.Errorf("%q: %q, %v", row[0], got, known)
		}
	}
	failure := errors.New("it failed")
	if _, _, err := recorded(j, "c", func() (string, error) { return "x", failure }); err != failure {
		t.Errorf("%v; want %v", err, failure)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	if j, err = resumeJournal(dir, header); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		key, want string
		known     bool
	}{
		{"b", "2", true}, {"a", "1", true}, {"a", "3", true}, {"a", "new", false}, {"text", "line\nline", true}, {"c", "new", false},
	} {
		if got, known := keep(t, j, row.key, "new"); got != row.want || known != row.known {
			t.Errorf("%q: %q, %v; want %q, %v", row.key, got, known, row.want, row.known)
		}
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := recorded(j, "d", func() (string, error) { return "x", nil }); err == nil || !strings.Contains(err.Error(), "cannot write the journal") {
		t.Errorf("%v", err)
	}
}

func TestJournalOfAnotherType(t *testing.T) {
	j, err := resumeJournal(write(t, header, `{"key":"a","value":{}}`+"\n"), header)
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	if _, _, err := recorded(j, "a", func() (string, error) { return "", nil }); err == nil || !strings.Contains(err.Error(), "something else for a") {
		t.Errorf("%v", err)
	}
}

// However much commands have printed, a journal that is resumed takes little
// memory.
func TestMemoryOfAJournal(t *testing.T) {
	const size, n = 2 << 20, 20
	dir := t.TempDir()
	j, err := startJournal(dir, header)
	if err != nil {
		t.Fatal(err)
	}
	output := strings.Repeat("x", size)
	for i := range n {
		keep(t, j, fmt.Sprint(i), output)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := used()
	if j, err = resumeJournal(dir, header); err != nil {
		t.Fatal(err)
	}
	defer j.close()
	if grew := int64(used()) - int64(before); grew > size {
		t.Errorf("%d outputs of %d bytes take %d bytes of memory", n, size, grew)
	}
	for i := range n {
		if got, known := keep(t, j, fmt.Sprint(i), "new"); got != output || !known {
			t.Fatalf("output %d: %d bytes, %v", i, len(got), known)
		}
	}
}

// A journal that was cut off anywhere loses only records that were not written
// whole.
func TestJournalCutOff(t *testing.T) {
	dir := write(t, header, "")
	name := filepath.Join(dir, journalName)
	j, err := resumeJournal(dir, header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		keep(t, j, fmt.Sprint("key", i), "value")
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(whole), '\n')
	for cut := range whole {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := resumeJournal(dir, header)
		if cut <= first {
			if err == nil || !strings.Contains(err.Error(), "no first line") {
				t.Errorf("%d bytes: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		for i := range 3 {
			if got, _ := keep(t, j, fmt.Sprint("key", i), "value"); got != "value" {
				t.Errorf("%d bytes: %q", cut, got)
			}
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(name); err != nil || string(again) != string(whole) {
			t.Fatalf("%d bytes: %v, %q; want %q", cut, err, again, whole)
		}
	}
}

func TestHostileJournals(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"no JSON":           {"{\"key\": \n", ":2: "},
		"a key twice":       {`{"key":"a","value":1}` + "\n" + `{"key":"a","value":2}` + "\n", `:3: it has "a" twice`},
		"another type":      {`["a"]` + "\n", ":2: "},
		"an empty line":     {"\n", ":2: "},
		"a line of nothing": {`{"key":"a","value":1}` + "\n" + strings.Repeat("\x00", 100) + "\n", ":3: "},
	} {
		_, err := resumeJournal(write(t, header, tt.text), header)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "start a new proof") {
			t.Errorf("%s: %v; want %q", name, err, tt.want)
		}
	}
	dir := t.TempDir()
	if _, err := resumeJournal(dir, header); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	for name, text := range map[string]string{
		"empty": "", "no first line": strings.Repeat("x", 2<<20), "no JSON": "x\n", "an endless first line": strings.Repeat("[", 2<<20) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, journalName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := resumeJournal(dir, header); err == nil || !strings.Contains(err.Error(), journalName) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// An output of a command may be large.
	large := strings.Repeat("x", 8<<20)
	j, err := resumeJournal(write(t, header, `{"key":"a","value":"`+large+"\"}\n"), header)
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	if got, known := keep(t, j, "a", ""); got != large || !known {
		t.Errorf("%d bytes, %v", len(got), known)
	}
}

func TestDifferences(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Header)
	}{
		{"format", func(h *Header) { h.Version++ }},
		{"version of autofix", func(h *Header) { h.Tool = "1.2.4" }},
		{"base", func(h *Header) { h.Base.Dirty = true }},
		{"base", func(h *Header) { h.Base.Commit = "other" }},
		{"command", func(h *Header) { h.Command = []string{"make", "check"} }},
		{"setup", func(h *Header) { h.Setup = nil }},
		{"configuration", func(h *Header) { h.Configuration = "other" }},
	} {
		now := header
		tt.change(&now)
		_, err := resumeJournal(write(t, header, ""), now)
		var difference *DifferenceError
		if !errors.As(err, &difference) || difference.What != tt.what || !strings.Contains(err.Error(), "start a new proof") {
			t.Errorf("%s: %v", tt.what, err)
		}
	}
	// The journal keeps its id.
	now := header
	now.ID = "other"
	j, err := resumeJournal(write(t, header, ""), now)
	if err != nil {
		t.Fatal(err)
	}
	j.close()
}
