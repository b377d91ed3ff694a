package editor

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// maxBuilt is the size of the largest artifact that is read, in bytes.
const maxBuilt = 16 << 20

// A state of a file of a build. A build that writes it again changes the state.
type state struct {
	size     int64
	modified time.Time
}

// stateOf returns the state of a regular file.
func stateOf(name string) (state, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return state{}, false
	}
	return state{info.Size(), info.ModTime()}, true
}

// A builtFile is an artifact in one state.
type builtFile struct {
	state
	artifact *artifact.Artifact // nil: it is another file
}

// An eventFile is a build event file in one state.
type eventFile struct {
	state
	folders map[string][]string // see byFolder
}

// built adds the findings of checkers that only Bazel runs, of the last build.
// They are in the artifacts of the targets of the package of a file. A finding
// in the text that was checked has its fixes. If that text is the saved one, and
// the editor has changed it, a finding whose lines are the same is shown where
// they are now, without fixes. Any other is left out.
func (s *server) built(d *document, run *session, found *findings) {
	artifacts := s.artifacts(d)
	if len(artifacts) == 0 {
		return
	}
	saved, err := run.ws.Read(d.path)
	if err != nil {
		return // a new file
	}
	found.from = map[string]*artifact.Artifact{}
	content := d.text.Content()
	now, before := fixedits.Digest(content), fixedits.Digest(saved)
	var changes []textdiff.Change
	if now != before {
		changes = textdiff.Changes(saved, content)
	}
	for _, a := range artifacts {
		at := slices.IndexFunc(a.Snapshots, func(snapshot fixedits.Snapshot) bool { return snapshot.Path == d.path })
		if at < 0 || a.Snapshots[at].SHA256 != now && a.Snapshots[at].SHA256 != before {
			continue
		}
		fixes := fixesByID(a)
		for _, finding := range a.Diagnostics {
			if _, known := s.opts.Tools.Checkers.Rule(finding.Rule); known || finding.Path != d.path {
				continue
			}
			if a.Snapshots[at].SHA256 != now {
				shift, ok := shifted(saved, changes, finding.Start, finding.End)
				if !ok {
					continue
				}
				finding.Start, finding.End, finding.Fixes = finding.Start+shift, finding.End+shift, nil
				finding.Related = shiftedRelated(finding.Related, d.path, saved, content, changes)
			}
			if slices.ContainsFunc(found.built, func(other fixedits.Diagnostic) bool { return other.ID == finding.ID }) {
				continue
			}
			found.built = append(found.built, finding)
			for _, id := range finding.Fixes {
				if fix := fixes[id]; fix != nil && found.fixes[id] == nil {
					found.fixes[id], found.from[id] = fix, a
				}
			}
		}
	}
}

// shiftedRelated returns related places as changes of the text of a file move
// them, without the ones that they touch.
func shiftedRelated(related []fixedits.Related, path string, before, after []byte, changes []textdiff.Change) (all []fixedits.Related) {
	for _, r := range related {
		if r.Path == path {
			shift, ok := shifted(before, changes, r.Start, r.End)
			if !ok {
				continue
			}
			r.Line += bytes.Count(after[:r.Start+shift], []byte("\n")) - bytes.Count(before[:r.Start], []byte("\n"))
			r.Start, r.End = r.Start+shift, r.End+shift
		}
		all = append(all, r)
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
// in the folders above it: one of them is its package. They are found through
// the link bazel-bin, in the result of the command that builds, and in the build
// event file of the person.
func (s *server) artifacts(d *document) (all []*artifact.Artifact) {
	bin, err := filepath.EvalSymlinks(filepath.Join(d.root, "bazel-bin"))
	linked := err == nil
	known := []map[string][]string{s.events()}
	if made, ok := s.collected.Load(d.root); ok {
		known = append(known, made.(map[string][]string))
	}
	for folder := path.Dir(d.path); ; folder = path.Dir(folder) {
		names := map[string]bool{}
		for _, artifacts := range known {
			for _, name := range artifacts[folder] {
				names[name] = true
			}
		}
		dir := filepath.Join(bin, filepath.FromSlash(folder))
		for _, glob := range []string{"*.autofix/*.json", "*.autofix/*/*.json"} {
			if !linked {
				break
			}
			found, _ := fs.Glob(os.DirFS(dir), glob)
			for _, name := range found {
				names[filepath.Join(dir, filepath.FromSlash(name))] = true
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if a := s.artifact(name); a != nil {
				all = append(all, a)
			}
		}
		if folder == "." {
			return all
		}
	}
}

// artifact reads an artifact, if it has changed since it was last read. A file
// that is too large or something else, as of another version of autofix, is
// logged, and nil.
func (s *server) artifact(name string) *artifact.Artifact {
	now, ok := stateOf(name)
	if !ok {
		return nil
	}
	if known, ok := s.builds.Load(name); ok && known.(builtFile).state == now {
		return known.(builtFile).artifact
	}
	b := builtFile{state: now}
	var err error
	if b.artifact, err = read(name, now.size); err != nil {
		s.log(protocol.MessageTypeWarning, "%s is left out: %v", name, err)
	}
	s.builds.Store(name, b)
	return b.artifact
}

func read(name string, size int64) (*artifact.Artifact, error) {
	if size > maxBuilt {
		return nil, fmt.Errorf("it has %d MB, and at most %d are read", size>>20, maxBuilt>>20)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return artifact.Decode(data)
}

// events returns the artifacts that the build event file names, by folder. While
// Bazel writes the file, the artifacts of the build before are known.
func (s *server) events() map[string][]string {
	now, ok := stateOf(s.opts.Bazel.Events)
	if !ok {
		return nil
	}
	known := s.lastEvents.Load()
	if known != nil && known.state == now {
		return known.folders
	}
	next := &eventFile{state: now}
	artifacts, err := s.opts.Bazel.ReadEvents(s.opts.Bazel.Events)
	if next.folders = byFolder(artifacts); err != nil {
		s.log(protocol.MessageTypeWarning, "%s: %v", s.opts.Bazel.Events, err)
		if known != nil {
			next.folders = known.folders
		}
	}
	s.lastEvents.Store(next)
	return next.folders
}
