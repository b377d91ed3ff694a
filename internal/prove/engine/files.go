package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The bounds of the files shown to a model.
const (
	maxShown     = 24       // files with their text
	maxOneFile   = 48 << 10 // bytes of a file; of a larger one, there are excerpts
	maxExcerpted = 4        // files with excerpts
	maxWhole     = 1 << 20  // bytes of a file that excerpts are from
	excerptLines = 60       // before and after a line that is pointed at
	maxListed    = 2000     // names of files
	maxListBytes = 48 << 10
)

// A shownFile is a file, or excerpts of it.
type shownFile struct {
	path, text string
	excerpt    bool
}

// shown returns the files that a model sees, ordered by importance: first
// changed files, then files that it asked for, then files of localization. left
// bounds their texts in all, in bytes.
func (p *page) shown(t *Task, tr *tree, left int) []shownFile {
	var names []string
	for _, f := range tr.over.Files {
		names = append(names, f.Path)
	}
	if t.Plan != nil {
		names = append(names, t.Plan.Files...)
	}
	places := map[string][]int{}
	for _, place := range t.Places {
		names = append(names, place.Path)
		places[place.Path] = append(places[place.Path], place.Line)
	}
	seen := map[string]bool{}
	excerpted := 0
	var out []shownFile
	for _, name := range names {
		if seen[name] || len(out) == maxShown || !tr.has(name) {
			continue
		}
		seen[name] = true
		text, mode, err := tr.read(name)
		if err != nil || !mode.IsRegular() || len(text) > maxWhole || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			continue // it cannot be edited either
		}
		f := shownFile{path: name, text: string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))}
		if len(f.text) > maxOneFile {
			if excerpted++; excerpted > maxExcerpted || p.err != nil {
				continue
			}
			// A part of a secret may not be found, so it is taken out before.
			f.text, _, p.err = p.redactor.Redact(f.text)
			f.text, f.excerpt = excerpts(f.text, places[name], maxOneFile), true
		}
		if len(f.text) > left {
			continue // a smaller one may fit
		}
		left -= len(f.text)
		out = append(out, f)
	}
	return out
}

// excerpts returns the lines around others, of at most max bytes in all, or the
// first lines if there are none. Lines are from 1.
func excerpts(text string, around []int, max int) string {
	lines := strings.SplitAfter(text, "\n")
	keep := make([]bool, len(lines))
	size := 0
	mark := func(at int) {
		if at >= 0 && at < len(lines) && !keep[at] && size+len(lines[at]) <= max {
			keep[at] = true
			size += len(lines[at])
		}
	}
	for _, line := range around {
		if line > 0 {
			for d := range excerptLines {
				mark(line - 1 - d)
				mark(line - 1 + d)
			}
		}
	}
	for at := 0; size == 0 || at < 2*excerptLines; at++ {
		if at == len(lines) {
			break
		}
		mark(at)
	}
	var b strings.Builder
	left := 0
	flush := func() {
		if left > 0 {
			fmt.Fprintf(&b, "[%d lines are left out here]\n", left)
		}
		left = 0
	}
	for at, line := range lines {
		if !keep[at] {
			left++
			continue
		}
		flush()
		b.WriteString(line)
	}
	flush()
	return b.String()
}

// listed returns the names of files of the tree: all, or as many as fit, those
// near a place first. They are sorted.
func listed(files []string, places []evidence.Place) (names []string, left int) {
	near := map[string]int{} // by folder: the rank of its first place
	for i, p := range places {
		for folder := p.Path; ; {
			at := strings.LastIndexByte(folder, '/')
			if at < 0 {
				break
			}
			folder = folder[:at]
			if _, ok := near[folder]; !ok {
				near[folder] = i
			}
		}
	}
	rank := func(name string) int {
		if at := strings.LastIndexByte(name, '/'); at >= 0 {
			if r, ok := near[name[:at]]; ok {
				return r
			}
			return len(places) + 1 + strings.Count(name, "/")
		}
		return len(places) // of the root
	}
	all := slices.Clone(files)
	slices.SortStableFunc(all, func(a, b string) int { return rank(a) - rank(b) })
	size := 0
	for _, name := range all {
		if size += len(name) + 1; len(names) == maxListed || size > maxListBytes {
			break
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names, len(files) - len(names)
}
