package report

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes the findings as one SARIF 2.1.0 run, including fixes. Regions
// have byte offsets and, if the text is known, lines and columns in UTF-16 code
// units, which editors count. Fixes without edits and fixes that are not usable
// are left out. So are fixes that create or delete a file, which SARIF cannot
// express; they are among the properties of the result. URIs are relative to
// the workspace.
func SARIF(out io.Writer, f *Findings) error {
	rules, ruleIndex := f.sarifRules()
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name:    f.artifact.Tool.Name,
			Version: f.artifact.Tool.Version,
			Rules:   rules,
		}},
		Invocations: f.sarifInvocations(),
		ColumnKind:  "utf16CodeUnits",
		Results:     make([]sarifResult, 0, len(f.artifact.Diagnostics)),
	}
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		run.Results = append(run.Results, sarifResult{
			RuleID:    d.Rule,
			RuleIndex: ruleIndex[d.Rule],
			Level:     sarifLevel(d.Severity),
			Message:   sarifMessage{Text: d.Message},
			Locations: []sarifLocation{{PhysicalLocation: sarifPhysicalLocation{
				ArtifactLocation: sarifLocationOf(d.Path),
				Region:           f.sarifRegion(d.Path, d.Start, d.End),
			}}},
			PartialFingerprints: map[string]string{"autofix/v1": d.ID},
			Fixes:               f.sarifFixes(d),
			Properties:          f.sarifFileFixes(d),
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
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
// index of each.
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
		rule := sarifRule{ID: name}
		if known, ok := f.rules[name]; ok {
			rule.ShortDescription = sarifText(known.Summary)
			rule.FullDescription = sarifText(known.Help)
		}
		rules = append(rules, rule)
	}
	return rules, index
}

func sarifText(s string) *sarifMessage {
	if s == "" {
		return nil
	}
	return &sarifMessage{Text: s}
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

// sarifFileFixes describes the fixes of d that create or delete files. A fix is
// all or nothing, so its other edits are not shown as a SARIF fix, which a
// viewer would apply without them.
func (f *Findings) sarifFileFixes(d *fixedits.Diagnostic) *sarifResultProperties {
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
	if all == nil {
		return nil
	}
	return &sarifResultProperties{FileFixes: all}
}

func sarifURIs(paths []string) []string {
	for i, path := range paths {
		paths[i] = sarifLocationOf(path).URI
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

func (f *Findings) sarifRegion(path string, start, end int) sarifRegion {
	region := sarifRegion{ByteOffset: start, ByteLength: end - start}
	if index := f.linesOf(path); index != nil {
		from, to := index.Position(start, sarifColumns), index.Position(end, sarifColumns)
		region.StartLine, region.StartColumn = from.Line, from.Column
		region.EndLine, region.EndColumn = to.Line, to.Column
	}
	return region
}

func sarifLocationOf(path string) sarifArtifactLocation {
	return sarifArtifactLocation{URI: (&url.URL{Path: path}).String()}
}

func sarifLevel(s fixedits.Severity) string {
	if s == fixedits.SeverityInfo {
		return "note"
	}
	return string(s)
}
