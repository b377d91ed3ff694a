package engine_test

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
)

// object returns the JSON of an answer with one edit.
func object(path, search, replace string) string {
	text, err := json.Marshal(map[string]any{
		"edits": []any{map[string]string{"path": path, "search": search, "replace": replace}}, "root_cause": "the loop",
		"justifications": []any{map[string]string{"path": path, "reason": "it has\nthe loop\x1b[0m"}, map[string]string{"path": "other.go", "reason": "x"}},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

const loopDiff = "--- a/sum/sum.go\n+++ b/sum/sum.go\n@@ -6 +6 @@\n-" + loop + "+" + newLoop

// after returns the texts of a change, by path.
func after(c *change.Change) map[string]string {
	texts := map[string]string{}
	for _, f := range c.Files {
		texts[f.Path] = string(f.After)
		if f.Deleted {
			texts[f.Path] = "deleted"
		}
	}
	return texts
}

var fixed = strings.Replace(treeFiles["sum/sum.go"], loop, newLoop, 1)

// The forms of answers, and what becomes of them.
func TestEdit(t *testing.T) {
	edit := object("sum/sum.go", loop, newLoop)
	fix := map[string]string{"sum/sum.go": fixed}
	for _, row := range []struct {
		name   string
		answer any
		want   map[string]string
	}{
		{"an object", edit, fix},
		{"after a notice", "The model is new.\n{\"a\": {}}\n" + edit + "\nDone.", fix},
		{"a fenced object", "Here:\n\n```json\n" + edit + "\n```\n", fix},
		{"a diff in an object", `{"diff": ` + quoted(loopDiff) + `}`, fix},
		{"a fenced diff", "```diff\n" + loopDiff + "```\n", fix},
		{"fenced blocks", "sum/sum.go\n```\n<<<<<<< SEARCH\n" + loop + "=======\n" + newLoop + ">>>>>>> REPLACE\n```\n", fix},
		{"several fenced blocks", "sum/sum.go\n```\n<<<<<<< SEARCH\n" + loop + "=======\n" + newLoop + ">>>>>>> REPLACE\n```\n" +
			"new.txt\n```\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n```\n", map[string]string{"sum/sum.go": fixed, "new.txt": "new\n"}},
		{"files that the model edited", engine.Reply{Text: "I fixed the loop.", Diff: loopDiff}, fix},
		{"files that it edited, and edits", engine.Reply{Text: object("README.md", "# sum", "x"), Diff: loopDiff}, fix},
		{"a new file", object("sum/new.go", "", "package sum"), map[string]string{"sum/new.go": "package sum\n"}},
		{"markers in a text", object("new.md", "", "Title\n=======\n"), map[string]string{"new.md": "Title\n=======\n"}},
		{"a deleted file", `{"delete": ["README.md"]}`, map[string]string{"README.md": "deleted"}},
		{"CRLF stays", object("sum/crlf.txt", "two", "three"), map[string]string{"sum/crlf.txt": "one\r\nthree\r\n"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			e, _ := newEngine(row.answer)
			p, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(row.want, after(p.Change)); d != "" {
				t.Error(d)
			}
		})
	}
}

func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// Answers that are refused. The model is asked once more, with the reason.
func TestEditRefuses(t *testing.T) {
	files := maps.Clone(treeFiles)
	maps.Copy(files, map[string]string{"link": "-> /etc/passwd", "dir": "-> sum", "broken": "broken", "secret.txt": "[redacted] a\nb\n"})
	link := "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n"
	for _, row := range []struct {
		name   string
		answer any
		code   engine.Code
		cause  patch.Code
	}{
		{"outside of the tree", object("../../etc/passwd", "", "x"), engine.BadEdits, patch.DiffBadName},
		{"an absolute path", object("/etc/passwd", "", "x"), engine.BadEdits, patch.DiffBadName},
		{"the folder of git", object(".git/hooks/post-checkout", "", "x"), engine.BadEdits, patch.DiffBadName},
		{"a name with blocks in it", object("x\n<<<<<<< DELETE\n>>>>>>> DELETE\n", "", "x"), engine.BadEdits, patch.DiffBadName},
		{"a name that is Markdown", object("`sum/sum.go`", loop, newLoop), engine.BadEdits, patch.DiffFileMissing},
		{"a deleted file outside", `{"delete": ["../x"]}`, engine.BadEdits, patch.DiffBadName},
		{"a link", object("link", "root", "x"), engine.BadEdits, patch.DiffLink},
		{"a link in a diff", `{"diff": ` + quoted(link) + `}`, engine.BadEdits, patch.DiffLink},
		{"a link that an agent made", engine.Reply{Text: "done", Diff: link}, engine.BadEdits, patch.DiffLink},
		{"below a link", object("dir/new.go", "", "x"), engine.BadEdits, patch.DiffLink},
		{"where a folder is", object("sum", "", "x"), engine.BadEdits, patch.FileAndFolder},
		{"a rename", `{"diff": "diff --git a/go.mod b/x\nrename from go.mod\nrename to x\n"}`, engine.BadEdits, patch.DiffRenames},
		{"lines that are not there", object("sum/sum.go", "nothing", "x"), engine.BadEdits, patch.EditsNotFound},
		{"a file that is not there", object("none.go", "x", "y"), engine.BadEdits, patch.DiffFileMissing},
		{"both forms", `{"delete": ["README.md"], "diff": "x"}`, engine.BadEdits, patch.EditsMalformed},
		{"nothing", `{"edits": [], "diff": " "}`, engine.BadEdits, patch.EditsNone},
		{"no change", object("sum/sum.go", loop, loop), engine.BadEdits, patch.DiffNoChanges},
		{"a text that is not shown", object("secret.txt", "b", "[redacted] b"), engine.BadEdits, patch.DiffMalformed},
		{"a file that cannot be read", object("broken", "x", "y"), engine.BadEdits, patch.DiffReadFailed},
		{"no JSON", "I cannot do that.", engine.Malformed, ""},
		{"JSON that ends too early", `{"edits": [`, engine.Malformed, ""},
		{"other types", `{"edits": "all of them"}`, engine.Malformed, ""},
		{"an array", `[]`, engine.Malformed, ""},
		{"empty", " \n", engine.Malformed, ""},
		{"many braces", strings.Repeat("{\n", 50_000), engine.Malformed, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			e, m := newEngine(row.answer, row.answer)
			p, err := e.Edit(t.Context(), task(files), engine.Ask{Goal: engine.Fix})
			if engine.CodeOf(err) != row.code {
				t.Fatalf("got %v, %v", p, err)
			}
			if cause, ok := errors.AsType[*patch.Error](err); ok != (row.cause != "") || ok && cause.Code != row.cause {
				t.Errorf("got %v, want the cause %s", err, row.cause)
			}
			if len(m.asked) != 2 || !strings.Contains(m.asked[1].Prompt, "Your last answer could not be used") {
				t.Errorf("asked %d times", len(m.asked))
			}
		})
	}
	t.Run("right when asked again", func(t *testing.T) {
		e, m := newEngine("no", object("sum/sum.go", loop, newLoop))
		if _, err := e.Edit(t.Context(), task(files), engine.Ask{Goal: engine.Fix}); err != nil || len(m.asked) != 2 {
			t.Errorf("asked %d times: %v", len(m.asked), err)
		}
	})
}

// A patch is over the base, with what the tree had over it.
func TestOver(t *testing.T) {
	testFile, base := "sum/sum_test.go", treeFiles["sum/sum_test.go"]
	over := mustChange(t,
		fixedits.FileChange{Path: testFile, Before: []byte(base), After: []byte(strings.Replace(base, "wrong", "not 3", 1))},
		fixedits.FileChange{Path: "made.txt", Created: true, After: []byte("made\n")},
		fixedits.FileChange{Path: "README.md", Deleted: true, Before: []byte(treeFiles["README.md"])})
	made := map[string]string{testFile: string(over.File(testFile).After), "made.txt": "made\n", "README.md": "deleted"}
	with := func(more map[string]string, without ...string) map[string]string {
		out := maps.Clone(made)
		maps.Copy(out, more)
		for _, name := range without {
			delete(out, name)
		}
		return out
	}
	for _, row := range []struct {
		name, answer string
		want         map[string]string
	}{
		{"another file", object("sum/sum.go", loop, newLoop), with(map[string]string{"sum/sum.go": fixed})},
		{"a changed file", object(testFile, "\t\tt.Fatal(\"not 3\")\n", "\t\tt.Fatal(\"no\")\n"), with(map[string]string{testFile: strings.Replace(base, "wrong", "no", 1)})},
		{"a changed file is as it was", object(testFile, "\t\tt.Fatal(\"not 3\")\n", "\t\tt.Fatal(\"wrong\")\n"), with(nil, testFile)},
		{"a made file", object("made.txt", "made", "more"), with(map[string]string{"made.txt": "more\n"})},
		{"a made file is gone", `{"delete": ["made.txt"]}`, with(nil, "made.txt")},
		{"a deleted file is back", object("README.md", "", "# other\n"), with(map[string]string{"README.md": "# other\n"})},
		{"a changed file is gone", `{"delete": ["sum/sum_test.go"]}`, with(map[string]string{testFile: "deleted"})},
	} {
		t.Run(row.name, func(t *testing.T) {
			e, _ := newEngine(row.answer)
			p, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix, Over: over})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(row.want, after(p.Change)); d != "" {
				t.Error(d)
			}
			for _, f := range p.Change.Files {
				if string(f.Before) != treeFiles[f.Path] {
					t.Errorf("%s: the base is %q", f.Path, f.Before)
				}
			}
		})
	}
	e, _ := newEngine(object("README.md", "x", "y"), object("README.md", "x", "y"))
	if _, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix, Over: over}); engine.CodeOf(err) != engine.BadEdits {
		t.Errorf("a deleted file: %v", err)
	}
	only := over.Only(func(f *fixedits.FileChange) bool { return f.Path == "made.txt" })
	e, _ = newEngine(`{"delete": ["made.txt"]}`, `{"delete": ["made.txt"]}`)
	if _, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix, Over: only}); engine.CodeOf(err) != engine.BadEdits {
		t.Errorf("nothing is left: %v", err)
	}
}
