//go:build conformance

package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters/sarif"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// multitool returns a function that runs Microsoft's SARIF Multitool in a
// folder.
func multitool(t *testing.T) func(dir string, args ...string) string {
	t.Helper()
	folder := os.Getenv("AUTOFIX_LINTERS")
	if folder == "" {
		install := exec.Command("../../tools/linters/install.sh")
		install.Stderr = os.Stderr
		out, err := install.Output()
		if err != nil {
			t.Fatal(err)
		}
		folder = strings.TrimSpace(string(out))
	}
	return func(dir string, args ...string) string {
		t.Helper()
		run := exec.Command(filepath.Join(folder, "sarif-multitool"), args...)
		run.Dir = dir
		run.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1") // it need not have ICU
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
}

// everyEdit returns findings with one fix each, at the place of its edit.
func everyEdit() *Findings {
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "1"}, "")
	for path, text := range hostile {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, []byte(text)))
		lines := position.New([]byte(text), position.LF)
		all := places(text)
		for i, start := range all {
			for k, end := range all[i:min(i+3, len(all))] {
				edit := fixedits.Edit{Path: path, Start: start, End: end, New: []byte(fmt.Sprintf("new 😀 %d\r\n", k))}
				fix := fixedits.Fix{Rule: "a/b", Title: "Do it", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{edit}}
				fix.ID = fixedits.ContentID(&fix)
				at := lines.Position(start, position.Columns{})
				d := fixedits.Diagnostic{
					Rule: "a/b", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "Wrong {0} {x}.", Path: path,
					Start: start, End: end, Line: at.Line, Column: at.Column, Fixes: []string{fix.ID},
				}
				d.ID = fixedits.DiagnosticID(&d)
				a.Fixes, a.Diagnostics = append(a.Fixes, fix), append(a.Diagnostics, d)
			}
		}
	}
	a.Normalize()
	return NewFindings(a, nil, func(path string) []byte { return []byte(hostile[path]) })
}

// A foreign reader takes our logs for valid and for what code scanning requires, finds the text of every place that
// has lines in the files, and the same fixes.
func TestMultitool(t *testing.T) {
	tool := multitool(t)
	dir := t.TempDir()
	for path, text := range hostile {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	findings := everyEdit()
	log, err := os.Create(filepath.Join(dir, "our.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := SARIF(log, findings); err != nil {
		t.Fatal(err)
	}
	log.Close()
	// Its launcher hands arguments to a shell.
	if out := tool(dir, "validate", "our.sarif", "--rule-kind='Sarif;Ghas'"); strings.Contains(out, "error") || strings.Contains(out, "warning") {
		t.Errorf("validate:\n%s", out)
	}
	tool(dir, "rewrite", "our.sarif", "--output=their.sarif", "--insert=RegionSnippets", "--uriBaseIds="+sarifRoot+"=file://"+filepath.ToSlash(dir)+"/")
	text, err := os.ReadFile(filepath.Join(dir, "their.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	wantSnippets(t, text, findings)
	files := maps.Clone(hostile)
	found, refused := adaptertest.Read(t, sarif.Adapter{}, files, "", strings.ReplaceAll(string(text), "file://"+filepath.ToSlash(dir)+"/", "file:///work/"))
	if len(refused) > 0 {
		t.Fatalf("refused: %.2000q", refused)
	}
	got := map[string]bool{}
	for _, fix := range found.Fixes {
		got[fmt.Sprintf("%+v", fix.Edits)] = true
	}
	for _, fix := range findings.artifact.Fixes {
		if !got[fmt.Sprintf("%+v", fix.Edits)] {
			t.Errorf("it does not have %+v", fix.Edits)
		}
	}
	if len(found.Fixes) != len(findings.artifact.Fixes) {
		t.Errorf("%d fixes, want %d", len(found.Fixes), len(findings.artifact.Fixes))
	}
}

// wantSnippets compares the snippets that a reader has put into a log with the
// texts of the findings. A region of bytes has none.
func wantSnippets(t *testing.T, text []byte, findings *Findings) {
	t.Helper()
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct {
						Region struct {
							ByteOffset *int
							Snippet    *struct{ Text string }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for i, result := range log.Runs[0].Results {
		d := &findings.artifact.Diagnostics[i]
		region := result.Locations[0].PhysicalLocation.Region
		if region.ByteOffset != nil {
			continue
		}
		want := strings.ReplaceAll(hostile[d.Path][d.Start:d.End], "\ufeff", "")
		switch {
		case region.Snippet == nil:
			t.Errorf("%q [%d, %d): no snippet", d.Path, d.Start, d.End)
		case region.Snippet.Text != want:
			t.Errorf("%q [%d, %d): it finds %q, want %q", d.Path, d.Start, d.End, region.Snippet.Text, want)
		}
		compared[d.Path]++
	}
	if paths := slices.Sorted(maps.Keys(compared)); len(paths) < len(hostile)-3 {
		t.Errorf("compared only in %q", paths)
	}
}
