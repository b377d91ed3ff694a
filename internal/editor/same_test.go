package editor_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// The editor shows the findings of a check of the whole workspace, and fix-all
// makes the texts that a run of fix makes.
func TestSameAsCheckAndFix(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, file := range archive.Files {
				if !strings.HasPrefix(file.Name, "@") {
					files[file.Name], _ = split(escapes.Replace(string(file.Data)))
				}
			}
			sameAsCheckAndFix(t, tree(t, files))
		})
	}
}

func sameAsCheckAndFix(t *testing.T, dir string) {
	ws, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	opts := pipeline.Options{Tools: options().Tools}
	named := pipeline.Named{Dir: dir, Paths: []string{"."}}
	all, _, err := pipeline.Files(t.Context(), ws, named, nil)
	if err != nil {
		t.Fatal(err)
	}
	if opts.Config, err = pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, all, opts.Tools); err != nil {
		sameMistakes(t, dir, err)
		return
	}
	checked, _ := pipeline.Included(ws, named, all, opts.Config)
	found, err := pipeline.Check(t.Context(), ws, checked, "", opts)
	if err != nil {
		sameError(t, dir, all, err)
		return
	}
	fixed, err := pipeline.Preview(t.Context(), ws, checked, opts)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, d := range found.Artifact.Diagnostics {
		want = append(want, fmt.Sprint(d.ID, " ", d.Path, " ", d.Start, "-", d.End, " ", d.Rule, " ", d.Severity, " ", d.Message))
	}
	wantTexts := map[string]string{}
	for _, file := range fixed.Files {
		wantTexts[file.Path] = string(file.After)
	}

	c := connect(t, newClient, dir)
	var wantIDs, gotIDs []string
	for _, d := range found.Artifact.Diagnostics {
		wantIDs = append(wantIDs, d.ID)
	}
	reports, _ := c.pullAll(dir, nil)
	for _, report := range reports {
		for _, finding := range report.Items {
			gotIDs = append(gotIDs, idOf(finding))
		}
	}
	slices.Sort(wantIDs)
	slices.Sort(gotIDs)
	if diff := cmp.Diff(wantIDs, gotIDs); diff != "" {
		t.Errorf("findings of the workspace (-check +editor):\n%s", diff)
	}
	var got []string
	gotTexts := map[string]string{}
	severities := map[protocol.DiagnosticSeverity]string{1: "error", 2: "warning", 3: "info"}
	for _, path := range all {
		name := filepath.Join(dir, path)
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		mark := ""
		if strings.HasPrefix(string(content), text.Mark) {
			mark = text.Mark
		}
		shown := strings.TrimPrefix(string(content), mark)
		c.open(name, shown)
		d := text.Open(shown, mark != "", c.encoding)
		for _, finding := range c.diagnostics(name, 1) {
			start, end := d.Offsets(finding.Range)
			if start == len(mark) {
				start = 0 // the editor's text begins after the mark
			}
			got = append(got, fmt.Sprint(idOf(finding), " ", path, " ", start, "-", end, " ", finding.Code, " ", severities[finding.Severity], " ", finding.Message))
		}
		for _, action := range c.actions(name, protocol.Range{}, "source.fixAll.autofix") {
			action, err := c.resolve(action)
			if err != nil {
				t.Fatal(err)
			}
			if after := c.apply(action.Edit, name, shown, gotTexts); after != shown {
				gotTexts[path] = mark + after
			}
		}
	}
	c.shutdown()
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-check +editor):\n%s", diff)
	}
	if diff := cmp.Diff(wantTexts, gotTexts); diff != "" {
		t.Errorf("texts (-fix +editor):\n%s", diff)
	}
}

// idOf returns the id of a finding.
func idOf(d protocol.Diagnostic) (id string) {
	_ = json.Unmarshal(d.Data, &id)
	return id
}

// sameError looks for the error of a check, such as of the configuration of
// another tool, in the files that it concerns.
func sameError(t *testing.T, dir string, all []string, want error) {
	c := connect(t, newClient, dir)
	shown := false
	for _, path := range all {
		name := filepath.Join(dir, path)
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.open(name, string(content))
		shown = shown || slices.ContainsFunc(c.diagnostics(name, 1), func(d protocol.Diagnostic) bool { return d.Message == want.Error() })
	}
	c.shutdown()
	if !shown {
		t.Errorf("no file shows: %v", want)
	}
}

// sameMistakes compares the mistakes in the configuration of a workspace.
func sameMistakes(t *testing.T, dir string, want error) {
	c := connect(t, newClient, dir)
	var got []string
	all, _ := c.pullAll(dir, nil)
	for _, report := range all {
		for _, d := range report.Items {
			line := strings.TrimPrefix(report.URI, uri(dir)+"/")
			if d.Range != (protocol.Range{}) {
				line += fmt.Sprintf(":%d:%d", d.Range.Start.Line+1, d.Range.Start.Character+1)
			}
			got = append(got, line+": "+d.Message)
		}
	}
	c.shutdown()
	if diff := cmp.Diff(want.Error(), strings.Join(got, "\n")); diff != "" {
		t.Errorf("mistakes (-check +editor):\n%s", diff)
	}
}

// The same holds for the trees on which the commands are tested.
func TestSameInGoldenTrees(t *testing.T) {
	sameInTrees(t, "../../cmd/autofix/testdata/golden/*/in")
}

// The same holds for the workspaces on which a real Bazel is tested.
func TestSameInWorkspaces(t *testing.T) {
	if _, err := os.Stat("../../examples"); err != nil {
		t.Skip("Bazel ignores these folders, so a test that it runs does not have them: ", err)
	}
	for _, glob := range []string{"../../examples/*", "../../e2e/smoke", "../../e2e/testdata/*"} {
		sameInTrees(t, glob)
	}
}

func sameInTrees(t *testing.T, glob string) {
	dirs, err := filepath.Glob(glob)
	if err != nil || len(dirs) == 0 {
		t.Fatal("no trees", err)
	}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(dir), "../../"), func(t *testing.T) {
			files := map[string]string{}
			err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				content, err := os.ReadFile(name)
				if !utf8.Valid(content) {
					return err // a client cannot send these bytes
				}
				path, _ := filepath.Rel(dir, strings.TrimSuffix(name, ".in"))
				files[path] = string(content)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			sameAsCheckAndFix(t, tree(t, files))
		})
	}
}
