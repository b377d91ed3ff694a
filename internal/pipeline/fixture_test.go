package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A rewriter is a checker of *.txt whose rules replace words: each has one
// finding with a fix for every occurrence.
type rewriter struct {
	rules   []rewrite
	onCheck func(path string) // called before each check; may be nil
}

// A rewrite replaces a word by another. An empty to has findings without fixes.
type rewrite struct {
	rule      string
	from, to  string
	severity  fixedits.Severity
	safety    fixedits.Safety
	isolation string
	security  bool
}

func (*rewriter) Name() string { return "rewriter" }

func (r *rewriter) Rules() []checks.Rule {
	var rules []checks.Rule
	seen := map[string]bool{}
	for _, w := range r.rules {
		if seen[w.rule] {
			continue
		}
		seen[w.rule] = true
		rule := checks.Rule{
			Name: w.rule, Summary: "A rewrite", Phase: fixedits.PhaseStyle, Severity: w.severity, Safety: w.safety, Security: w.security,
		}
		if rule.Severity == "" {
			rule.Severity = fixedits.SeverityWarning
		}
		if rule.Safety == "" {
			rule.Safety = fixedits.SafetySafe
		}
		rules = append(rules, rule)
	}
	return rules
}

func (*rewriter) Match(f checks.File, _ *config.Config) bool {
	return strings.HasSuffix(f.Path, ".txt")
}

func (r *rewriter) Check(f checks.File, _ checks.Settings) ([]checks.Finding, error) {
	if r.onCheck != nil {
		r.onCheck(f.Path)
	}
	var findings []checks.Finding
	for _, w := range r.rules {
		for at := 0; ; {
			i := bytes.Index(f.Content[at:], []byte(w.from))
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(w.from)
			finding := checks.Finding{Rule: w.rule, Message: w.from + " is found", Start: start, End: at}
			if w.to != "" {
				edit := fixedits.Edit{Path: f.Path, Start: start, End: at, New: []byte(w.to)}
				finding.Fixes = []fixedits.Fix{{Title: "Write " + w.to, Edits: []fixedits.Edit{edit}, Isolation: w.isolation}}
			}
			findings = append(findings, finding)
		}
	}
	return findings, nil
}

// tools returns the pipeline's tools with one rewriter beside the built-in
// checkers.
func tools(r *rewriter) Tools {
	checkers, formats := builtin.Registry("test")
	checkers.Register(r)
	return Tools{Checkers: checkers, Formats: formats}
}

// newWorkspace returns a workspace with files.
func newWorkspace(t testing.TB, files map[string]string) *workspace.Workspace {
	t.Helper()
	root := t.TempDir()
	for path, content := range files {
		writeFile(t, root, path, content)
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

func writeFile(t testing.TB, root, path, content string) {
	t.Helper()
	name := filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// content returns the current text of a file.
func content(t *testing.T, ws *workspace.Workspace, path string) string {
	t.Helper()
	text, err := ws.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A proposed is a fix of an artifact that a test writes by hand.
type proposed struct {
	rule     string
	safety   fixedits.Safety
	phase    fixedits.Phase
	severity fixedits.Severity
	edits    []fixedits.Edit
}

// artifactOf returns an artifact over files with a finding for each fix.
func artifactOf(t testing.TB, origin string, files map[string]string, fixes ...proposed) *artifact.Artifact {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: "test"}, origin)
	for path, text := range files {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, []byte(text)))
	}
	for _, p := range fixes {
		fix := fixedits.Fix{
			Rule: p.rule, Phase: p.phase, Safety: p.safety, Title: "Do " + p.rule, Confidence: fixedits.ConfidenceHigh, Edits: p.edits,
		}
		if fix.Phase == "" {
			fix.Phase = fixedits.PhaseStyle
		}
		if fix.Safety == "" {
			fix.Safety = fixedits.SafetySafe
		}
		fix.ID = fixedits.ContentID(&fix)
		a.Fixes = append(a.Fixes, fix)
		d := fixedits.Diagnostic{
			Rule: p.rule, Phase: fix.Phase, Severity: p.severity, Message: "found by " + p.rule,
			Path: p.edits[0].Path, Start: p.edits[0].Start, End: p.edits[0].End, Line: 1, Column: p.edits[0].Start + 1,
			Fixes: []string{fix.ID},
		}
		if d.Severity == "" {
			d.Severity = fixedits.SeverityWarning
		}
		d.ID = fixedits.DiagnosticID(&d)
		a.Diagnostics = append(a.Diagnostics, d)
	}
	a.Normalize()
	encoded, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Decode(encoded); err != nil {
		t.Fatalf("the test's own artifact: %v", err)
	}
	return a
}

func edit(path string, start, end int, text string) fixedits.Edit {
	return fixedits.Edit{Path: path, Start: start, End: end, New: []byte(text)}
}

// statuses returns the status of each rule's fix, in the last round that
// decided it.
func statuses(r *Result) map[string]fixedits.Status {
	byRule := map[string]fixedits.Status{}
	for i := range r.Outcomes {
		byRule[r.Outcomes[i].Rule] = r.Outcomes[i].Status
	}
	return byRule
}

func leftRules(r *Result) []string {
	var rules []string
	for i := range r.Left {
		rules = append(rules, r.Left[i].Rule)
	}
	return rules
}
