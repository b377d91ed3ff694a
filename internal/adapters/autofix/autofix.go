// Package autofix reads fix artifacts, the native format of this tool.
package autofix

import (
	"fmt"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads an artifact. Its paths are relative to the root of the
// workspace, regardless of dir. Everything in it about a file that was not
// given, or that was made for other bytes of a given file, is refused. A path
// with an absent snapshot need not be given, and may be created unless there is
// a file.
type Adapter struct{}

// Read implements adapters.Adapter. The error wraps an *artifact.Error if the
// artifact is malformed.
func (Adapter) Read(in io.Reader, files *adapters.Files, _ string) (*adapters.Result, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	a, err := artifact.Decode(text)
	if err != nil {
		return nil, err
	}
	result := adapters.NewResult(files)
	result.Version, result.Without = a.Tool.Version, a.Without
	other := map[string]error{} // by path: why it was not made for the bytes of the given file
	for _, snapshot := range a.Snapshots {
		if err := same(files, snapshot); err != nil {
			other[snapshot.Path] = err
			result.Refuse(adapters.Refusal{Index: -1}, err)
		}
	}
	fixes := make(map[string]*fixedits.Fix, len(a.Fixes)) // usable ones, by id
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		if err := firstOf(fix, other); err != nil {
			result.Refuse(ofFix(a, i), err)
		} else {
			fixes[fix.ID] = fix
		}
	}
	listed := map[string]bool{}
	for i, d := range a.Diagnostics {
		var usable []fixedits.Fix
		for _, id := range d.Fixes {
			if fix := fixes[id]; fix != nil {
				usable = append(usable, *fix)
				listed[id] = true
			}
		}
		at := adapters.Refusal{Index: i, ID: d.ID}
		if err := other[d.Path]; err != nil {
			result.Refuse(at, err)
		} else {
			d.KeepRelated(func(path string) bool { return other[path] == nil })
			result.Add(at, d, usable...)
		}
	}
	for i := range a.Fixes {
		if fix := &a.Fixes[i]; fixes[fix.ID] != nil && !listed[fix.ID] {
			result.AddFix(ofFix(a, i), *fix)
		}
	}
	return result, nil
}

// ofFix identifies a fix of the artifact as a result. Fixes are numbered after
// diagnostics.
func ofFix(a *artifact.Artifact, i int) adapters.Refusal {
	return adapters.Refusal{Index: len(a.Diagnostics) + i, ID: a.Fixes[i].ID}
}

// firstOf returns the first error, by path, about a file of a fix.
func firstOf(fix *fixedits.Fix, errs map[string]error) error {
	for _, edit := range fix.Edits {
		if err := errs[edit.Path]; err != nil {
			return err
		}
	}
	for _, action := range fix.Actions {
		if err := errs[action.File]; err != nil {
			return err
		}
	}
	return nil
}

// same returns why a snapshot differs from that of a given file, or nil.
func same(files *adapters.Files, snapshot fixedits.Snapshot) error {
	if snapshot.Absent {
		return files.AddAbsent(snapshot.Path)
	}
	if _, err := files.Find(snapshot.Path, ""); err != nil {
		return err
	}
	given, _ := files.Snapshot(snapshot.Path)
	if given != snapshot {
		return &adapters.Refusal{
			Index: -1,
			Path:  snapshot.Path,
			Code:  adapters.CodeChanged,
			Why: fmt.Sprintf("the artifact was made for other bytes of it (%d, SHA-256 %s) than the checker was given (%d, SHA-256 %s)",
				snapshot.Size, snapshot.SHA256, given.Size, given.SHA256),
		}
	}
	return nil
}
