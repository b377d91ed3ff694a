package editor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// moving is a program that finds the word "move" in a file. Its fix is the
// edits of a test, and one of the word.
func moving(others ...fixedits.Edit) func(*editor.Options) {
	program := &pipeline.Program{
		Name: "moving", Declared: config.Name,
		Checks: func(path string) bool { return path == "a.txt" },
		Run: func(_ context.Context, mirror *external.Mirror, files []fixedits.Snapshot) (*artifact.Artifact, error) {
			text, err := mirror.Read("a.txt")
			if err != nil {
				return nil, err
			}
			a := artifact.New(artifact.Tool{Name: "moving"}, "")
			a.Snapshots = slices.Clone(files)
			var found fixedits.Collector
			if at := bytes.Index(text, []byte("move")); at >= 0 {
				edits := append([]fixedits.Edit{{Path: "a.txt", Start: at, End: at + 4, New: []byte("moved")}}, others...)
				for _, edit := range others {
					if edit.Kind == fixedits.EditCreate {
						a.Snapshots = append(a.Snapshots, fixedits.SnapshotOfAbsent(edit.Path))
						continue
					}
					content, err := mirror.Read(edit.Path)
					if err != nil {
						return nil, err
					}
					a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(edit.Path, content))
				}
				found.Add(fixedits.Diagnostic{
					Rule: "moving/word", Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: "a word", Path: "a.txt", Start: at, End: at + 4, Line: 1, Column: at + 1,
				}, fixedits.Fix{
					Rule: "moving/word", Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Title: "Move it", Edits: edits,
				})
			}
			a.Diagnostics, a.Fixes = found.Diagnostics, found.Fixes
			a.Normalize()
			return a, a.Validate()
		},
	}
	return func(opts *editor.Options) {
		opts.Programs = func(_ *workspace.Workspace, _ []string, _ func(string), run *pipeline.Options) error {
			run.Programs = append(run.Programs, program)
			return nil
		}
	}
}

// A fix of several files is one edit, of versions where a file is open, that the
// person confirms. A client that cannot make a part of it gets no edit, or no
// action.
func TestFixesOfSeveralFiles(t *testing.T) {
	second := fixedits.Edit{Path: "b.txt", Start: 0, End: 3, New: []byte("two")}
	create := fixedits.Edit{Path: "sub/c.txt", New: []byte("new\n"), Kind: fixedits.EditCreate}
	remove := fixedits.Edit{Path: "d.txt", Kind: fixedits.EditDelete}
	const (
		first     = `{"textDocument":{"version":1,"uri":"a.txt"},"edits":[{"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"newText":"moved\n"ANNOTATION}]}`
		other     = `{"textDocument":{"version":VERSION,"uri":"b.txt"},"edits":[{"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"newText":"two\n"ANNOTATION}]}`
		created   = `{"kind":"create","uri":"sub/c.txt"ANNOTATION},{"textDocument":{"version":null,"uri":"sub/c.txt"},"edits":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"new\n"ANNOTATION}]}`
		deleted   = `{"kind":"delete","uri":"d.txt"ANNOTATION}`
		unchanged = ""
	)
	withoutCreates := strings.Replace(newClient, `"resourceOperations": ["create", "rename", "delete"], `, "", 1)
	withoutAnnotations := strings.Replace(newClient, `, "changeAnnotationSupport": {}`, "", 1)
	for _, test := range []struct {
		name, capabilities string
		edits              []fixedits.Edit
		open               bool // b.txt is open, too
		want               string
		annotated          bool
	}{
		{"one file", newClient, nil, false, first, false},
		{"two files", newClient, []fixedits.Edit{second}, false, first + "," + other, true},
		{"two files, both open", newClient, []fixedits.Edit{second}, true, first + "," + other, true},
		{"a new file", newClient, []fixedits.Edit{create}, false, first + "," + created, true},
		{"a deleted file", newClient, []fixedits.Edit{remove}, false, first + "," + deleted, true},
		{"all of them", newClient, []fixedits.Edit{second, create, remove}, false, first + "," + other + "," + deleted + "," + created, true},
		{"a client without annotations", withoutAnnotations, []fixedits.Edit{create}, false, first + "," + created, false},
		{"two files and no resource operations", withoutCreates, []fixedits.Edit{second}, false, first + "," + other, true},
		{"a new file and no resource operations", withoutCreates, []fixedits.Edit{create}, false, unchanged, false},
		{"a deleted file and no resource operations", withoutCreates, []fixedits.Edit{second, remove}, false, unchanged, false},
		{"a new file and an old client", oldClient, []fixedits.Edit{create}, false, unchanged, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.txt": "move\n", "b.txt": "one\n", "d.txt": "gone\n"})
			c := connect(t, test.capabilities, dir, moving(test.edits...))
			name := filepath.Join(dir, "a.txt")
			c.open(name, "move\n")
			version := "null"
			if test.open {
				c.open(filepath.Join(dir, "b.txt"), "one\n")
				version = "1"
			}
			if got := codes(c.diagnostics(name, 1)); !slices.Equal(got, []string{"moving/word"}) {
				t.Fatalf("findings: %q", got)
			}
			got, annotations := unchanged, 0
			for _, action := range c.actions(name, protocol.Range{}) {
				if action.Title != "Move it" {
					continue
				}
				action, err := c.resolve(action)
				if err != nil {
					if !strings.Contains(err.Error(), "which this editor cannot do: use `autofix fix`") {
						t.Error(err)
					}
					continue
				}
				data, _ := json.Marshal(action.Edit.DocumentChanges)
				got = strings.TrimPrefix(strings.TrimSuffix(string(data), "]"), "[")
				got = strings.ReplaceAll(got, uri(dir)+"/", "")
				for _, annotation := range action.Edit.ChangeAnnotations {
					if annotations++; !annotation.NeedsConfirmation || annotation.Label != "Move it" {
						t.Errorf("annotation: %+v", annotation)
					}
				}
			}
			want := strings.ReplaceAll(test.want, "VERSION", version)
			mark := ""
			if test.annotated {
				mark = `,"annotationId":"autofix"`
			}
			want = strings.ReplaceAll(want, "ANNOTATION", mark)
			if diff := cmp.Diff(objects(t, want), objects(t, got)); diff != "" || (annotations > 0) != test.annotated {
				t.Errorf("%d annotations, and (-want +got):\n%s", annotations, diff)
			}
			c.shutdown()
		})
	}
}

func objects(t *testing.T, list string) (all []any) {
	t.Helper()
	if err := json.Unmarshal([]byte("["+list+"]"), &all); err != nil {
		t.Fatal(err)
	}
	return all
}
