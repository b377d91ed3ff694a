package source

import (
	"bytes"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var batsTest = lazyregexp.New(`^@test\s+(?:'([^']*)'|"([^"]*)"|(\S+))\s*\{`)

// readShell reads a script as one test, and a Bats file as its tests. A test of
// Bats ends with a brace that is indented like its start or, if it has none,
// where the next one starts.
func (f *File) readShell() {
	if !IsTestFile(f.Path) {
		return
	}
	base := path.Base(f.Path)
	ext := path.Ext(base)
	bats := ext == ".bats"
	var t *Test
	if !bats {
		t = &Test{Kind: Program, Name: strings.TrimSuffix(base, ext), Line: 1, Asserts: -1}
	}
	add := func() {
		if t != nil && t.Last > 0 {
			f.add(*t)
		}
		t = nil
	}
	n, indent := 0, 0
	for line := range bytes.Lines(f.Text) {
		n++
		column := len(line) - len(bytes.TrimLeft(line, " \t"))
		line = bytes.TrimSpace(line)
		if m := batsTest().FindSubmatch(line); m != nil && bats {
			add()
			t, indent = &Test{Kind: Function, Name: string(bytes.Join(m[1:], nil)), Line: n, Asserts: -1}, column
		}
		if t == nil || len(line) == 0 || line[0] == '#' {
			continue
		}
		t.Last, t.Digest = n, joinDigest(t.Digest, string(line))
		if !bats {
			continue
		}
		if word, _, _ := bytes.Cut(line, []byte(" ")); string(bytes.TrimRight(word, ";")) == "skip" {
			t.Skipped, t.Skips = "skip", t.Skips+1
		}
		if line[0] == '}' && column == indent || bytes.HasSuffix(line, []byte("}")) && t.Line == n {
			add()
		}
	}
	add()
}
