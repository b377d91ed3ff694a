package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestOverlay(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"disk.txt": "a\n", "both.txt": "a\n"})
	over := &Overlay{Source: ws, Texts: map[string][]byte{"both.txt": []byte("new"), "made/new.txt": []byte("x"), "large.txt": make([]byte, workspace.MaxSize+1)}}
	for path, want := range map[string]string{"disk.txt": "a\n", "both.txt": "new", "made/new.txt": "x"} {
		text, err := over.Read(path)
		if err != nil || string(text) != want {
			t.Errorf("Read(%s) = %q, %v, want %q", path, text, err, want)
		}
		head, err := over.Head(path, 1)
		if err != nil || string(head) != want[:1] {
			t.Errorf("Head(%s) = %q, %v, want %q", path, head, err, want[:1])
		}
		if name, err := over.Canonical(path); err != nil || name != path {
			t.Errorf("Canonical(%s) = %s, %v", path, name, err)
		}
	}
	if _, err := over.Read("none.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is nowhere: %v", err)
	}
	var large *workspace.SizeError
	if _, err := over.Read("large.txt"); !errors.As(err, &large) {
		t.Errorf("a text that is too large: %v", err)
	}
}

// Preview makes the texts that Fix would make of the overlay's, and writes
// nothing.
func TestPreview(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": "x\n", "b.txt": "a\n"})
	over := &Overlay{Source: ws, Texts: map[string][]byte{"a.txt": []byte("a\n"), "new.txt": []byte("a\n")}}
	opts := Options{Tools: tools(&rewriter{rules: []rewrite{{rule: "w/one", from: "a", to: "b"}, {rule: "w/two", from: "b", to: "c"}}})}
	result, err := Preview(context.Background(), over, []string{"a.txt", "b.txt", "new.txt"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, file := range result.Files {
		got = append(got, file.Path+" "+string(file.Before)+string(file.After))
	}
	if want := "a.txt a\nc\n,b.txt a\nc\n,new.txt a\nc\n"; strings.Join(got, ",") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if result.Written || content(t, ws, "a.txt") != "x\n" || content(t, ws, "b.txt") != "a\n" {
		t.Error("something was written")
	}
}

// Only narrows a run to single fixes.
func TestOnly(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": "a d\n"})
	opts := Options{Tools: tools(&rewriter{rules: []rewrite{{rule: "w/one", from: "a", to: "b"}, {rule: "w/two", from: "d", to: "e"}}})}
	checked, err := Check(context.Background(), ws, []string{"a.txt"}, "", opts)
	if err != nil {
		t.Fatal(err)
	}
	for i := range checked.Artifact.Fixes {
		fix := &checked.Artifact.Fixes[i]
		opts.Only = map[string]bool{fix.ID: true}
		result, err := Preview(context.Background(), ws, []string{"a.txt"}, opts)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"w/one": "b d\n", "w/two": "a e\n"}[fix.Rule]
		if len(result.Files) != 1 || string(result.Files[0].After) != want {
			t.Errorf("only %s: %v, want %q", fix.Rule, result.Files, want)
		}
	}
}
