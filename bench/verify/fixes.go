//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bench/monorepo"
)

// What fixes write. harmless changes a file and breaks nothing.
const (
	harmless    = "MARKLESS"
	breaksBuild = "MARK-BREAKS-BUILD"
	breaksTest  = "MARK-BREAKS-TEST"
	left, right = "MARK-LEFT", "MARK-RIGHT" // a test fails if it has both
)

// A fix writes a word into a file.
type fix struct {
	file *monorepo.File
	word string
	id   string // set by writeArtifact
}

// filesToFix returns count files, evenly over the released packages.
func filesToFix(tree *monorepo.Tree, count int) ([]*monorepo.File, error) {
	var all []*monorepo.File
	for _, p := range released(tree) {
		for i := range p.Files {
			if path.Base(p.Files[i].Path) != "BUILD.bazel" {
				all = append(all, &p.Files[i])
			}
		}
	}
	if count > len(all) {
		return nil, fmt.Errorf("%d fixes need as many files, and there are %d", count, len(all))
	}
	files := make([]*monorepo.File, count)
	for i := range files {
		files[i] = all[i*len(all)/count]
	}
	return files, nil
}

// writeArtifact writes an artifact with fixes of files as they are below root.
func writeArtifact(name, root string, fixes []fix) error {
	a := artifact.New(artifact.Tool{Name: "bench", Version: "1"}, "//:bench")
	for i := range fixes {
		f := &fixes[i]
		text, err := os.ReadFile(filepath.Join(root, f.file.Path))
		if err != nil {
			return err
		}
		at := bytes.LastIndex(text, []byte("evision ")) + len("evision ")
		end := at + bytes.IndexByte(text[at:], '.')
		made := fixedits.Fix{
			Rule: "bench/" + strings.ToLower(f.word), Title: "Change the revision", Phase: fixedits.PhaseSemantic,
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: f.file.Path, Start: at, End: end, New: []byte(f.word)}},
		}
		made.ID = fixedits.ContentID(&made)
		f.id = made.ID
		found := fixedits.Diagnostic{
			Rule: made.Rule, Phase: made.Phase, Severity: fixedits.SeverityWarning, Message: "the revision is old",
			Path: f.file.Path, Start: at, End: end, Line: 1 + bytes.Count(text[:at], []byte("\n")),
			Column: at - bytes.LastIndexByte(text[:at], '\n'), Fixes: []string{made.ID},
		}
		found.ID = fixedits.DiagnosticID(&found)
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(f.file.Path, text))
		a.Fixes, a.Diagnostics = append(a.Fixes, made), append(a.Diagnostics, found)
	}
	a.Normalize()
	data, err := artifact.Marshal(a)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// A summary is the part of the summary of a run that is read here.
type summary struct {
	Fixes []struct {
		ID, Status string
		Verdict    struct{ Kind string }
	}
	Verified struct{ Builds, Targets, Tests int }
}

func readSummary(name string) (*summary, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &summary{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}
