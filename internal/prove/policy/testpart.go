package policy

import (
	"bytes"
	"path"

	"github.com/bazelbuild/buildtools/build"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// TestPart returns the part of a change that is about tests: their files, and
// of BUILD files the changes within targets of tests and of load statements.
// The base with this part is the state in which new tests must fail.
func TestPart(c *change.Change) *change.Change {
	part := &change.Change{}
	for _, f := range c.Files {
		switch kind := KindOf(&f); {
		case kind == evidence.TestFile:
		case !source.IsBuildFile(path.Base(f.Path)) || f.Deleted:
			continue
		case f.Created:
			if len(source.Of(f.Path, f.After).Tests) == 0 {
				continue
			}
		default:
			f.Executable, f.ModeChanged, f.After = f.Executable != f.ModeChanged, false, testTargets(&f)
			if !f.Changes() {
				continue
			}
		}
		part.Files = append(part.Files, f)
	}
	return part
}

// WithoutTests returns a change without its test files. A BUILD file is kept
// whole: its test targets cannot be separated from the targets they need.
func WithoutTests(c *change.Change) *change.Change {
	return c.Only(func(f *fixedits.FileChange) bool { return KindOf(f) != evidence.TestFile })
}

// NoCode reports whether a hunk of a change is of comments and blank lines
// only.
func NoCode(c *change.Change, id, path string) bool {
	with, without := c.File(path), c.Without(id).File(path)
	if with == nil || with.Created || with.Deleted || with.ModeChanged {
		return false
	}
	rest := with.Before // without is nil if nothing else changes
	if without != nil {
		rest = without.After
	}
	return !bytes.Equal(with.After, rest) && source.SameCode(path, with.After, rest)
}

// testTargets returns the base of a BUILD file with the changes of its tests.
func testTargets(f *fixedits.FileChange) []byte {
	before, after := ofTests(f.Path, f.Before), ofTests(f.Path, f.After)
	var out []byte
	at, shift := 0, 0 // shift: bytes of the text minus bytes of the base, so far
	for _, c := range textdiff.Changes(f.Before, f.After) {
		start := c.Start + shift
		shift += len(c.New) - (c.End - c.Start)
		if !before.have(f.Before, c.Start, c.End) || !after.have(f.After, start, start+len(c.New)) {
			continue
		}
		out = append(append(out, f.Before[at:c.Start]...), c.New...)
		at = c.End
	}
	return append(out, f.Before[at:]...)
}

// spans are ranges of bytes of a text, half open.
type spans [][2]int

// ofTests returns the spans of targets of tests and of load statements.
func ofTests(name string, text []byte) spans {
	tree, err := source.Read(name, text).Starlark()
	if err != nil {
		return nil
	}
	var out spans
	for _, statement := range tree.Stmt {
		start, end := statement.Span()
		switch s := statement.(type) {
		case *build.LoadStmt:
		case *build.CallExpr:
			if !isTestRule(build.NewRule(s).Kind()) {
				continue
			}
		default:
			continue
		}
		out = append(out, [2]int{start.Byte, end.Byte})
	}
	return out
}

// have reports whether all lines in a range that say something are in the
// spans.
func (s spans) have(text []byte, start, end int) bool {
	for start < end {
		line := text[start:end]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if said := bytes.TrimSpace(line); len(said) > 0 && !s.at(start+bytes.Index(line, said)) {
			return false
		}
		start += len(line)
	}
	return true
}

func (s spans) at(offset int) bool {
	for _, span := range s {
		if span[0] <= offset && offset < span[1] {
			return true
		}
	}
	return false
}
