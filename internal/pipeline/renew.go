package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/protected"
)

// Renewed are artifacts that were made elsewhere, brought up to date.
type Renewed struct {
	Artifacts []*artifact.Artifact // for Apply
	Checks    int                  // of these, the artifacts of a new check
	Files     []string             // that were checked again, canonical and sorted
	Crashed   checks.Crashes       // of this check
}

// A ForeignArtifactError reports that artifacts are not of this workspace, or
// not as a check wrote them.
type ForeignArtifactError struct{ reason string }

func (e *ForeignArtifactError) Error() string { return "artifact: " + e.reason }

func foreignArtifact(format string, args ...any) error {
	return &ForeignArtifactError{fmt.Sprintf(format, args...)}
}

// Received returns artifacts that were made elsewhere with ids derived from
// content. The error is a *ForeignArtifactError if one of the tool with a name
// is not as a check of that tool writes it.
func Received(artifacts []*artifact.Artifact, tool string) ([]*artifact.Artifact, error) {
	for _, a := range artifacts {
		switch {
		case a.Tool.Name != tool:
		case a.Plan:
			return nil, foreignArtifact("it is a plan, and not what a check wrote: apply it with `autofix fix --artifact`")
		case identify(a) != a:
			return nil, foreignArtifact("an id in it does not belong to its content: it was changed after the check; download it again")
		}
	}
	return identified(artifacts), nil
}

// Renew brings artifacts up to date that were made elsewhere, such as by CI:
// files may have changed since. A new check of such a file, with the checkers
// that were on for it, takes the place of the old findings of the built-in
// checkers. So it does for protected files, since anybody may write an artifact. The fixes of other tools stay, and Apply finds them stale.
//
// The error is a *ForeignArtifactError if no file of the artifacts is there, or
// if an artifact of the built-in checkers is not as they wrote it.
func Renew(ctx context.Context, source Source, artifacts []*artifact.Artifact, opts Options) (*Renewed, error) {
	r := &renewal{
		source: source, own: opts.Tools.Checkers.Tool.Name,
		again: map[string]bool{}, names: map[string]string{}, changed: map[fixedits.Snapshot]bool{},
	}
	if err := r.judge(artifacts); err != nil {
		return nil, err
	}
	artifacts = r.divided(artifacts, opts.Tools.Checkers)
	for _, a := range artifacts {
		r.find(a)
	}
	for r.spread(artifacts) {
	}
	renewed := &Renewed{}
	for _, a := range artifacts {
		renewed.Artifacts = append(renewed.Artifacts, r.rest(a))
	}
	for without, files := range r.byCheckers(artifacts) {
		names := strings.Fields(without)
		some := opts
		some.Tools.Checkers = opts.Tools.Checkers.Without(names...)
		files, _ = NotExcluded(source, files, opts.Config)
		checked, err := Check(ctx, source, files, "", some)
		if err != nil {
			return nil, err
		}
		checked.Artifact.Without = names
		renewed.Artifacts = append(renewed.Artifacts, checked.Artifact)
		renewed.Checks++
		renewed.Files = append(renewed.Files, files...)
		renewed.Crashed = append(renewed.Crashed, checked.Crashed...)
	}
	slices.Sort(renewed.Files)
	sortCrashes(renewed.Crashed)
	return renewed, nil
}

// A renewal knows which files have to be checked again.
type renewal struct {
	source  Source
	own     string            // the name of the tool with the built-in checkers
	again   map[string]bool   // canonical paths
	names   map[string]string // canonical paths by path in an artifact; "" of a file that is not of the workspace
	changed map[fixedits.Snapshot]bool
}

// canonical returns the canonical path of a file, or "" if it is not of the
// workspace.
func (r *renewal) canonical(path string) string {
	canonical, known := r.names[path]
	if !known {
		canonical, _ = r.source.Canonical(path)
		r.names[path] = canonical
	}
	return canonical
}

// judge returns an error if the artifacts cannot be for these files.
func (r *renewal) judge(artifacts []*artifact.Artifact) error {
	if _, err := Received(artifacts, r.own); err != nil {
		return err
	}
	files := 0
	for _, a := range artifacts {
		files += len(a.Snapshots)
	}
	here := func(s fixedits.Snapshot) bool {
		path := r.canonical(s.Path)
		_, err := r.source.Head(path, 1)
		return path != "" && err == nil
	}
	if files > 0 && !slices.ContainsFunc(artifacts, func(a *artifact.Artifact) bool { return slices.ContainsFunc(a.Snapshots, here) }) {
		return foreignArtifact("none of its %d files is in this workspace: it is of another repository, or --root names another folder", files)
	}
	return nil
}

// divided returns artifacts in which the findings of rules that the built-in
// checkers do not have, such as the rules of a newer version, are apart: they
// belong to another tool.
func (r *renewal) divided(artifacts []*artifact.Artifact, checkers *checks.Registry) (all []*artifact.Artifact) {
	for _, a := range artifacts {
		theirs := map[string]bool{} // ids of fixes
		unknown := func(rule string) bool { _, known := checkers.Rule(rule); return !known }
		for i := range a.Fixes {
			theirs[a.Fixes[i].ID] = unknown(a.Fixes[i].Rule)
		}
		for i := range a.Diagnostics {
			for _, id := range a.Diagnostics[i].Fixes {
				theirs[id] = unknown(a.Diagnostics[i].Rule)
			}
		}
		own, other := *a, *a
		own.Diagnostics, other.Diagnostics = parted(a.Diagnostics, func(d fixedits.Diagnostic) bool { return unknown(d.Rule) })
		own.Fixes, other.Fixes = parted(a.Fixes, func(f fixedits.Fix) bool { return theirs[f.ID] })
		if a.Tool.Name != r.own || len(other.Diagnostics)+len(other.Fixes) == 0 {
			all = append(all, a)
			continue
		}
		other.Tool.Name = strings.TrimSpace(a.Tool.Name + " " + a.Tool.Version)
		other.Checkers, other.Without, other.LeftAlone = nil, nil, nil
		all = append(all, &own, &other)
	}
	return all
}

// parted returns the items of a list that are not out, and the ones that are.
func parted[T any](list []T, out func(T) bool) (in, rest []T) {
	for _, item := range list {
		if out(item) {
			rest = append(rest, item)
		} else {
			in = append(in, item)
		}
	}
	return in, rest
}

// find adds the files with findings of the built-in checkers that have changed,
// or are protected.
func (r *renewal) find(a *artifact.Artifact) {
	if a.Tool.Name != r.own {
		return
	}
	snapshots := make(map[string]fixedits.Snapshot, len(a.Snapshots))
	for _, s := range a.Snapshots {
		snapshots[s.Path] = s
	}
	look := func(path string) {
		canonical := r.canonical(path)
		if canonical == "" || r.again[canonical] {
			return
		}
		if s, ok := snapshots[path]; ok && r.hasChanged(s, canonical) || protected.Why(canonical, protected.Checkers) != "" {
			r.again[canonical] = true
		}
	}
	for i := range a.Diagnostics {
		look(a.Diagnostics[i].Path)
	}
	for _, path := range pathsOf(a.Fixes) {
		look(path)
	}
}

// hasChanged reports whether a file has other bytes now. A missing file cannot be
// checked again: Apply finds its fixes stale.
func (r *renewal) hasChanged(s fixedits.Snapshot, canonical string) bool {
	changed, known := r.changed[s]
	if !known {
		switch text, err := r.source.Read(canonical); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil, s.Absent:
			changed = true
		default:
			changed = fixedits.Digest(text) != s.SHA256
		}
		r.changed[s] = changed
	}
	return changed
}

// spread adds the files that have fixes or findings in common with a file that
// is checked again, and reports whether there were any: a fix is all or nothing.
func (r *renewal) spread(artifacts []*artifact.Artifact) bool {
	known := len(r.again)
	for _, a := range artifacts {
		if a.Tool.Name != r.own {
			continue
		}
		dropped := r.dropped(a)
		for i := range a.Fixes {
			if dropped[a.Fixes[i].ID] {
				for _, edit := range a.Fixes[i].Edits {
					r.add(edit.Path)
				}
			}
		}
		for i := range a.Diagnostics {
			if d := &a.Diagnostics[i]; anyOf(dropped, d.Fixes) {
				r.add(d.Path)
			}
		}
	}
	return len(r.again) > known
}

func (r *renewal) add(path string) {
	if canonical := r.canonical(path); canonical != "" {
		r.again[canonical] = true
	}
}

// has reports whether the file at a path of an artifact is checked again.
func (r *renewal) has(path string) bool { return len(r.again) > 0 && r.again[r.canonical(path)] }

// dropped returns the ids of the fixes that a new check replaces: of the files
// that are checked again, and of the findings in them.
func (r *renewal) dropped(a *artifact.Artifact) map[string]bool {
	ids := map[string]bool{}
	for i := range a.Fixes {
		if slices.ContainsFunc(a.Fixes[i].Edits, func(e fixedits.Edit) bool { return r.has(e.Path) }) {
			ids[a.Fixes[i].ID] = true
		}
	}
	for i := range a.Diagnostics {
		if r.has(a.Diagnostics[i].Path) {
			for _, id := range a.Diagnostics[i].Fixes {
				ids[id] = true
			}
		}
	}
	return ids
}

// rest returns an artifact without the findings that a new check replaces.
func (r *renewal) rest(a *artifact.Artifact) *artifact.Artifact {
	if a.Tool.Name != r.own || len(r.again) == 0 {
		return a
	}
	dropped := r.dropped(a)
	b := *a
	b.Snapshots = slices.DeleteFunc(slices.Clone(a.Snapshots), func(s fixedits.Snapshot) bool { return r.has(s.Path) })
	b.Diagnostics = slices.DeleteFunc(slices.Clone(a.Diagnostics), func(d fixedits.Diagnostic) bool { return r.has(d.Path) })
	for i := range b.Diagnostics {
		b.Diagnostics[i].KeepRelated(func(path string) bool { return !r.has(path) })
	}
	b.Fixes = slices.DeleteFunc(slices.Clone(a.Fixes), func(f fixedits.Fix) bool { return dropped[f.ID] })
	return &b
}

// byCheckers returns the files that are checked again, by the names, separated
// by spaces, of the checkers that were off for them: in all artifacts that have
// the file.
func (r *renewal) byCheckers(artifacts []*artifact.Artifact) map[string][]string {
	off := map[string][]string{}
	for _, a := range artifacts {
		if a.Tool.Name != r.own {
			continue
		}
		for _, s := range a.Snapshots {
			if !r.has(s.Path) {
				continue
			}
			path := r.canonical(s.Path)
			names, known := off[path]
			if !known {
				names = slices.Clone(a.Without)
			}
			off[path] = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(a.Without, name) })
		}
	}
	files := map[string][]string{}
	for _, path := range slices.Sorted(maps.Keys(off)) {
		if _, err := r.source.Head(path, 1); err == nil { // else it is gone, and so are its findings
			names := strings.Join(off[path], " ")
			files[names] = append(files[names], path)
		}
	}
	return files
}
