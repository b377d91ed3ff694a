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

// The journal is one file at the root of the workspace. It is also the lock of
// the workspace, so it exists while a run writes, and remains only if the run
// was killed. It is text:
//
//	autofix journal 2
//	held by pid 0000001234 since 2026-03-01T12:00:00Z
//	prepare 0123456789abcdef 4
//	replace <sha256 before> <sha256 after> "app/Dockerfile"
//	create <sha256 after> "app/cmd/main.go"
//	delete <sha256 before> "app/main.go"
//	folder "app/cmd"
//	commit <sha256 of the lines from "prepare" to here>
//
// The lines before "commit" are written before the first folder is created and
// the first text is staged, and name everything that may be left over. Folders
// are created by the run, parents first. The commit line is added after all
// texts are durable. With it, recovery completes the transaction; without it,
// recovery rolls the transaction back. The held line is for people. It has a
// fixed length, so that it can be overwritten in place, and no checksum.
//
// Version 1 had no creations and deletions, and no word before replacements.
// Its journals are still read. A program that knows only version 1 rejects a
// journal of version 2.
const (
	journalName  = ".autofix-journal"
	stagedPrefix = ".autofix-tmp-"
	journalMagic = "autofix journal 2\n"
	firstMagic   = "autofix journal 1\n"
	heldFormat   = "held by pid %010d since %s\n"
	idSize       = 16 // hex digits: tagSize of the root's path, and random ones
	tagSize      = 8
	headerSize   = len(journalMagic) + len("held by pid 0000001234 since 2026-03-01T12:00:00Z\n")
)

// notOurs returns the error for a file in place of a journal that no run of
// this tool wrote.
func notOurs(name string) error {
	return fmt.Errorf("%s: not a journal of this tool, but it has the name of one: move it away", name)
}

// linkedJournal returns the error for a file in place of a journal that has
// other names: writing the journal would change the file under those names.
func linkedJournal(name string) error {
	return fmt.Errorf("%s: it has another name (a hard link), so it is not a journal of this tool: remove it", name)
}

// errElsewhere reports the journal of another root.
var errElsewhere = fmt.Errorf("%s: a run in another folder left it, so this tree has been copied or moved since; "+
	"every file is whole, but some may be old: look at the diff of your version control, then remove the journal and the files "+
	"named %s*", journalName, stagedPrefix)

// A digest is a SHA-256.
type digest [sha256.Size]byte

func parseDigest(text string) (d digest, ok bool) {
	if len(text) != 2*len(d) || strings.ToLower(text) != text {
		return d, false
	}
	_, err := hex.Decode(d[:], []byte(text))
	return d, err == nil
}

// An entryKind is the operation on a file.
type entryKind uint8

const (
	replaces entryKind = iota
	creates
	deletes
)

// An entry is one name of one file in a transaction.
type entry struct {
	path   string // canonical
	kind   entryKind
	mode   os.FileMode // of a created file, less the umask; 0 in an entry from a journal
	staged string      // the name of its new text, in the same folder, until the rename
	before digest      // zero if the file is created
	after  digest      // zero if it is deleted
	text   []byte      // nil in an entry from a journal
	twin   *entry      // if set, this is another name of the file of that entry, staged as a link to its text
	seen   os.FileInfo // the file when it was last examined; after it was hashed again, the file with the digest before
}

func (e *entry) dir() string  { return path.Dir(e.path) }
func (e *entry) name() string { return path.Base(e.path) }

// nameStaged assigns the names of the staged texts to entries. No other run has
// the same id.
func nameStaged(id string, entries []*entry) {
	for i, e := range entries {
		e.staged = stagedPrefix + id + "-" + strconv.Itoa(i)
	}
}

// journalHeader returns the first lines, for a lock that is held by pid since
// the given time.
func journalHeader(pid int, since time.Time) []byte {
	return fmt.Appendf([]byte(journalMagic), heldFormat, pid, since.UTC().Format(time.RFC3339))
}

// parseHolder parses the holder of the lock in the second line of a journal. It
// leaves fields that it cannot parse zero.
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

// hasMagic reports whether the beginning of a file is that of a journal,
// possibly truncated.
func hasMagic(data []byte) bool {
	n := min(len(data), len(journalMagic))
	return string(data[:n]) == journalMagic[:n] || string(data[:n]) == firstMagic[:n]
}

// appendPrepared appends the lines of a transaction up to its commit.
func appendPrepared(to []byte, id string, entries []*entry, folders []string) []byte {
	to = fmt.Appendf(to, "prepare %s %d\n", id, len(entries)+len(folders))
	for _, e := range entries {
		switch e.kind {
		case creates:
			to = fmt.Appendf(to, "create %s", e.after)
		case deletes:
			to = fmt.Appendf(to, "delete %s", e.before)
		default: // most of the lines of a large run
			to = append(to, "replace "...)
			to = hex.AppendEncode(to, e.before[:])
			to = append(to, ' ')
			to = hex.AppendEncode(to, e.after[:])
		}
		to = append(to, ' ')
		to = strconv.AppendQuote(to, e.path) // any bytes, on one line
		to = append(to, '\n')
	}
	for _, folder := range folders {
		to = fmt.Appendf(to, "folder %q\n", folder)
	}
	return to
}

// commitLine returns the line that makes the prepared lines binding.
func commitLine(prepared []byte) []byte {
	sum := sha256.Sum256(prepared)
	return fmt.Appendf(nil, "commit %x\n", sum)
}

// A leftover is the content of the journal of a killed run.
type leftover struct {
	complete  bool   // all prepared lines exist: entries is everything that may have been staged
	committed bool   // the commit line exists too
	tag       string // of the root that was written to
	entries   []*entry
	folders   []string
}

// parseJournal parses the journal of a killed run. If lines are torn or missing
// because of a kill or a power failure, the result is incomplete, which is not
// an error. A file that is not a journal is an error, and so is one that was
// changed after its commit.
func parseJournal(data []byte) (leftover, error) {
	var left leftover
	if !hasMagic(data) {
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
	var folders []string
	for range count {
		line, rest, ok = bytes.Cut(rest, []byte("\n"))
		if !ok {
			return left, nil
		}
		if quoted, ok := strings.CutPrefix(string(line), "folder "); ok {
			folder, err := parsePath(quoted)
			if err != nil {
				return left, nil //nolint:nilerr // torn
			}
			folders = append(folders, folder)
			continue
		}
		e, err := parseEntry(string(line))
		if err != nil {
			return left, nil //nolint:nilerr // torn
		}
		entries = append(entries, e)
	}
	nameStaged(id, entries)
	left = leftover{complete: true, entries: entries, folders: folders, tag: id[:tagSize]}
	commit, _, whole := bytes.Cut(rest, []byte("\n"))
	if !whole || !bytes.HasPrefix(commit, []byte("commit ")) {
		return left, nil
	}
	left.committed = bytes.Equal(rest, commitLine(body[:len(body)-len(rest)]))
	if !left.committed {
		return left, fmt.Errorf("%s: damaged: its checksum is wrong, so no file was changed; every file is whole, "+
			"but some may be old: look at the diff of your version control, then remove the journal and the files "+
			"named %s*", journalName, stagedPrefix)
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
	e := &entry{}
	digests := []*digest{&e.before, &e.after}
	if rest, ok := strings.CutPrefix(line, "create "); ok {
		e.kind, digests, line = creates, digests[1:], rest
	} else if rest, ok := strings.CutPrefix(line, "delete "); ok {
		e.kind, digests, line = deletes, digests[:1], rest
	} else {
		line = strings.TrimPrefix(line, "replace ")
	}
	for _, to := range digests {
		text, rest, _ := strings.Cut(line, " ")
		var ok bool
		if *to, ok = parseDigest(text); !ok {
			return nil, errors.New("not a digest")
		}
		line = rest
	}
	var err error
	e.path, err = parsePath(line)
	return e, err
}

// parsePath parses the path of a file or folder that a transaction may write.
func parsePath(quoted string) (string, error) {
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return "", err
	}
	clean, err := lexical(name)
	if err != nil || clean != name || isOwn(name) {
		return "", fmt.Errorf("%q: not a path that this tool writes", name)
	}
	return clean, nil
}
