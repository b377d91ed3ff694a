package editor

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// maxBuilt is the size of the largest artifact that is read, in bytes.
const maxBuilt = 16 << 20

// A builtFile is one state of an artifact of a build.
type builtFile struct {
	size     int64
	modified time.Time
	artifact *artifact.Artifact // nil: it is another file
}

// built returns the findings of checkers that only Bazel runs, of the last
// build. They are in the artifacts of the targets of the package of a file,
// found through the link bazel-bin. A finding is shown at its place in the text
// that was checked; if that is the saved text, and the editor has changed it,
// at the place where its lines are now, if they are the same. Any other is left
// out. The findings have no fixes here.
func (s *server) built(d *document, saved []byte) (all []fixedits.Diagnostic) {
	content := d.text.Content()
	now, before := fixedits.Digest(content), fixedits.Digest(saved)
	var changes []textdiff.Change
	if now != before {
		changes = textdiff.Changes(saved, content)
	}
	for _, a := range s.artifacts(d) {
		at := slices.IndexFunc(a.Snapshots, func(snapshot fixedits.Snapshot) bool { return snapshot.Path == d.path })
		if at < 0 || a.Snapshots[at].SHA256 != now && a.Snapshots[at].SHA256 != before {
			continue
		}
		for _, finding := range a.Diagnostics {
			if _, known := s.opts.Tools.Checkers.Rule(finding.Rule); known || finding.Path != d.path {
				continue
			}
			if a.Snapshots[at].SHA256 != now {
				shift, ok := shifted(saved, changes, finding.Start, finding.End)
				if !ok {
					continue
				}
				finding.Start, finding.End = finding.Start+shift, finding.End+shift
			}
			finding.Fixes = nil
			if !slices.ContainsFunc(all, func(other fixedits.Diagnostic) bool { return other.ID == finding.ID }) {
				all = append(all, finding)
			}
		}
	}
	return all
}

// shifted returns how far changes of a text move the lines of a range. It is
// false if one touches them, or if the text has no such range.
func shifted(before []byte, changes []textdiff.Change, start, end int) (shift int, ok bool) {
	if end > len(before) {
		return 0, false
	}
	start = bytes.LastIndexByte(before[:start], '\n') + 1
	if rest := bytes.IndexByte(before[end:], '\n'); rest >= 0 {
		end += rest + 1
	} else {
		end = len(before)
	}
	for _, change := range changes {
		switch {
		case change.End <= start:
			shift += len(change.New) - (change.End - change.Start)
		case change.Start < end:
			return 0, false
		}
	}
	return shift, true
}

// artifacts returns the artifacts of the targets in the folder of a document and
// in the folders above it: one of them is its package.
func (s *server) artifacts(d *document) (all []*artifact.Artifact) {
	bin := filepath.Join(d.root, "bazel-bin")
	if _, err := os.Stat(bin); err != nil {
		return nil
	}
	for folder := path.Dir(d.path); ; folder = path.Dir(folder) {
		dir := filepath.Join(bin, filepath.FromSlash(folder))
		for _, glob := range []string{"*.autofix/*.json", "*.autofix/*/*.json"} {
			names, _ := fs.Glob(os.DirFS(dir), glob)
			for _, name := range names {
				if a := s.artifact(filepath.Join(dir, filepath.FromSlash(name))); a != nil {
					all = append(all, a)
				}
			}
		}
		if folder == "." {
			return all
		}
	}
}

// artifact reads an artifact, if it has changed since it was last read. A file
// that is something else is nil.
func (s *server) artifact(name string) *artifact.Artifact {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxBuilt {
		return nil
	}
	if known, ok := s.builds.Load(name); ok {
		if b := known.(builtFile); b.size == info.Size() && b.modified.Equal(info.ModTime()) {
			return b.artifact
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	b := builtFile{size: info.Size(), modified: info.ModTime()}
	if b.artifact, err = artifact.Decode(data); err != nil {
		b.artifact = nil
	}
	s.builds.Store(name, b)
	return b.artifact
}
