package workspace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The journal of an Undo is one file at the root of the workspace, which is
// locked during its run:
//
//	autofix undo 1
//	held by pid 0000001234 since 2026-03-01T12:00:00Z
//	root 01234567
//	text <sha256 before> <sha256 after> <size> "app/Dockerfile"
//	<size bytes: the text before>
//	again <sha256 before> <sha256 after> "app/main.go"
//	program <sha256 before> absent <size> "app/run.sh"
//	<size bytes: the text before>
//	none absent <sha256 after> "app/new.go"
//	batch 4 <sha256 of the lines since the last batch>
//
// A batch describes one write, and is durable before the write begins. It has
// the text of each file that is in no earlier batch ("none" for a missing file,
// "program" for one with the executable bit), and "again" for the others. A file
// that the write creates is absent before it, and a file that it deletes is
// absent after it. Anything after the last whole batch was torn by a kill before
// its write began.
const (
	undoName  = ".autofix-undo"
	undoMagic = "autofix undo 1\n"
)

// An undoRecord is one file in a batch.
type undoRecord struct {
	path          string // canonical
	before, after digest // absent if there is no file
	first         bool   // no earlier batch has the file. text is set, unless before is absent
	text          []byte // before
	program       bool   // the file had the executable bit
}

// absent is the digest of a missing file.
var absent digest

func digestOf(text []byte) digest { return sha256.Sum256(text) }

func (d digest) String() string {
	if d == absent {
		return "absent"
	}
	return hex.EncodeToString(d[:])
}

// parseState parses the result of digest.String.
func parseState(text string) (d digest, ok bool) {
	if text == absent.String() {
		return absent, true
	}
	return parseDigest(text)
}

func undoHeader(pid int, since time.Time, tag string) []byte {
	header := fmt.Appendf([]byte(undoMagic), heldFormat, pid, since.UTC().Format(time.RFC3339))
	return fmt.Appendf(header, "root %s\n", tag)
}

func appendBatch(to []byte, records []undoRecord) []byte {
	start := len(to)
	for i := range records {
		r := &records[i]
		kind := "again"
		switch {
		case r.first && r.before == absent:
			kind = "none"
		case r.first && r.program:
			kind = "program"
		case r.first:
			kind = "text"
		}
		to = fmt.Appendf(to, "%s %s %s ", kind, r.before, r.after)
		if r.first && r.before != absent {
			to = fmt.Appendf(to, "%d %q\n", len(r.text), r.path)
			to = append(append(to, r.text...), '\n')
		} else {
			to = fmt.Appendf(to, "%q\n", r.path)
		}
	}
	sum := sha256.Sum256(to[start:])
	return fmt.Appendf(to, "batch %d %x\n", len(records), sum)
}

// parseUndo reads the records of all whole batches, in order. A file that is not
// a journal is an error, and so is the journal of another root.
func parseUndo(data []byte, tag string) ([]undoRecord, error) {
	rest, ok := bytes.CutPrefix(data, []byte(undoMagic))
	if !ok {
		if n := min(len(data), len(undoMagic)); string(data[:n]) != undoMagic[:n] && len(bytes.Trim(data, "\x00")) > 0 {
			return nil, notOurs(undoName)
		}
		return nil, nil // torn, so that nothing was written yet
	}
	_, rest, _ = bytes.Cut(rest, []byte("\n"))
	root, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return nil, nil
	}
	if string(root) != "root "+tag {
		return nil, fmt.Errorf("%s: a run in another folder left it, so this tree has been copied or moved since; "+
			"look at the diff of your version control, then remove it", undoName)
	}
	var all []undoRecord
	for len(rest) > 0 {
		records, after, err := parseBatch(rest)
		if err != nil {
			return all, nil //nolint:nilerr // torn
		}
		all, rest = append(all, records...), after
	}
	return all, nil
}

var errTorn = errors.New("torn")

// parseBatch reads the first batch of data, and returns the rest.
func parseBatch(data []byte) (records []undoRecord, rest []byte, err error) {
	rest = data
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return nil, nil, errTorn
		}
		if bytes.HasPrefix(line, []byte("batch ")) {
			sum := sha256.Sum256(data[:len(data)-len(rest)])
			if string(line) != fmt.Sprintf("batch %d %x", len(records), sum) {
				return nil, nil, errTorn
			}
			return records, after, nil
		}
		r, size, err := parseUndoRecord(string(line))
		if err != nil {
			return nil, nil, err
		}
		if r.first && r.before != absent {
			if size >= len(after) || after[size] != '\n' {
				return nil, nil, errTorn
			}
			r.text, after = after[:size:size], after[size+1:]
			if digestOf(r.text) != r.before {
				return nil, nil, errTorn
			}
		}
		records, rest = append(records, r), after
	}
}

// parseUndoRecord reads the line of a record, and the size of the text that
// follows it.
func parseUndoRecord(line string) (r undoRecord, size int, err error) {
	kind, line, _ := strings.Cut(line, " ")
	before, line, _ := strings.Cut(line, " ")
	after, line, _ := strings.Cut(line, " ")
	var ok [2]bool
	r.before, ok[0] = parseState(before)
	r.after, ok[1] = parseState(after)
	if !ok[0] || !ok[1] {
		return r, 0, errTorn
	}
	switch {
	case (kind == "none") != (r.before == absent) && kind != "again":
		return r, 0, errTorn
	case kind == "none":
		r.first = true
	case kind == "text", kind == "program":
		number, quoted, _ := strings.Cut(line, " ")
		if size, err = strconv.Atoi(number); err != nil || size < 0 {
			return r, 0, errTorn
		}
		r.first, r.program, line = true, kind == "program", quoted
	case kind == "again":
	default:
		return r, 0, errTorn
	}
	name, err := strconv.Unquote(line)
	if err != nil {
		return r, 0, errTorn
	}
	r.path, err = lexical(name)
	if err != nil || r.path != name || isOwn(name) {
		return r, 0, fmt.Errorf("%q: not a path that this tool writes", name)
	}
	return r, size, nil
}
