package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// asking are checks of files in memory that need a resolver in a.txt.
type asking struct {
	*fileChecks
	t     *testing.T
	asked [][]string // the files of each check
}

func (a *asking) Check(ctx context.Context, round int, files []string) (*Found, error) {
	if round == 1 {
		files = a.files
	}
	a.asked = append(a.asked, slices.Clone(files))
	found, err := a.fileChecks.Check(ctx, round, files)
	if err != nil || round > 1 {
		return found, err
	}
	fix := fixedits.Fix{
		Rule: "r/ask", Title: "Split it", Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe,
		Confidence: fixedits.ConfidenceHigh, Resolver: &fixedits.Resolver{ID: "oracle"},
	}
	fix.ID = fixedits.ContentID(&fix)
	text, err := a.texts.Read("a.txt")
	if err != nil {
		a.t.Fatal(err)
	}
	own := artifact.New(artifact.Tool{Name: "asks"}, "")
	own.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)}
	own.Fixes = []fixedits.Fix{fix}
	found.Artifacts = append(found.Artifacts, own)
	return found, nil
}

// A file that a round creates is checked in the next one, and a deleted file no
// longer exists.
func TestRoundsInMemoryCreateAndDelete(t *testing.T) {
	source := memory{"a.txt": "all of it\n", "b.go": "package b\n"}
	opts := Options{
		Tools: tools(&rewriter{rules: []rewrite{{rule: "r/one", from: "one", to: "two"}, {rule: "r/two", from: "two", to: "2"}}}),
		Resolve: func(_ context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error) {
			text, err := source.Read("a.txt")
			if err != nil {
				return nil, err
			}
			return []Resolution{{
				ID: fixes[0].ID,
				Edits: []fixedits.Edit{
					{Path: "a.txt", Kind: fixedits.EditDelete},
					{Path: "d/new.txt", New: []byte("one\n"), Kind: fixedits.EditCreate, Executable: true},
					{Path: "d/new.go", New: []byte("package  d\n"), Kind: fixedits.EditCreate},
				},
				Snapshots: []fixedits.Snapshot{
					fixedits.SnapshotOf("a.txt", text), fixedits.SnapshotOfAbsent("d/new.txt"), fixedits.SnapshotOfAbsent("d/new.go"),
				},
			}}, nil
		},
	}
	texts := newTexts(source)
	texts.unread = map[string]error{}
	r := newRun(nil, opts)
	by := &asking{fileChecks: &fileChecks{texts: texts, files: []string{"a.txt", "b.go"}, run: r}, t: t}
	result, err := fixInRounds(context.Background(), &inMemory{texts}, by, r)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"a.txt", "b.go"}, {"a.txt", "d/new.go", "d/new.txt"}, {"d/new.txt"}, {"d/new.txt"}}
	if diff := cmp.Diff(want, by.asked); diff != "" {
		t.Errorf("checked (-want +got):\n%s", diff)
	}
	got := after(result.Files)
	wantFiles := map[string]string{
		"a.txt":     `"", created false, executable false, deleted true`,
		"d/new.go":  `"package d\n", created true, executable false, deleted false`,
		"d/new.txt": `"2\n", created true, executable true, deleted false`,
	}
	if diff := cmp.Diff(wantFiles, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, err := texts.Read("a.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted file is read: %v", err)
	}
	if _, err := texts.Head("a.txt", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted file has a head: %v", err)
	}
	if head, err := texts.Head("d/new.txt", 1); err != nil || string(head) != "2" {
		t.Errorf("head %q, %v", head, err)
	}
}

// created returns an artifact that creates a file, deletes one and edits one,
// each in a separate fix.
func created(t *testing.T, files map[string]string) *artifact.Artifact {
	t.Helper()
	a := artifactOf(t, "//a", files,
		proposed{rule: "r/edit", edits: []fixedits.Edit{edit("a.txt", 0, 1, "A")}},
		proposed{rule: "r/delete", edits: []fixedits.Edit{{Path: "d/b.txt", Kind: fixedits.EditDelete}}})
	fix := fixedits.Fix{
		Rule: "r/create", Title: "Create", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits: []fixedits.Edit{{Path: "n/new.txt", New: []byte("new\n"), Kind: fixedits.EditCreate}},
	}
	fix.ID = fixedits.ContentID(&fix)
	a.Snapshots = append(a.Snapshots, fixedits.SnapshotOfAbsent("n/new.txt"))
	a.Fixes = append(a.Fixes, fix)
	a.Normalize()
	return a
}

func TestApplyCreatesAndDeletes(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "d/b.txt": "b\n"}
	for _, by := range []policy.Policy{policy.Permissive, policy.Strict} {
		ws := newWorkspace(t, files)
		opts := Options{Tools: tools(&rewriter{}), Policy: by}
		result, err := Apply(context.Background(), ws, []*artifact.Artifact{created(t, files)}, opts)
		if err != nil || !result.Written {
			t.Fatalf("%+v, %v", result, err)
		}
		want := map[string]string{"/a.txt": `false "A\n"`, "/n/": "", "/n/new.txt": `false "new\n"`}
		if diff := cmp.Diff(want, layout(t, ws.Root())); diff != "" {
			t.Errorf("%s: -want +got:\n%s", by, diff)
		}
		// A second time, each of them is stale, and strict writes nothing.
		result, err = Apply(context.Background(), ws, []*artifact.Artifact{created(t, files)}, opts)
		if err != nil || result.Written || len(result.Blocked) > 0 != (by == policy.Strict) {
			t.Errorf("%s: %+v, %v", by, result, err)
		}
		codes := map[string]fixedits.Code{}
		for _, o := range result.Outcomes {
			codes[o.Rule] = o.Reason.Code
		}
		if want := map[string]fixedits.Code{"r/edit": "changed", "r/delete": "gone", "r/create": "exists"}; !cmp.Equal(codes, want) {
			t.Errorf("%s: codes %v, want %v", by, codes, want)
		}
	}
}

// A fix that creates a file is stale if the file appears between the merge and
// the write.
func TestApplyOverAFileThatAppears(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "d/b.txt": "b\n"}
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(&rewriter{})}
	result, err := mergeOnce(ws, identified([]*artifact.Artifact{created(t, files)}), newRun(ws, opts))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, ws.Root(), "n/new.txt", "theirs\n")
	if err := commit(context.Background(), ws.Write, result, &opts); err != nil || !result.Written {
		t.Fatalf("%+v, %v", result, err)
	}
	for _, o := range result.Outcomes {
		if stale := o.Status == fixedits.StatusStale && o.Reason.Code == fixedits.CodeExists; stale != (o.Rule == "r/create") {
			t.Errorf("%s: %s, %q", o.Rule, o.Status, o.Reason)
		}
	}
	want := map[string]string{"/a.txt": `false "A\n"`, "/n/": "", "/n/new.txt": `false "theirs\n"`}
	if diff := cmp.Diff(want, layout(t, ws.Root())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The change of a deleted file has its mode, for patches and for taking it
// back.
func TestDeletedProgramIsTakenBackAsOne(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "d/b.txt": "b\n"}
	ws := newWorkspace(t, files)
	if err := os.Chmod(ws.Root()+"/d/b.txt", 0o755); err != nil {
		t.Fatal(err)
	}
	was := layout(t, ws.Root())
	opts := Options{Tools: tools(&rewriter{})}
	result, err := Apply(context.Background(), ws, []*artifact.Artifact{created(t, files)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&onDisk{Workspace: ws}).takeBack(result.Files); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(was, layout(t, ws.Root())); diff != "" {
		t.Errorf("-was +is:\n%s", diff)
	}
}
