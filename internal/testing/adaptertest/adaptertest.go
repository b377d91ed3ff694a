// Package adaptertest runs adapters in tests.
package adaptertest

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Files are the texts of the files that a tool was given, by path.
type Files map[string]string

// Read reads the output of a tool that ran in /work/DIR, where /work is the
// root of the workspace. It fails the test if the output is malformed, and
// returns the findings and, as text, the refusals.
func Read(t testing.TB, adapter adapters.Adapter, files Files, dir, output string) (*artifact.Artifact, []string) {
	t.Helper()
	given := snapshots(files)
	result, err := adapter.Read(strings.NewReader(output), open(files, given), dir)
	if err != nil {
		t.Fatalf("the output is refused: %v", err)
	}
	found, err := result.Artifact("tool", "//a:b", given)
	if err != nil {
		t.Fatalf("the artifact is malformed: %v", err)
	}
	found.Diagnostics = slices.DeleteFunc(found.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Rule == adapters.RefusedRule })
	var refused []string
	for _, refusal := range result.Refused {
		refused = append(refused, string(refusal.Code)+": "+refusal.Error())
	}
	return found, refused
}

// Malformed returns the error for output that does not have the format.
func Malformed(t testing.TB, adapter adapters.Adapter, files Files, output string) string {
	t.Helper()
	_, err := adapter.Read(strings.NewReader(output), open(files, snapshots(files)), "")
	if err == nil {
		t.Fatalf("the output is accepted: %s", output)
	}
	return err.Error()
}

// Findings returns the findings as lines of PATH:START-END SEVERITY RULE
// MESSAGE (CATEGORY), each followed by its related places as lines of related
// PATH:START-END LINE:COLUMN MESSAGE, and by its fixes as lines of SAFETY TITLE
// and of their edits.
func Findings(found *artifact.Artifact) []string {
	byID := map[string]*fixedits.Fix{}
	for i := range found.Fixes {
		byID[found.Fixes[i].ID] = &found.Fixes[i]
	}
	var lines []string
	for _, d := range found.Diagnostics {
		lines = append(lines, fmt.Sprintf("%s:%d-%d %s %s %s", d.Path, d.Start, d.End, d.Severity, d.Rule, d.Labeled(d.Message)))
		for _, r := range d.Related {
			lines = append(lines, fmt.Sprintf("  related %s:%d-%d %d:%d %s", r.Path, r.Start, r.End, r.Line, r.Column, r.Message))
		}
		for _, id := range d.Fixes {
			lines = append(lines, fixLines(byID[id])...)
			delete(byID, id)
		}
	}
	for i := range found.Fixes {
		if fix := byID[found.Fixes[i].ID]; fix != nil {
			lines = append(lines, fixLines(fix)...)
		}
	}
	return lines
}

func fixLines(fix *fixedits.Fix) []string {
	lines := []string{fmt.Sprintf("  %s %s", fix.Safety, fix.Title)}
	for _, e := range fix.Edits {
		switch e.Kind {
		case fixedits.EditText:
			lines = append(lines, fmt.Sprintf("    %s:%d-%d %q", e.Path, e.Start, e.End, e.New))
		case fixedits.EditCreate:
			lines = append(lines, fmt.Sprintf("    %s create %q", e.Path, e.New))
		case fixedits.EditDelete:
			lines = append(lines, fmt.Sprintf("    %s delete", e.Path))
		}
	}
	return lines
}

// Check compares the lines of Findings.
func Check(t testing.TB, found *artifact.Artifact, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, Findings(found)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func snapshots(files Files) []fixedits.Snapshot {
	var given []fixedits.Snapshot
	for _, path := range slices.Sorted(maps.Keys(files)) {
		given = append(given, fixedits.SnapshotOf(path, []byte(files[path])))
	}
	return given
}

func open(files Files, given []fixedits.Snapshot) *adapters.Files {
	read := func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	return adapters.NewFiles(given, read, "/work")
}

// Fuzz reads output about one file. It fails the test if the accepted part is
// not a valid artifact.
func Fuzz(t *testing.T, adapter adapters.Adapter, path, text, output string) {
	given := snapshots(Files{path: text})
	result, err := adapter.Read(strings.NewReader(output), open(Files{path: text}, given), "")
	if err != nil {
		return
	}
	if _, err := result.Artifact("tool", "", given); err != nil {
		t.Fatalf("what is accepted is malformed: %v", err)
	}
}
