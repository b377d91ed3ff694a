package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
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

// A distant is a checker whose fix also changes the file b.txt, or creates it.
type distant struct {
	*rewriter
	edit fixedits.Edit
}

func (d *distant) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	findings, err := d.rewriter.Check(f, s)
	for i := range findings {
		fix := &findings[i].Fixes[0]
		fix.Edits = append(fix.Edits, d.edit)
	}
	return findings, err
}

// A fix of staged files may delete one. A fix that needs a file that is not
// staged is left out, and the others are made.
func TestStagedFixesStagedFilesOnly(t *testing.T) {
	for _, test := range []struct {
		name   string
		edit   fixedits.Edit
		status fixedits.Status
		want   string // what a.txt, b.txt and c.txt have
	}{
		{"an edit", fixedits.Edit{Path: "b.txt", Start: 0, End: 1, New: []byte("n")}, fixedits.StatusForeign, "a\nb\nc\n"},
		{"a deletion", fixedits.Edit{Path: "b.txt", Kind: fixedits.EditDelete}, fixedits.StatusForeign, "a\nb\nc\n"},
		{"a creation", fixedits.Edit{Path: "new.txt", Kind: fixedits.EditCreate, New: []byte("n")}, fixedits.StatusForeign, "a\nb\nc\n"},
		{"a staged deletion", fixedits.Edit{Path: "c.txt", Kind: fixedits.EditDelete}, fixedits.StatusApplied, "x\nb\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{"a.txt": "a \n", "b.txt": "b\n", "c.txt": "c\n"})
			for _, args := range [][]string{{"init", "-q"}, {"add", "a.txt", "c.txt"}} {
				git := exec.Command("git", args...)
				git.Dir = ws.Root()
				if out, err := git.CombinedOutput(); err != nil {
					t.Skipf("git: %v\n%s", err, out)
				}
			}
			index, err := ws.Index(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			checkers, formats := builtin.Registry("test")
			checkers.Register(&distant{&rewriter{rules: []rewrite{{rule: "w/one", from: "a", to: "x"}}}, test.edit})
			result, err := Fix(context.Background(), NewStaged(index), []string{"a.txt", "c.txt"}, Options{Tools: Tools{Checkers: checkers, Formats: formats}})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, name := range []string{"a.txt", "b.txt", "c.txt", "new.txt"} {
				text, _ := os.ReadFile(filepath.Join(ws.Root(), name))
				got += string(text)
			}
			if len(result.Failed) > 0 || got != test.want {
				t.Errorf("failed: %v, %q, want %q", result.Failed, got, test.want)
			}
			for _, o := range result.Outcomes {
				if o.Rule == "w/one" && (o.Status != test.status || test.status == fixedits.StatusForeign && !strings.HasSuffix(o.Reason.Detail, ".txt is not staged")) {
					t.Errorf("%s: %v", o.Status, o.Reason)
				}
			}
		})
	}
}
