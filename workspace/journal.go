package workspace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

// The journal is one file at the root of the workspace. It is the lock of the workspace too, so it is there while a
// run writes, and after that only if the run was killed. As text:
//
//	autofix journal 1
//	held by pid 0000001234 since 2026-03-01T12:00:00Z
//	prepare 0123456789abcdef 2
//	<sha256 before> <sha256 after> "app/Dockerfile"
//	<sha256 before> <sha256 after> "app/main.go"
//	commit <sha256 of the lines from "prepare" to here>
//
// The lines up to "commit" are written before the first text is staged, and name everything that may be left over. The
// commit line is added once all texts are durable: from then on the transaction goes forward, before it goes back.
// The held line is for people, has a fixed length to be overwritten in place, and is under no checksum.
const (
	journalName  = ".autofix-journal"
	stagedPrefix = ".autofix-tmp-"
	journalMagic = "autofix journal 1\n"
	heldFormat   = "held by pid %010d since %s\n"
	idSize       = 16 // hex digits: those of the root's path, and random ones
	tagSize      = 8
	headerSize   = len(journalMagic) + len("held by pid 0000001234 since 2026-03-01T12:00:00Z\n")
)

// notOurs is the error of a file in a journal's place that no run of this tool
// wrote.
func notOurs(name string) error {
	return fmt.Errorf("%s: not a journal of this tool, and in the place of one: move it away", name)
}

// linkedJournal is the error of a file in a journal's place that has other names:
// writing the journal would change what these lead to.
func linkedJournal(name string) error {
	return fmt.Errorf("%s: it has another name too (a hard link), and so is no journal of this tool: remove it", name)
}

// errElsewhere is the journal of another root.
var errElsewhere = fmt.Errorf("%s: a run left it that wrote to another folder, so this tree was copied or moved since; "+
	"every file is whole, but some may be old: look at your version control's diff, then remove the journal and the files "+
	"that are called %s*", journalName, stagedPrefix)

// A digest is a SHA-256.
type digest [sha256.Size]byte

func parseDigest(text string) (d digest, ok bool) {
	if len(text) != 2*len(d) || strings.ToLower(text) != text {
		return d, false
	}
	_, err := hex.Decode(d[:], []byte(text))
	return d, err == nil
}

// An entry is one name of one file in a transaction.
type entry struct {
	path   string // canonical
	staged string // the name, in the same folder, of its new text until the rename
	before digest
	after  digest
	text   []byte      // nil in an entry that was read from a journal
	twin   *entry      // set: this is another name of the file of that entry, to be staged as a link to its text
	seen   os.FileInfo // the file, when it was last looked at; from its last hashing on, it is the one that had before
}

func (e *entry) dir() string  { return path.Dir(e.path) }
func (e *entry) name() string { return path.Base(e.path) }

// nameStaged gives entries the names of their staged texts: no other run has the same id.
func nameStaged(id string, entries []*entry) {
	for i, e := range entries {
		e.staged = stagedPrefix + id + "-" + strconv.Itoa(i)
	}
}

// journalHeader returns the first lines, for a lock that pid takes at a time.
func journalHeader(pid int, since time.Time) []byte {
	return fmt.Appendf([]byte(journalMagic), heldFormat, pid, since.UTC().Format(time.RFC3339))
}

// parseHolder reads who holds the lock from the second line of a journal. What it can't read, it leaves zero.
func parseHolder(header []byte) Holder {
	var holder Holder
	_, rest, _ := strings.Cut(string(header), "\n")
	line, ok := strings.CutPrefix(rest, "held by pid ")
	if !ok {
		return holder
	}
	line, _, _ = strings.Cut(line, "\n")
	pid, since, _ := strings.Cut(line, " since ")
	holder.PID, _ = strconv.Atoi(pid)
	holder.Since, _ = time.Parse(time.RFC3339, since)
	return holder
}

// appendPrepared appends the lines of a transaction up to its commit.
func appendPrepared(to []byte, id string, entries []*entry) []byte {
	to = fmt.Appendf(to, "prepare %s %d\n", id, len(entries))
	for _, e := range entries {
		to = hex.AppendEncode(to, e.before[:])
		to = append(to, ' ')
		to = hex.AppendEncode(to, e.after[:])
		to = append(to, ' ')
		to = strconv.AppendQuote(to, e.path) // any bytes, on one line
		to = append(to, '\n')
	}
	return to
}

// commitLine returns the line that makes the prepared lines binding.
func commitLine(prepared []byte) []byte {
	sum := sha256.Sum256(prepared)
	return fmt.Appendf(nil, "commit %x\n", sum)
}

// A leftover is what a killed run left in its journal.
type leftover struct {
	complete  bool   // the prepared lines are all there: entries is everything that may have been staged
	committed bool   // the commit line is there too
	tag       string // of the root that was written to
	entries   []*entry
}

// parseJournal reads what a run left. Lines that a kill or a power cut tore, or never wrote, make it incomplete; they
// are no error. A file of someone else is an error, and so is one that was changed after its commit.
func parseJournal(data []byte) (leftover, error) {
	var left leftover
	if n := min(len(data), len(journalMagic)); string(data[:n]) != journalMagic[:n] {
		if len(bytes.Trim(data, "\x00")) > 0 { // a power cut may leave the length without the bytes
			return left, notOurs(journalName)
		}
		return left, nil
	}
	if len(data) < headerSize {
		return left, nil
	}
	body := data[headerSize:]
	line, rest, ok := bytes.Cut(body, []byte("\n"))
	id, count, err := parsePrepare(string(line))
	if !ok || err != nil {
		return left, nil
	}
	var entries []*entry
	for range count {
		line, rest, ok = bytes.Cut(rest, []byte("\n"))
		if !ok {
			return left, nil
		}
		e, err := parseEntry(string(line))
		if err != nil {
			return left, nil //nolint:nilerr // torn
		}
		entries = append(entries, e)
	}
	nameStaged(id, entries)
	left = leftover{complete: true, entries: entries, tag: id[:tagSize]}
	commit, _, whole := bytes.Cut(rest, []byte("\n"))
	if !whole || !bytes.HasPrefix(commit, []byte("commit ")) {
		return left, nil
	}
	left.committed = bytes.Equal(rest, commitLine(body[:len(body)-len(rest)]))
	if !left.committed {
		return left, fmt.Errorf("%s: damaged: its checksum does not hold, so nothing was touched; every file is whole, "+
			"but some may be old: look at your version control's diff, then remove the journal and the files "+
			"that are called %s*", journalName, stagedPrefix)
	}
	return left, nil
}

func parsePrepare(line string) (id string, count int, err error) {
	fields := strings.Split(line, " ")
	if len(fields) != 3 || fields[0] != "prepare" || len(fields[1]) != idSize {
		return "", 0, errors.New("not a prepare line")
	}
	if _, err := hex.DecodeString(fields[1]); err != nil {
		return "", 0, err
	}
	count, err = strconv.Atoi(fields[2])
	return fields[1], count, err
}

func parseEntry(line string) (*entry, error) {
	before, line, _ := strings.Cut(line, " ")
	after, quoted, _ := strings.Cut(line, " ")
	e := &entry{}
	var ok [2]bool
	e.before, ok[0] = parseDigest(before)
	e.after, ok[1] = parseDigest(after)
	if !ok[0] || !ok[1] {
		return nil, errors.New("not a digest")
	}
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return nil, err
	}
	e.path, err = lexical(name)
	if err != nil || e.path != name || isOwn(name) {
		return nil, fmt.Errorf("%q: not a path that is ever written", name)
	}
	return e, nil
}
