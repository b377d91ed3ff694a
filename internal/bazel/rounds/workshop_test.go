package rounds

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A replacement is a rule that finds Old wherever it stands, and proposes New
// in its place.
type replacement struct {
	Rule, Old, New string
	Safety         fixedits.Safety   // empty: safe
	Severity       fixedits.Severity // empty: warning
	NoFix          bool
	To             string // the fix moves the file, with New in the place of Old, to this path
}

// A workshop is a workspace, and a Bazel that checks all its files with rules.
type workshop struct {
	t      *testing.T
	ws     *workspace.Workspace
	root   string
	rules  []replacement
	builds int
	before func(build int) error // called before each build, from 1; may edit files or fail
	after  func(build int)       // called after each, before anything is written
}

func newWorkshop(t *testing.T, files map[string]string, rules ...replacement) *workshop {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		(&workshop{t: t, root: root}).write(path, text)
	}
	return openWorkshop(t, root, rules...)
}

// openWorkshop returns the workshop of a workspace that is there.
func openWorkshop(t *testing.T, root string, rules ...replacement) *workshop {
	t.Helper()
	b := &workshop{t: t, root: root, rules: rules}
	var err error
	if b.ws, err = workspace.Open(b.root); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.ws.Close() })
	return b
}

func (b *workshop) write(path, text string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.root, path), []byte(text), 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// build is one target a file, and one more for the first file: files in two
// targets are the rule, not the exception.
func (b *workshop) build(ctx context.Context, _ int) (*bazel.Collection, error) {
	b.builds++
	if b.before != nil {
		if err := b.before(b.builds); err != nil {
			return nil, err
		}
	}
	collection := &bazel.Collection{Empty: []string{"//:empty"}}
	for i, path := range b.files() {
		labels := []string{"//:" + path}
		if i == 0 {
			labels = append(labels, "//:again")
		}
		for _, label := range labels {
			collection.Targets = append(collection.Targets, bazel.Target{Label: label, Files: []bazel.File{{Contents: b.check(label, path)}}})
		}
	}
	if b.after != nil {
		b.after(b.builds)
	}
	return collection, ctx.Err()
}

func (b *workshop) files() []string {
	entries, err := os.ReadDir(b.root)
	if err != nil {
		b.t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names
}

func (b *workshop) check(label, path string) []byte {
	text := b.read(path)
	a := artifact.New(artifact.Tool{Name: "replacer"}, label)
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, []byte(text))}
	for _, rule := range b.rules {
		for at := 0; ; {
			found := strings.Index(text[at:], rule.Old)
			if found < 0 {
				break
			}
			start, end := at+found, at+found+len(rule.Old)
			at = end
			d := fixedits.Diagnostic{
				Rule: rule.Rule, Phase: fixedits.PhaseSemantic, Severity: rule.Severity, Message: "found " + rule.Old,
				Path: path, Start: start, End: end, Line: 1 + strings.Count(text[:start], "\n"), Column: 1,
			}
			if d.Severity == "" {
				d.Severity = fixedits.SeverityWarning
			}
			if !rule.NoFix {
				fix := fixedits.Fix{
					Rule: rule.Rule, Phase: fixedits.PhaseSemantic, Title: "Write " + rule.New, Safety: rule.Safety,
					Confidence: fixedits.ConfidenceHigh,
					Edits:      []fixedits.Edit{{Path: path, Start: start, End: end, New: []byte(rule.New)}},
				}
				if rule.To != "" {
					moved := text[:start] + rule.New + text[end:]
					fix.Edits = []fixedits.Edit{
						{Path: path, Kind: fixedits.EditDelete}, {Path: rule.To, New: []byte(moved), Kind: fixedits.EditCreate},
					}
					a.Snapshots = append(a.Snapshots, fixedits.SnapshotOfAbsent(rule.To))
				}
				if fix.Safety == "" {
					fix.Safety = fixedits.SafetySafe
				}
				fix.ID = fixedits.ContentID(&fix)
				a.Fixes = append(a.Fixes, fix)
				d.Fixes = []string{fix.ID}
			}
			d.ID = fixedits.DiagnosticID(&d)
			a.Diagnostics = append(a.Diagnostics, d)
		}
	}
	a.Normalize()
	data, err := artifact.Marshal(a)
	if err != nil {
		b.t.Fatal(err)
	}
	return data
}

func (b *workshop) read(path string) string {
	b.t.Helper()
	data, err := os.ReadFile(filepath.Join(b.root, path))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(data)
}

func (b *workshop) texts() map[string]string {
	texts := map[string]string{}
	for _, path := range b.files() {
		texts[path] = b.read(path)
	}
	return texts
}

func (b *workshop) run(ctx context.Context, opts pipeline.Options) (*Result, error) {
	opts.Tools.Checkers, opts.Tools.Formats = builtin.Registry("test")
	return Run(ctx, b.ws, Checks{Build: b.build}, opts)
}

// outcomes returns `round rule status` of each outcome.
func outcomes(r *Result) []string {
	var all []string
	for _, o := range r.Outcomes {
		all = append(all, strings.Join([]string{string(rune('0' + o.Round)), o.Rule, string(o.Status)}, " "))
	}
	slices.Sort(all)
	return all
}

// left returns `path: message (reason)` of each finding that is left.
func left(r *Result) []string {
	var all []string
	for _, l := range r.Left {
		text := l.Path + ": " + l.Message
		if l.Reason != "" {
			text += " (" + l.Reason + ")"
		}
		all = append(all, text)
	}
	return all
}
