package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

const tooLarge = "larger than 16 MiB"

// sparse creates a large file that takes no space on disk.
func sparse(t *testing.T, ws *workspace.Workspace, name string, size int64) {
	t.Helper()
	writeFile(t, ws.Root(), name, "a\n")
	if err := os.Truncate(filepath.Join(ws.Root(), name), size); err != nil {
		t.Fatal(err)
	}
}

// A source and a text to format have the same maximum size.
func TestMaxSizeIsOne(t *testing.T) {
	if formatting.MaxSize != workspace.MaxSize {
		t.Errorf("%d and %d bytes", formatting.MaxSize, workspace.MaxSize)
	}
}

// Reading 20 GB would neither fit into memory nor finish in time.
func TestLargeFilesAreLeftAlone(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	ws := newWorkspace(t, map[string]string{"small.txt": "a\n"})
	sparse(t, ws, "large.txt", 20<<30)
	sparse(t, ws, "unknown.bin", 20<<30)
	files := []string{"large.txt", "small.txt", "unknown.bin"}
	want := []LeftAlone{{Path: "large.txt", Reason: tooLarge}}
	opts := Options{Tools: tools(r)}

	checked, err := Check(context.Background(), ws, files, "", opts)
	if err != nil || !slices.Equal(checked.LeftAlone, want) || checked.Files != 1 {
		t.Errorf("check: %+v, %v", checked, err)
	}
	named := 0
	checked, err = CheckBy(context.Background(), ws, files, func(_ context.Context, files []fixedits.Snapshot) (*artifact.Artifact, error) {
		named = len(files)
		return artifact.New(artifact.Tool{}, ""), nil
	}, opts)
	if all := append(slices.Clone(want), LeftAlone{Path: "unknown.bin", Reason: tooLarge}); err != nil || !slices.Equal(checked.LeftAlone, all) || named != 1 {
		t.Errorf("another tool: %+v, %v", checked, err)
	}
	if matching, err := Matching(context.Background(), ws, files, opts); err != nil || len(matching) != 1 {
		t.Errorf("matching: %v, %v", matching, err)
	}
	result, err := Fix(context.Background(), ws, files, opts)
	if err != nil || !slices.Equal(result.LeftAlone, want) || content(t, ws, "small.txt") != "b\n" {
		t.Errorf("fix: %+v, %v", result, err)
	}
}

// A file may have grown since the check, or the artifact may be from another
// tool.
func TestApplyLeavesLargeFilesAlone(t *testing.T) {
	files := map[string]string{"large.txt": "a\n", "small.txt": "a\n"}
	artifacts := []*artifact.Artifact{artifactOf(t, "//a", files,
		proposed{rule: "r/large", edits: []fixedits.Edit{edit("large.txt", 0, 1, "b")}},
		proposed{rule: "r/small", edits: []fixedits.Edit{edit("small.txt", 0, 1, "b")}},
	)}
	ws := newWorkspace(t, files)
	sparse(t, ws, "large.txt", 20<<30)
	result, err := Apply(context.Background(), ws, artifacts, Options{Tools: tools(&rewriter{})})
	if err != nil || !slices.Equal(result.LeftAlone, []LeftAlone{{Path: "large.txt", Reason: tooLarge}}) {
		t.Fatalf("%+v, %v", result, err)
	}
	if got := statuses(result); got["r/large"] != fixedits.StatusFiltered || got["r/small"] != fixedits.StatusApplied {
		t.Errorf("statuses: %v", got)
	}
}

func TestNamesThatAreNotUTF8AreLeftAlone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("file systems of other systems may refuse such names")
	}
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n", "odd\xff.txt": "a\n"})
	files, _, err := Files(t.Context(), ws, Named{Dir: ws.Root(), Paths: []string{"."}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Fix(context.Background(), ws, files, Options{Tools: tools(r), LeftAlone: []LeftAlone{{Path: "before", Reason: "why"}}})
	want := []LeftAlone{{Path: "before", Reason: "why"}, {Path: "odd\xff.txt", Reason: "its name is not UTF-8"}}
	if err != nil || !slices.Equal(result.LeftAlone, want) {
		t.Errorf("%+v, %v", result.LeftAlone, err)
	}
	if a, odd := content(t, ws, "a.txt"), content(t, ws, "odd\xff.txt"); a != "b\n" || odd != "a\n" {
		t.Errorf("a is %q, the odd one %q", a, odd)
	}
}

// A checker cannot be interrupted, but the run does not wait for it.
func TestRunsEndInTheMiddleOfAFile(t *testing.T) {
	for name, run := range map[string]func(context.Context, *workspace.Workspace, Options) error{
		"check": func(ctx context.Context, ws *workspace.Workspace, opts Options) error {
			_, err := Check(ctx, ws, []string{"a.txt"}, "", opts)
			return err
		},
		"fix": func(ctx context.Context, ws *workspace.Workspace, opts Options) error {
			_, err := Fix(ctx, ws, []string{"a.txt"}, opts)
			return err
		},
		"canonicalize": func(ctx context.Context, _ *workspace.Workspace, opts Options) error {
			_, err := Canonicalize(ctx, "a.txt", []byte("a\n"), opts)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			hold := make(chan struct{})
			defer close(hold)
			r := &rewriter{onCheck: func(string) { cancel(); <-hold }}
			ws := newWorkspace(t, map[string]string{"a.txt": "a\n"})
			ended := make(chan error, 1)
			go func() { ended <- run(ctx, ws, Options{Tools: tools(r)}) }()
			select {
			case err := <-ended:
				if err != context.Canceled {
					t.Errorf("error %v", err)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("it waits for the checker")
			}
		})
	}
}

// A panic of the function is a panic of the caller.
func TestUntilDonePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = UntilDone(t.Context(), func() (int, error) { panic("boom") })
}
