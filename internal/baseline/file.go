package baseline

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FileName is the name of the file of a workspace that lists findings.
const FileName = "autofix.baseline"

// header is the first line. Another meaning of entries needs a new version.
const (
	header  = "# autofix baseline, version "
	version = "2"
	written = ": findings that may stay. Written by `autofix baseline`."
)

// A File lists the places of findings that may stay, in a form that git merges
// line by line: sorted, one place a line, without counts. A line is the path,
// the rule, and the two digests of the fingerprint of the place, separated by
// tabs.
type File struct {
	entries []entry
}

type entry struct {
	path, rule string
	print      fingerprint
}

func compareEntries(a, b entry) int {
	return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.rule, b.rule), comparePrints(a.print, b.print))
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
	lines, ok := parseDigest(fields[2])
	near, isDigest := parseDigest(fields[3])
	e = entry{fields[0], fields[1], fingerprint{lines, near}}
	ok = ok && isDigest
	if strings.HasPrefix(e.path, `"`) {
		path, err := strconv.Unquote(e.path)
		if err != nil {
			return e, false
		}
		e.path = path
	}
	return e, ok && e.path != "" && e.rule != ""
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
		fmt.Fprintf(&b, "%s\t%s\t%x\t%x\n", path, e.rule, e.print.lines, e.print.near)
	}
	return b.Bytes()
}

// Len returns the number of places.
func (f *File) Len() int { return len(f.entries) }

// Paths returns the paths of the places, each once.
func (f *File) Paths() []string {
	var paths []string
	for _, e := range f.entries { // sorted
		if n := len(paths); n == 0 || paths[n-1] != e.path {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// Count returns the number of places in some files.
func (f *File) Count(in func(path string) bool) (n int) {
	for _, e := range f.entries {
		if in(e.path) {
			n++
		}
	}
	return n
}

// Of returns a file with the findings of a state.
func Of(s State) *File {
	f := &File{}
	for path, file := range filesOf(s) {
		for i := range file.places {
			f.entries = append(f.entries, entry{path, file.places[i].rule, file.places[i].print})
		}
	}
	slices.SortFunc(f.entries, compareEntries)
	return f
}

// Compare compares the findings of a state with the file, by fingerprints. It
// also returns the file without the entries of checked files that no finding has
// any more.
func (f *File) Compare(head State, checked func(path string) bool) (*Comparison, *File) {
	c := &Comparison{New: make([]bool, len(head.Artifact.Diagnostics))}
	before := map[string][]place{}
	for _, e := range f.entries {
		before[e.path] = append(before[e.path], place{rule: e.rule, print: e.print})
	}
	pruned := &File{}
	keep := func(path string, p *place) { pruned.entries = append(pruned.entries, entry{path, p.rule, p.print}) }
	for path, now := range filesOf(head) {
		old := before[path]
		found := matchPrints(old, now.places)
		if checked(path) {
			delete(before, path)
			c.mark(now.places, found, func(i int) { keep(path, &old[i]) })
		} else {
			c.mark(now.places, found, func(int) {})
		}
	}
	for path, places := range before {
		if checked(path) {
			continue
		}
		for i := range places {
			keep(path, &places[i])
		}
	}
	slices.SortFunc(pruned.entries, compareEntries)
	c.Gone = len(f.entries) - len(pruned.entries)
	return c, pruned
}

// With returns the file with the findings of a state in place of the entries of
// checked files.
func (f *File) With(s State, checked func(path string) bool) *File {
	all := &File{entries: slices.DeleteFunc(slices.Clone(f.entries), func(e entry) bool { return checked(e.path) })}
	all.entries = append(all.entries, Of(s).entries...)
	slices.SortFunc(all.entries, compareEntries)
	return all
}
