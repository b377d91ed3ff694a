package pipeline

import (
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// refusals answers the fixes for which no resolver is asked, because no edit of
// theirs would be applied: their file is not to be changed, or has changed
// since the check. The others stay open.
func (d *driver) refusals(fixes []fixedits.Fix, artifacts []*artifact.Artifact) (answers []Resolution, open []fixedits.Fix) {
	checked := map[string]fixedits.Snapshot{} // by id of a fix
	root := d.run.config().For(config.Name)
	for _, a := range artifacts {
		byPath := map[string]fixedits.Snapshot{}
		for _, snapshot := range a.Snapshots {
			byPath[snapshot.Path] = snapshot
		}
		for i := range a.Fixes {
			if fix := &a.Fixes[i]; fix.Resolver != nil {
				checked[fix.ID] = byPath[fix.Resolver.Path]
			}
		}
	}
	for i := range fixes {
		answer := Resolution{ID: fixes[i].ID}
		r := fixes[i].Resolver
		answer.Status, answer.Reason = d.refusal(r.Path, checked[fixes[i].ID], func(path string) error { return refuses(r.ID, declared.Owns(root, r.ID), path) })
		if answer.Status == "" {
			open = append(open, fixes[i])
			continue
		}
		answers = append(answers, answer)
	}
	return answers, open
}

// refusal returns the status of a fix of a file that must not be changed.
// checked is its snapshot, and refuses reports the files that its resolver must
// not change: an answer comes from outside, even to a checker that is built in.
// The resolver itself judges an empty path.
func (d *driver) refusal(path string, checked fixedits.Snapshot, refuses func(path string) error) (fixedits.Status, fixedits.Reason) {
	if path == "" {
		return "", fixedits.Reason{}
	}
	canonical, err := d.stage.Canonical(path)
	if err == nil && d.run.foreign != nil {
		err = d.run.foreign(canonical)
	}
	if err == nil {
		err = refuses(canonical)
	}
	if err != nil {
		code := fixedits.CodeOutside
		if foreign, ok := errors.AsType[*fixedits.ForeignError](err); ok {
			code = foreign.Code
		}
		return fixedits.StatusForeign, fixedits.Reason{Code: code, Detail: err.Error()}
	}
	text, err := d.stage.Read(canonical)
	switch {
	case err != nil:
		return fixedits.StatusStale, fixedits.Reason{Code: fixedits.CodeGone, Detail: err.Error()}
	case checked.SHA256 != fixedits.Digest(text):
		return fixedits.StatusStale, fixedits.Reason{Code: fixedits.CodeChanged, Detail: canonical + " has changed since the check"}
	case fixedits.Generated(text) && !d.run.config().For(canonical).ChecksGenerated():
		return fixedits.StatusForeign, fixedits.Reason{Code: fixedits.CodeGenerated, Detail: fmt.Sprintf("%s is marked as generated in line %d", canonical, fixedits.GeneratedLine(text))}
	}
	return "", fixedits.Reason{}
}
