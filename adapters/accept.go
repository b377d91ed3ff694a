package adapters

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Accept holds an artifact of another tool to the files that it was given, whose snapshots are given, and makes it
// one of ours: the tool goes by the name checker, the ids are made of content, and there is a snapshot of every given
// file, since all of them were checked. It keeps the tool's version.
// It is no plan and has no dispositions: what becomes of fixes is not for a
// checker to say.
//
// An artifact that speaks of any other file, or of other bytes of a given one, is refused, and is not to be used then.
func Accept(a *artifact.Artifact, checker, origin string, given []fixedits.Snapshot) error {
	known := make(map[string]fixedits.Snapshot, len(given))
	for _, snapshot := range given {
		known[snapshot.Path] = snapshot
	}
	for _, snapshot := range a.Snapshots {
		switch was, ok := known[snapshot.Path]; {
		case !ok:
			return fmt.Errorf("its artifact speaks of %s, which is not among the files that it was given", snapshot.Path)
		case was != snapshot:
			return fmt.Errorf("its artifact was made for other bytes of %s (%d, SHA-256 %s) than it was given (%d, SHA-256 %s)",
				snapshot.Path, snapshot.Size, snapshot.SHA256, was.Size, was.SHA256)
		}
	}
	for i := range a.Diagnostics {
		if path := a.Diagnostics[i].Path; known[path].Path == "" {
			return fmt.Errorf("its artifact speaks of %s, which is not among the files that it was given", path)
		}
	}
	a.Tool.Name = checker
	a.Origin = origin
	a.Plan = false
	for i := range a.Fixes {
		a.Fixes[i].Disposition = nil
	}
	a.Snapshots = slices.Clone(given)
	identify(a)
	a.Normalize()
	return a.Validate()
}

// identify gives diagnostics and fixes their ids by content, which tell them apart among all artifacts of a run. Of
// fixes that are equal in that the first stays; equal diagnostics become one with the fixes of all.
func identify(a *artifact.Artifact) {
	renamed := make(map[string]string, len(a.Fixes))
	seen := map[string]bool{}
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		id := fixedits.ContentID(&fix)
		renamed[fix.ID] = id
		repeated := seen[id]
		seen[id] = true
		return repeated
	})
	for i := range a.Fixes {
		a.Fixes[i].ID = fixedits.ContentID(&a.Fixes[i])
	}
	place := map[string]int{}
	kept := a.Diagnostics[:0]
	for _, d := range a.Diagnostics {
		d.ID = fixedits.DiagnosticID(&d)
		var ids []string
		at, repeated := place[d.ID]
		if repeated {
			ids = kept[at].Fixes
		}
		for _, old := range d.Fixes {
			if id := renamed[old]; !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		d.Fixes = ids
		if repeated {
			kept[at].Fixes = ids
			continue
		}
		place[d.ID] = len(kept)
		kept = append(kept, d)
	}
	a.Diagnostics = kept
}
