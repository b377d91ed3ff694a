package report

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifRoot is the base of all URIs, by the name that code hosts know.
const sarifRoot = "%SRCROOT%"

// SARIF writes the findings as one SARIF 2.1.0 run, including fixes. Regions
// have lines and columns in UTF-16 code units, which editors count, or bytes
// where these are ambiguous. Fixes without edits and fixes that are not usable
// are left out. So are fixes that create or delete a file, which SARIF cannot
// express; they are among the properties of the result. URIs are relative to
// the workspace.
//
// After a run of fix, the property autofix/fix of a result says what became of
// its fix. The property autofix/fixed of the run has the fixes without a
// result.
func SARIF(out io.Writer, f *Findings) error {
	rules, ruleIndex := f.sarifRules()
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name:    f.artifact.Tool.Name,
			Version: f.artifact.Tool.Version,
			Rules:   rules,
		}},
		Invocations: f.sarifInvocations(),
		Bases:       map[string]sarifBase{sarifRoot: {sarifMessage{Text: "The root of the workspace."}}},
		Artifacts:   f.sarifArtifacts(),
		ColumnKind:  "utf16CodeUnits",
		Newlines:    []string{"\r\n", "\n"},
		Results:     make([]sarifResult, 0, len(f.artifact.Diagnostics)),
	}
	if f.artifact.Tool.Name == "autofix" {
		run.Tool.Driver.URI = version.Homepage
	}
	if f.run != nil && f.run.others != nil {
		run.Properties = &sarifRunProperties{Fixed: f.run.others}
	}
	fingerprints := f.fingerprints()
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		run.Results = append(run.Results, sarifResult{
			RuleID:              d.Rule,
			RuleIndex:           ruleIndex[d.Rule],
			Level:               sarifLevel(d.Severity),
			Message:             sarifMessage{Text: d.Message},
			Locations:           []sarifLocation{{PhysicalLocation: f.sarifPlace(d.Path, d.Start, d.End, d.Line)}},
			Related:             f.sarifRelated(d),
			PartialFingerprints: map[string]string{fingerprintName: fingerprints[i]},
			Fixes:               f.sarifFixes(d),
			Properties:          f.sarifProperties(d),
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifArtifacts describes the files that results and their fixes are about, by
// path.
func (f *Findings) sarifArtifacts() []sarifArtifact {
	used := map[string]bool{}
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		used[d.Path] = true
		for k := range d.Related {
			used[d.Related[k].Path] = true
		}
		for _, id := range d.Fixes {
			if fix := f.fixes[id]; fix != nil {
				for k := range fix.Edits {
					used[fix.Edits[k].Path] = true
				}
			}
		}
	}
	var files []sarifArtifact
	for _, s := range f.artifact.Snapshots {
		if !s.Absent && used[s.Path] {
			used[s.Path] = false // two snapshots of a path contradict each other
			files = append(files, sarifArtifact{sarifLocationOf(s.Path), s.Size, map[string]string{"sha-256": s.SHA256}})
		}
	}
	return files
}

// sarifInvocations says which files were not checked, and whether that is a
// failure.
func (f *Findings) sarifInvocations() []sarifInvocation {
	listed := listedOf(f.left)
	if len(f.crashes)+len(listed) == 0 {
		return nil
	}
	invocation := sarifInvocation{ExecutionSuccessful: len(f.crashes) == 0}
	for _, file := range listed {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, sarifNotification{
			Level:     "note",
			Message:   sarifMessage{Text: "left alone: " + file.Reason},
			Locations: []sarifFileLocation{{sarifFile{sarifLocationOf(file.Path)}}},
		})
	}
	for _, c := range f.crashes {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, sarifNotification{
			Level:     "error",
			Message:   sarifMessage{Text: "checker " + c.Checker + " failed: " + c.Message},
			Locations: []sarifFileLocation{{sarifFile{sarifLocationOf(c.Path)}}},
		})
	}
	return []sarifInvocation{invocation}
}

// sarifRules describes the rules that have findings, by name, and returns the
// index of each. Every rule has all texts, which code scanning requires.
func (f *Findings) sarifRules() ([]sarifRule, map[string]int) {
	index := map[string]int{}
	var names []string
	for _, d := range f.artifact.Diagnostics {
		if _, seen := index[d.Rule]; !seen {
			index[d.Rule] = 0
			names = append(names, d.Rule)
		}
	}
	slices.Sort(names)
	rules := make([]sarifRule, 0, len(names))
	for i, name := range names {
		index[name] = i
		known := f.rules[name] // empty for rules of other tools
		rules = append(rules, sarifRule{
			ID:               name,
			ShortDescription: sarifMessage{Text: cmp.Or(known.Summary, name)},
			FullDescription:  sarifMessage{Text: cmp.Or(known.Help, known.Summary, name)},
			Help:             sarifMessage{Text: cmp.Or(known.Help, known.Summary, name)},
		})
	}
	return rules, index
}

// mostReplacements bounds the edits of a fix in SARIF. Code hosts refuse files
// of more than a few megabytes. The artifact has every fix.
const mostReplacements = 1000

func (f *Findings) sarifFixes(d *fixedits.Diagnostic) []sarifFix {
	var fixes []sarifFix
	for _, id := range d.Fixes {
		fix := f.fixes[id]
		if fix == nil || !usable(fix) || len(fix.Edits) == 0 || len(fix.Edits) > mostReplacements || changesFiles(fix) {
			continue
		}
		fixes = append(fixes, sarifFix{
			Description:     sarifMessage{Text: fix.Title},
			ArtifactChanges: f.sarifChanges(fix.Edits),
			Properties:      sarifFixProperties{ID: fix.ID, Safety: string(fix.Safety), Certificate: fix.Certificate},
		})
	}
	return fixes
}

// changesFiles reports whether a fix creates or deletes a file.
func changesFiles(fix *fixedits.Fix) bool { return len(fix.Creates())+len(fix.Deletes()) > 0 }

// sarifProperties returns what SARIF cannot express of d and its fixes, or nil.
func (f *Findings) sarifProperties(d *fixedits.Diagnostic) *sarifResultProperties {
	p := sarifResultProperties{Category: d.Category, FileFixes: f.sarifFileFixes(d), Fix: f.run.outcomeOf(d)}
	if p.Category == "" && p.FileFixes == nil && p.Fix == nil {
		return nil
	}
	return &p
}

// sarifFileFixes describes the fixes of d that create or delete files. A fix is
// all or nothing, so its other edits are not shown as a SARIF fix, which a
// viewer would apply without them.
func (f *Findings) sarifFileFixes(d *fixedits.Diagnostic) []sarifFileFix {
	var all []sarifFileFix
	for _, id := range d.Fixes {
		fix := f.fixes[id]
		if fix == nil || !usable(fix) || !changesFiles(fix) {
			continue
		}
		all = append(all, sarifFileFix{
			ID: fix.ID, Safety: string(fix.Safety), Description: fix.Title,
			Creates: sarifURIs(fix.Creates()), Deletes: sarifURIs(fix.Deletes()),
		})
	}
	return all
}

func sarifURIs(paths []string) []string {
	for i, path := range paths {
		paths[i] = relativeURI(path)
	}
	return paths
}

// sarifChanges groups edits by file, in the order in which the files come.
func (f *Findings) sarifChanges(edits []fixedits.Edit) []sarifArtifactChange {
	var changes []sarifArtifactChange
	index := map[string]int{}
	for _, edit := range edits {
		at, seen := index[edit.Path]
		if !seen {
			at = len(changes)
			index[edit.Path] = at
			changes = append(changes, sarifArtifactChange{ArtifactLocation: sarifLocationOf(edit.Path)})
		}
		changes[at].Replacements = append(changes[at].Replacements, sarifReplacement{
			DeletedRegion:   f.sarifRegion(edit.Path, edit.Start, edit.End),
			InsertedContent: sarifContentOf(edit.New),
		})
	}
	return changes
}

func sarifContentOf(b []byte) *sarifContent {
	switch {
	case len(b) == 0:
		return nil // a deletion inserts nothing
	case utf8.Valid(b):
		return &sarifContent{Text: string(b)}
	default:
		return &sarifContent{Binary: base64.StdEncoding.EncodeToString(b)}
	}
}

// sarifColumns are SARIF's: UTF-16 code units unless a run says otherwise, and
// a byte order mark is not part of the text.
var sarifColumns = position.Columns{Unit: position.UTF16, NoMark: true}

// sarifRegion returns the region of an edit: of lines if every reader finds the
// same bytes by them, else of bytes. It never has both, because readers such as
// Microsoft's SDK take a region with bytes for one of a binary file.
func (f *Findings) sarifRegion(path string, start, end int) sarifRegion {
	if lines, exact := f.sarifLines(path, start, end); exact {
		return lines
	}
	length := end - start
	return sarifRegion{ByteOffset: &start, ByteLength: &length}
}

// sarifPlace returns the place of a finding, or one that is related to it. Its
// region always has a line: code hosts show no result without one. It has bytes,
// too, if lines do not say the same to every reader.
func (f *Findings) sarifPlace(path string, start, end, line int) sarifPhysicalLocation {
	lines, exact := f.sarifLines(path, start, end)
	length := end - start
	switch {
	case lines.StartLine == 0:
		lines = sarifRegion{StartLine: max(line, 1)}
	case !exact && !f.plain[path]:
		lines.ByteOffset, lines.ByteLength = &start, &length
	}
	return sarifPhysicalLocation{ArtifactLocation: sarifLocationOf(path), Region: lines}
}

// sarifRelated returns the related places of d.
func (f *Findings) sarifRelated(d *fixedits.Diagnostic) []sarifLocation {
	var all []sarifLocation
	for i := range d.Related {
		r := &d.Related[i]
		all = append(all, sarifLocation{
			PhysicalLocation: f.sarifPlace(r.Path, r.Start, r.End, r.Line),
			Message:          &sarifMessage{Text: r.Message},
		})
	}
	return all
}

// sarifLines returns the lines and columns of a range, and whether they lead
// every reader back to it: the bytes of a byte order mark are in no column, and
// readers differ in how they decode bytes that are not UTF-8, and which other
// bytes end a line than CR LF and LF. The lines are zero if the text is not
// known.
func (f *Findings) sarifLines(path string, start, end int) (lines sarifRegion, exact bool) {
	index := f.linesOf(path)
	if index == nil {
		return sarifRegion{}, false
	}
	from, to := index.Position(start, sarifColumns), index.Position(end, sarifColumns)
	lines = sarifRegion{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column}
	first, err := index.Offset(from, sarifColumns)
	last, failed := index.Offset(to, sarifColumns)
	return lines, err == nil && failed == nil && first == start && last == end && f.plain[path]
}

func sarifLocationOf(path string) sarifArtifactLocation {
	return sarifArtifactLocation{URI: relativeURI(path), Base: sarifRoot}
}

// relativeURI returns the URI of a path, relative to the workspace.
func relativeURI(path string) string { return (&url.URL{Path: path}).String() }

func sarifLevel(s fixedits.Severity) string {
	if s == fixedits.SeverityInfo {
		return "note"
	}
	return string(s)
}
