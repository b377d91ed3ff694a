package adapters

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A Result holds the results that an adapter read.
type Result struct {
	Version string   // of the tool, if known
	Without []string // as in an artifact
	Refused []*Refusal

	files *Files
	found fixedits.Collector
	doubt error             // the result that is read now is not of the type that the format has
	alone artifact.Artifact // of valid
}

// NewResult returns an empty result about files.
func NewResult(files *Files) *Result { return &Result{files: files} }

// Add adds a finding with its fixes, best first. Ids, and the line and column
// of the finding, need not be set, nor the safety of a fix if the output says
// nothing about it. at identifies the result for a Refusal: its
// Index and ID. An unusable fix is refused individually; an unusable finding is
// refused together with its fixes.
func (r *Result) Add(at Refusal, d fixedits.Diagnostic, fixes ...fixedits.Fix) {
	at.Path = d.Path
	if d.Line == 0 {
		index, err := r.files.Lines(d.Path, position.LF)
		if err != nil {
			r.RefuseFinding(at, d, err)
			return
		}
		place := index.Position(d.Start, position.Columns{})
		d.Line, d.Column = place.Line, place.Column
	}
	d.Message = cmp.Or(d.Message, d.Rule)
	if err := r.valid(&d, nil); err != nil {
		at.Finding = &d
		r.Refuse(at, err)
		return
	}
	if r.doubt != nil { // which the caller refuses
		fixes = nil
	}
	var usable []fixedits.Fix
	for _, fix := range fixes {
		fix.Safety = r.safety(&fix)
		if err := r.validFix(&fix); err != nil {
			r.Refuse(at, err)
			continue
		}
		usable = append(usable, fix)
	}
	r.found.Add(d, usable...)
}

// Relate adds a related place to a finding: a range that was translated, of a
// given file. It reports whether it did, as it does not if the file has no such
// place, or the finding no room.
func (r *Result) Relate(d *fixedits.Diagnostic, path string, start, end int, message string) bool {
	index, err := r.files.Lines(path, position.LF)
	if err != nil || message == "" || len(d.Related) == fixedits.MaxRelated {
		return false
	}
	at := index.Position(start, position.Columns{})
	d.Relate(fixedits.Related{Path: path, Start: start, End: end, Line: at.Line, Column: at.Column, Message: message})
	return true
}

// Locate sets the place of a finding in a given file to a range that was
// translated. If that failed, because of err, the finding stays on its line,
// from 1, which is 0 if the output does not say it. It is refused, too, unless
// the file has the line: then nothing but a column is lost.
func (r *Result) Locate(at Refusal, d *fixedits.Diagnostic, by Convention, line, start, end int, err error) {
	if err == nil {
		d.Start, d.End = start, end
		return
	}
	at.Path = d.Path
	d.Line, d.Column = min(max(line, 1), maxLine), 1
	text, failed := r.files.Lines(d.Path, by.Ends)
	switch {
	case line < 1 || failed != nil:
		d.Start, d.End = 0, 0
	case line > text.Lines(): // of another version of the file
		d.Start = text.End(line)
		d.End = d.Start
	default:
		d.Start, d.End = text.Start(line), text.Start(line)
		d.Line, d.Column = 0, 0 // of the start
		return
	}
	r.Refuse(at, err)
}

// maxLine is the number of the last line that an artifact can name.
const maxLine = 1<<53 - 1

// RefuseFinding refuses a finding of which all but the place is known. In a
// given file, it stays without a place.
func (r *Result) RefuseFinding(at Refusal, d fixedits.Diagnostic, err error) {
	if refusal, ok := errors.AsType[*Refusal](err); ok && refusal.Path != "" {
		at.Path = refusal.Path
	}
	if _, ok := r.files.Snapshot(at.Path); !ok {
		at.Finding = &d
		r.Refuse(at, err)
		return
	}
	d.Path = at.Path
	r.Locate(at, &d, InBytes, 0, 0, 0, err)
	if r.valid(&d, nil) == nil {
		r.found.Add(d)
	}
}

// AddFix adds a fix that no finding lists, like Add.
func (r *Result) AddFix(at Refusal, fix fixedits.Fix) {
	fix.Safety = r.safety(&fix)
	if err := r.validFix(&fix); err != nil {
		r.Refuse(at, err)
		return
	}
	r.found.AddFix(fix)
}

// safety returns the safety of a fix. That of a fix is empty if the output says
// nothing about it.
func (r *Result) safety(fix *fixedits.Fix) fixedits.Safety {
	return cmp.Or(fix.Safety, r.files.UnsaidOf[fix.Rule], r.files.Unsaid, fixedits.SafetySuggestion)
}

// Join adds the results of another reading of output about the same files.
func (r *Result) Join(other *Result) {
	byID := map[string]fixedits.Fix{}
	for _, fix := range other.found.Fixes {
		byID[fix.ID] = fix
		r.found.AddFix(fix)
	}
	for _, d := range other.found.Diagnostics {
		fixes := make([]fixedits.Fix, len(d.Fixes))
		for i, id := range d.Fixes {
			fixes[i] = byID[id]
		}
		r.found.Add(d, fixes...)
	}
	r.Refused = append(r.Refused, other.Refused...)
	r.Version = cmp.Or(r.Version, other.Version)
}

// Refuse records that a result is not used because of err. at identifies the
// result: its Index and ID, and its Path if known.
func (r *Result) Refuse(at Refusal, err error) {
	refusal, ok := errors.AsType[*Refusal](err)
	if !ok {
		refusal = &Refusal{Index: -1, Code: CodeInvalid, Why: err.Error()}
		if place, ok := errors.AsType[*position.Error](err); ok {
			refusal.Code, refusal.Why = CodePlace, place.Error()
		}
	}
	told := *refusal
	told.Index, told.ID = at.Index, at.ID
	if told.Path == "" {
		told.Path = at.Path
	}
	if at.Finding != nil {
		told.Finding = at.Finding
	}
	if n := len(r.Refused); n > 0 && told.Index >= 0 && *r.Refused[n-1] == told { // of a finding, and now of its fix
		return
	}
	r.Refused = append(r.Refused, &told)
}

// Skip counts output that is not a result.
func (r *Result) Skip(why string) {
	r.Refused = append(r.Refused, &Refusal{Index: -1, Code: CodeSkipped, Why: why})
}

// validFix returns the mistake in a fix. The output of another tool may list
// a fix that changes nothing.
func (r *Result) validFix(fix *fixedits.Fix) error {
	if len(fix.Edits) == 0 && fix.Resolver == nil {
		return &Refusal{Index: -1, Code: CodeInvalid, Why: "its fix has no edits: fix the finding by hand, or have the tool write the edits"}
	}
	return r.valid(nil, fix)
}

// valid returns the mistake in a finding or a fix. A record is valid if an
// artifact that contains nothing else is.
func (r *Result) valid(d *fixedits.Diagnostic, fix *fixedits.Fix) error {
	const id = "id"
	alone := &r.alone
	*alone = artifact.Artifact{
		Version: artifact.Version, Tool: artifact.Tool{Name: id},
		Snapshots: alone.Snapshots[:0], Diagnostics: alone.Diagnostics[:0], Fixes: alone.Fixes[:0],
	}
	see := func(path string) error {
		snapshot, ok := r.files.Snapshot(path)
		switch {
		case !ok:
			return notGiven(path)
		case !slices.Contains(alone.Snapshots, snapshot):
			alone.Snapshots = append(alone.Snapshots, snapshot)
		}
		return nil
	}
	if d != nil {
		if err := see(d.Path); err != nil {
			return err
		}
		for i := range d.Related {
			if err := see(d.Related[i].Path); err != nil {
				return err
			}
		}
		one := *d
		one.ID, one.Fixes, one.Message = id, nil, strings.ToValidUTF8(d.Message, "\ufffd")
		alone.Diagnostics = append(alone.Diagnostics, one)
	}
	if fix != nil {
		for i := range fix.Edits {
			if err := see(fix.Edits[i].Path); err != nil {
				return err
			}
		}
		for i := range fix.Actions {
			if err := see(fix.Actions[i].File); err != nil {
				return err
			}
		}
		one := *fix
		one.ID, one.Disposition, one.Title = id, nil, strings.ToValidUTF8(fix.Title, "\ufffd")
		alone.Fixes = append(alone.Fixes, one)
	}
	err := alone.Validate()
	malformed, ok := errors.AsType[*artifact.Error](err)
	if !ok {
		return err
	}
	_, field, _ := strings.Cut(malformed.Field, "].")
	return &Refusal{Index: -1, Code: CodeInvalid, Why: field + ": " + malformed.Reason}
}

// Artifact returns the results as an artifact of a checker that was given, and
// has checked, files with these snapshots. Refused results become findings, one
// for each file and code, so that they are shown wherever the artifact is. It
// has no dispositions: the outcome of fixes is not decided by a checker.
func (r *Result) Artifact(checker, origin string, given []fixedits.Snapshot) (*artifact.Artifact, error) {
	for _, refusals := range grouped(r.Refused) {
		if refusals[0].Code == CodeSkipped {
			continue
		}
		if finding, ok := refusalFinding(checker, refusals, given); ok {
			r.found.Add(finding)
		}
	}
	a := artifact.New(artifact.Tool{Name: checker, Version: r.Version}, origin)
	a.Without = r.Without
	a.Diagnostics, a.Fixes = r.found.Diagnostics, r.found.Fixes
	a.Snapshots = append(r.absent(), given...)
	for i := range a.Fixes {
		a.Fixes[i].Disposition = nil
	}
	a.Normalize()
	return a, a.Validate()
}

// absent returns the snapshots of the absent files that findings and fixes
// refer to.
func (r *Result) absent() []fixedits.Snapshot {
	var all []fixedits.Snapshot
	add := func(path string) {
		if snapshot, ok := r.files.Snapshot(path); ok && snapshot.Absent && !slices.Contains(all, snapshot) {
			all = append(all, snapshot)
		}
	}
	for i := range r.found.Diagnostics {
		d := &r.found.Diagnostics[i]
		add(d.Path)
		for k := range d.Related {
			add(d.Related[k].Path)
		}
	}
	for i := range r.found.Fixes {
		for _, path := range r.found.Fixes[i].Creates() {
			add(path)
		}
		for _, action := range r.found.Fixes[i].Actions {
			add(action.File)
		}
	}
	return all
}
