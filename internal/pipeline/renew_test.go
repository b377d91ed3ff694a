package pipeline

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// words is a checker whose fixes replace old by new. Its artifacts are of the
// tool of the built-in checkers.
func words() Options {
	return Options{Tools: tools(&rewriter{rules: []rewrite{{rule: "words/old", from: "old", to: "new"}}})}
}

// checkedAs returns the artifacts of a check of each file, as of one target
// each, and without some checkers.
func checkedAs(t *testing.T, files map[string]string, opts Options, without ...string) (all []*artifact.Artifact) {
	t.Helper()
	ws := newWorkspace(t, files)
	opts.Tools.Checkers = opts.Tools.Checkers.Without(without...)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		checked, err := Check(t.Context(), ws, []string{path}, "//:"+path, opts)
		if err != nil {
			t.Fatal(err)
		}
		checked.Artifact.Without = without
		all = append(all, checked.Artifact)
	}
	return all
}

// applied renews artifacts over files, applies them, and returns the files, and
// the statuses of fixes that were not applied.
func applied(t *testing.T, files map[string]string, artifacts []*artifact.Artifact, opts Options) (again []string, texts map[string]string, left []string) {
	t.Helper()
	ws := newWorkspace(t, files)
	renewed, err := Renew(t.Context(), ws, artifacts, opts)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Apply(t.Context(), ws, renewed.Artifacts, opts)
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for path := range files {
		texts[path] = content(t, ws, path)
	}
	for i := range result.Outcomes {
		if o := &result.Outcomes[i]; o.Status != fixedits.StatusApplied {
			left = append(left, fmt.Sprintf("%s %s %s %s", o.Status, o.Reason.Code, o.Rule, strings.Join(o.Paths, " ")))
		}
	}
	slices.Sort(left)
	return renewed.Files, texts, left
}

func TestRenew(t *testing.T) {
	was := map[string]string{"a.txt": "an old word\n", "b.txt": "old and old\n", "c.txt": "nothing\n"}
	of := func(a, b, c string) map[string]string {
		return map[string]string{"a.txt": a, "b.txt": b, "c.txt": c}
	}
	for _, test := range []struct {
		name      string
		now, want map[string]string
		again     []string
		left      []string
	}{
		{"nothing has changed", was, of("an new word\n", "new and new\n", "nothing\n"), nil, nil},
		{"a file has changed", of("an old word\n", "# old\nold and old\n", "nothing\n"), of("an new word\n", "# new\nnew and new\n", "nothing\n"), []string{"b.txt"}, nil},
		{"somebody has fixed it", of("an new word\n", "old and old\n", "nothing\n"), of("an new word\n", "new and new\n", "nothing\n"), []string{"a.txt"}, nil},
		{"a file without findings has changed", of("an old word\n", "old and old\n", "an old word\n"), of("an new word\n", "new and new\n", "an old word\n"), nil, nil},
		{"all have", of("old\n", "old\n", "old\n"), of("new\n", "new\n", "old\n"), []string{"a.txt", "b.txt"}, nil},
		{
			"a file is gone",
			map[string]string{"b.txt": "old and old\n"},
			map[string]string{"b.txt": "new and new\n"},
			nil,
			[]string{"stale gone words/old a.txt"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			again, texts, left := applied(t, test.now, checkedAs(t, was, words()), words())
			if diff := cmp.Diff(test.want, texts); diff != "" {
				t.Errorf("texts (-want +got):\n%s", diff)
			}
			if !slices.Equal(again, test.again) || !slices.Equal(left, test.left) {
				t.Errorf("checked %q again, want %q; left %q, want %q", again, test.again, left, test.left)
			}
		})
	}
}

// Anybody may write an artifact, so a file that programs run is checked here.
func TestRenewOfProtectedFiles(t *testing.T) {
	was := map[string]string{".git/hooks/notes.txt": "old\n", ".vscode/x.txt": "old\n"}
	artifacts := checkedAs(t, was, words())
	for _, a := range artifacts { // which lie
		for i := range a.Fixes {
			a.Fixes[i].Edits[0].New = []byte("rm -rf ~")
			a.Fixes[i].ID = fixedits.ContentID(&a.Fixes[i])
			a.Diagnostics[i].Fixes = []string{a.Fixes[i].ID}
		}
	}
	_, texts, _ := applied(t, was, artifacts, words())
	for path, text := range texts {
		if strings.Contains(text, "rm") {
			t.Errorf("%s: %q", path, text)
		}
	}
	if texts[".vscode/x.txt"] != "new\n" {
		t.Errorf("a check of the file itself was not applied: %q", texts)
	}
}

// A fix of several files, and a finding whose fix is elsewhere, are checked
// again as a whole.
func TestRenewOfConnectedFiles(t *testing.T) {
	was := map[string]string{"a.txt": "old\n", "b.txt": "old\n", "c.txt": "old\n", "d.txt": "old\n"}
	opts := Options{Tools: tools(&rewriter{rules: []rewrite{
		{rule: "words/old", from: "old", to: "new"}, {rule: "words/both", from: "\x00"}, {rule: "words/more", from: "\x00"}, {rule: "words/alone", from: "\x00"},
	}})}
	own := func(fixes ...proposed) []*artifact.Artifact {
		a := artifactOf(t, "//:all", was, fixes...)
		a.Tool = opts.Tools.Checkers.Tool
		return []*artifact.Artifact{identify(a)}
	}
	both := proposed{rule: "words/both", edits: []fixedits.Edit{edit("a.txt", 0, 3, "A"), edit("b.txt", 0, 3, "B")}}
	more := proposed{rule: "words/more", edits: []fixedits.Edit{edit("b.txt", 0, 0, "B"), edit("c.txt", 0, 3, "C")}}
	alone := proposed{rule: "words/alone", edits: []fixedits.Edit{edit("d.txt", 0, 3, "D")}}
	now := maps.Clone(was)
	now["a.txt"] = "# old\n"
	again, texts, left := applied(t, now, own(both, more, alone), opts)
	want := map[string]string{"a.txt": "# new\n", "b.txt": "new\n", "c.txt": "new\n", "d.txt": "D\n"}
	if diff := cmp.Diff(want, texts); diff != "" || len(left) > 0 || !slices.Equal(again, []string{"a.txt", "b.txt", "c.txt"}) {
		t.Errorf("texts (-want +got):\n%s\nchecked %q again, left %q", diff, again, left)
	}
}

// What other tools found is not replaced: their fixes are stale, and the others
// of the same file come from the new check.
func TestRenewOfOtherTools(t *testing.T) {
	was := map[string]string{"a.txt": "an old word\n", "b.txt": "an old word\n"}
	theirs := artifactOf(t, "//:b", was,
		proposed{rule: "spell/an", edits: []fixedits.Edit{edit("a.txt", 0, 2, "the")}},
		proposed{rule: "spell/an", edits: []fixedits.Edit{edit("b.txt", 0, 2, "the")}},
	)
	now := map[string]string{"a.txt": "an old word\n", "b.txt": "an old word here\n"}
	again, texts, left := applied(t, now, append(checkedAs(t, was, words()), theirs), words())
	want := map[string]string{"a.txt": "the new word\n", "b.txt": "an new word here\n"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if !slices.Equal(again, []string{"b.txt"}) || !slices.Equal(left, []string{"stale changed spell/an b.txt"}) {
		t.Errorf("checked %q again, left %q", again, left)
	}
}

// What a newer version found is kept apart, as of another tool: it is stale where
// the file has changed, and refused in files that programs run.
func TestRenewOfUnknownRules(t *testing.T) {
	was := map[string]string{"a.txt": "an old word\n", "b.txt": "an old word\n", ".vscode/x.txt": "old\n"}
	opts := words()
	newer := artifactOf(t, "//:all", was,
		proposed{rule: "words/an", edits: []fixedits.Edit{edit("a.txt", 0, 2, "the")}},
		proposed{rule: "words/an", edits: []fixedits.Edit{edit("b.txt", 0, 2, "the")}},
		proposed{rule: "words/an", edits: []fixedits.Edit{edit(".vscode/x.txt", 0, 3, "rm")}},
		proposed{rule: "words/old", edits: []fixedits.Edit{edit("b.txt", 3, 6, "new")}},
	)
	newer.Tool = artifact.Tool{Name: opts.Tools.Checkers.Tool.Name, Version: "99"}
	now := maps.Clone(was)
	now["b.txt"] = "an old word here\n"
	again, texts, left := applied(t, now, []*artifact.Artifact{identify(newer)}, opts)
	want := map[string]string{"a.txt": "the old word\n", "b.txt": "an new word here\n", ".vscode/x.txt": "old\n"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if !slices.Equal(again, []string{"b.txt"}) || !slices.Equal(left, []string{"foreign protected words/an .vscode/x.txt", "stale changed words/an b.txt"}) {
		t.Errorf("checked %q again, left %q", again, left)
	}
}

// A checker that was off for all targets of a file is off for the new check.
func TestRenewWithoutCheckers(t *testing.T) {
	was, now := map[string]string{"a.txt": "old\n", "a.go": "package a\nfunc  F() {}\n"}, map[string]string{"a.txt": "old old\n", "a.go": "package a\nfunc  F( ) {}\n"}
	opts := words()
	off := checkedAs(t, was, opts, "format")
	_, texts, _ := applied(t, now, append(checkedAs(t, was, opts, "format", "text"), off...), opts)
	if texts["a.go"] != now["a.go"] || texts["a.txt"] != "new new\n" {
		t.Errorf("with format off for all: %q", texts)
	}
	_, texts, _ = applied(t, now, append(checkedAs(t, was, opts), off...), opts)
	if texts["a.go"] != "package a\n\nfunc F() {}\n" {
		t.Errorf("with format on for one: %q", texts)
	}
}

func TestRenewRefuses(t *testing.T) {
	was := map[string]string{"a.txt": "old\n", "b.txt": "old\n"}
	for _, test := range []struct {
		name  string
		now   map[string]string
		spoil func(a *artifact.Artifact)
		want  string
	}{
		{"another repository", map[string]string{"other.txt": "old\n"}, func(*artifact.Artifact) {}, "artifact: none of its 2 files is in this workspace: it is of another repository, or --root names another folder"},
		{"another text", was, func(a *artifact.Artifact) { a.Fixes[0].Edits[0].New = []byte("evil") }, "artifact: an id in it does not belong to its content: it was changed after the check; download it again"},
		{"another place", was, func(a *artifact.Artifact) { a.Diagnostics[0].End = 4 }, "artifact: an id in it does not belong to its content: it was changed after the check; download it again"},
		{"a plan", was, func(a *artifact.Artifact) { a.Plan = true }, "artifact: it is a plan, and not what a check wrote: apply it with `autofix fix --artifact`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			artifacts := checkedAs(t, was, words())
			test.spoil(artifacts[1])
			ws := newWorkspace(t, test.now)
			_, err := Renew(t.Context(), ws, artifacts, words())
			if foreign, ok := errors.AsType[*ForeignArtifactError](err); !ok || foreign.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
	// Paths that lead out of the workspace are nobody's.
	ws := newWorkspace(t, was)
	outside := filepath.Join(filepath.Dir(ws.Root()), "outside.txt")
	if err := os.WriteFile(outside, []byte("old\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(ws.Root(), "link.txt")); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	artifacts := checkedAs(t, map[string]string{"a.txt": "old\n", "link.txt": "an old word\n"}, words())
	renewed, err := Renew(t.Context(), ws, artifacts, words())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Apply(t.Context(), ws, renewed.Artifacts, words()); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(outside); string(text) != "old\n" {
		t.Errorf("a file outside of the workspace became %q", text)
	}
}
