package source

import (
	"bytes"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var batsTest = lazyregexp.New(`^@test\s+(?:'([^']*)'|"([^"]*)"|(\S+))\s*\{`)

// readShell reads a script as one test, and a Bats file as its tests, which end
// with a brace at the start of a line.
func (f *File) readShell() {
	if !IsTestFile(f.Path) {
		return
	}
	base := path.Base(f.Path)
	ext := path.Ext(base)
	t := &Test{Kind: Program, Name: strings.TrimSuffix(base, ext), Line: 1, Asserts: -1}
	n := 0
	for line := range bytes.Lines(f.Text) {
		n++
		line = bytes.TrimSpace(line)
		if m := batsTest().FindSubmatch(line); m != nil && ext == ".bats" {
			t = &Test{Kind: Function, Name: string(bytes.Join(m[1:], nil)), Line: n, Asserts: -1}
		}
		if t == nil || len(line) == 0 || line[0] == '#' {
			continue
		}
		t.Last, t.Digest = n, joinDigest(t.Digest, string(line))
		if t.Kind == Program {
			continue
		}
		if word, _, _ := bytes.Cut(line, []byte(" ")); string(bytes.TrimRight(word, ";")) == "skip" {
			t.Skipped, t.Skips = "skip", t.Skips+1
		}
		if line[0] == '}' || bytes.HasSuffix(line, []byte("}")) && t.Line == n {
			f.add(*t)
			t = nil
		}
	}
	if ext != ".bats" && t.Last > 0 {
		f.add(*t)
	}
}
