package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FileName is the name of the file of a workspace that lists findings.
const FileName = "autofix.baseline"

// header is the first line. A change of what an entry means needs a new version.
const (
	header  = "# autofix baseline, version "
	version = "1"
	written = ": findings that may stay. Written by `autofix baseline`."
)

// A File lists the places of findings that may stay, in a form that git merges
// line by line: sorted, one place a line, without counts. A line is the path,
// the rule, and digests of the text of the place and of the lines next to it,
// separated by tabs.
type File struct {
	entries []entry
}

type entry struct{ path, rule, text, near string }

func compareEntries(a, b entry) int {
	return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.rule, b.rule), strings.Compare(a.text, b.text), strings.Compare(a.near, b.near))
}

// A SyntaxError reports a line of a baseline file that cannot be read.
type SyntaxError struct {
	Line int // 1-based
	Why  string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", FileName, e.Line, e.Why) }

// Parse reads a baseline file.
func Parse(text []byte) (*File, error) {
	f := &File{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case n == 1:
			rest, ok := strings.CutPrefix(line, header)
			if number, _, _ := strings.Cut(rest, ":"); !ok || number != version {
				return nil, &SyntaxError{1, fmt.Sprintf("not a baseline of version %s: write it again with `autofix baseline --update`", version)}
			}
		case isConflict(line):
			return nil, &SyntaxError{n, "a mark of a merge conflict: remove the marks, and keep the lines of both sides"}
		case line == "" || line[0] == '#':
		default:
			e, ok := parseEntry(line)
			if !ok {
				return nil, &SyntaxError{n, "not a path, a rule and two digests, separated by tabs: remove the line, or write the file again with `autofix baseline --update`"}
			}
			f.entries = append(f.entries, e)
		}
	}
	if n == 0 {
		return nil, &SyntaxError{1, "empty: remove it, or write it again with `autofix baseline --update`"}
	}
	slices.SortFunc(f.entries, compareEntries)
	return f, nil
}

func isConflict(line string) bool {
	for _, mark := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

func parseEntry(line string) (e entry, ok bool) {
	fields := strings.Split(line, "\t")
	if len(fields) != 4 {
		return e, false
	}
	e = entry{fields[0], fields[1], fields[2], fields[3]}
	if strings.HasPrefix(e.path, `"`) {
		path, err := strconv.Unquote(e.path)
		if err != nil {
			return e, false
		}
		e.path = path
	}
	return e, e.path != "" && e.rule != "" && isDigest(e.text) && isDigest(e.near)
}

func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == digestBytes
}

// Bytes returns the text of the file.
func (f *File) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString(header + version + written + "\n")
	for _, e := range f.entries {
		path := e.path
		if strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == '"' || r == '\x7f' }) || strings.HasPrefix(path, "#") || isConflict(path) {
			path = strconv.Quote(path)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", path, e.rule, e.text, e.near)
	}
	return b.Bytes()
}

// Len returns the number of places.
func (f *File) Len() int { return len(f.entries) }

// Of returns a file with the findings of a state.
func Of(s State) *File {
	f := &File{}
	for path, file := range filesOf(s) {
		for i := range file.places {
			f.entries = append(f.entries, file.places[i].entry(path))
		}
	}
	slices.SortFunc(f.entries, compareEntries)
	return f
}

// entry returns the entry of a place.
func (p *place) entry(path string) entry {
	return entry{path, p.rule, digest(p.print.text), digest(p.print.above, p.print.below)}
}

// digestBytes is enough to tell the places of one rule in one file apart.
const digestBytes = 6

func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(sum[:digestBytes])
}

// Compare compares the findings of a state with the file. A place is old if an
// entry has its path, rule and digests, or else all but the digest of the lines
// next to it. It also returns the file without the entries of checked files that
// no finding has any more.
func (f *File) Compare(head State, checked func(path string) bool) (*Comparison, *File) {
	c := &Comparison{New: make([]bool, len(head.Artifact.Diagnostics))}
	before := map[string][]entry{}
	for _, e := range f.entries {
		before[e.path] = append(before[e.path], e)
	}
	pruned := &File{}
	for path, now := range filesOf(head) {
		old := before[path]
		c.mark(now.places, pairEntries(old, now.places, path), func(i int) { pruned.entries = append(pruned.entries, old[i]) })
		if checked(path) {
			delete(before, path)
		}
	}
	for path, entries := range before {
		if !checked(path) {
			pruned.entries = append(pruned.entries, entries...)
		}
	}
	slices.SortFunc(pruned.entries, compareEntries)
	c.Gone = len(f.entries) - len(pruned.entries)
	return c, pruned
}

// pairEntries returns for each place the index of its entry, or none.
func pairEntries(old []entry, now []place, path string) []int {
	found := slices.Repeat([]int{none}, len(now))
	used := make([]bool, len(old))
	pair(found, used,
		func(i int) (entry, bool) { return old[i], true },
		func(i int) (entry, bool) { return now[i].entry(path), true })
	alone := func(e entry) (entry, bool) { return entry{e.path, e.rule, e.text, ""}, true }
	pair(found, used,
		func(i int) (entry, bool) { return alone(old[i]) },
		func(i int) (entry, bool) { return alone(now[i].entry(path)) })
	return found
}

// With returns the file with the findings of a state in place of the entries of
// checked files.
func (f *File) With(s State, checked func(path string) bool) *File {
	all := &File{entries: slices.DeleteFunc(slices.Clone(f.entries), func(e entry) bool { return checked(e.path) })}
	all.entries = append(all.entries, Of(s).entries...)
	slices.SortFunc(all.entries, compareEntries)
	return all
}
