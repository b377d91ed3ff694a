package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// What the editor shows in the files of a workspace is what a check of all of
// it finds, and fix-all makes of each file what a run of fix makes of it.
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
		t.Fatal(err)
	}
	fixed, err := pipeline.Preview(t.Context(), ws, checked, opts)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, d := range found.Artifact.Diagnostics {
		want = append(want, fmt.Sprint(d.Path, " ", d.Start, "-", d.End, " ", d.Rule, " ", d.Severity, " ", d.Message))
	}
	wantTexts := map[string]string{}
	for _, file := range fixed.Files {
		wantTexts[file.Path] = string(file.After)
	}

	c := connect(t, newClient, dir)
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
			got = append(got, fmt.Sprint(path, " ", start, "-", end, " ", finding.Code, " ", severities[finding.Severity], " ", finding.Message))
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

// sameMistakes compares the mistakes in the configuration of a workspace.
func sameMistakes(t *testing.T, dir string, want error) {
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, config.Name)
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c.open(name, string(content))
	var got []string
	for _, d := range c.diagnostics(name, 1) {
		got = append(got, fmt.Sprintf("%s:%d:%d: %s", config.Name, d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message))
	}
	c.shutdown()
	if diff := cmp.Diff(want.Error(), strings.Join(got, "\n")); diff != "" {
		t.Errorf("mistakes (-check +editor):\n%s", diff)
	}
}
