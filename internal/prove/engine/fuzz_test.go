package engine_test

import (
	"path"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
)

// Whatever a model answers, a proposal changes only files that a tree may have,
// and over the unchanged base.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{
		object("sum/sum.go", loop, newLoop), object("../x", "", "y"), `{"delete": ["README.md"]}`, "```diff\n" + loopDiff + "```\n",
		"sum/sum.go\n<<<<<<< SEARCH\n" + loop + "=======\n" + newLoop + ">>>>>>> REPLACE\n", "{\n{\n", `{"diff": ` + quoted(loopDiff) + `}`,
	} {
		f.Add(text, "")
	}
	f.Add("done", loopDiff)
	f.Add("done", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n")
	f.Fuzz(func(t *testing.T, text, diff string) {
		reply := engine.Reply{Text: text, Diff: diff}
		e, m := newEngine(reply, reply)
		p, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix})
		if err != nil {
			if engine.CodeOf(err) == "" || len(m.asked) > 2 {
				t.Fatalf("asked %d times: %v", len(m.asked), err)
			}
			return
		}
		if p.Change.Empty() {
			t.Fatal("an empty patch")
		}
		for _, file := range p.Change.Files {
			if path.IsAbs(file.Path) || path.Clean(file.Path) != file.Path || strings.HasPrefix(file.Path, "../") || strings.Contains("/"+file.Path, "/.git/") {
				t.Fatalf("it changes %q", file.Path)
			}
			if string(file.Before) != treeFiles[file.Path] {
				t.Fatalf("%s: the base is %q", file.Path, file.Before)
			}
		}
		// Parsing the diff of a proposal gives the same proposal.
		again, err := change.Parse(p.Change.Diff(), reader(treeFiles))
		if err != nil || again.SHA256() != p.Change.SHA256() {
			t.Fatalf("%v\n%s", err, p.Change.Diff())
		}
	})
}

func FuzzParseScript(f *testing.F) {
	f.Add(script)
	f.Add(`{"version": 1, "answers": [{"step": "fix", "text": "x"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := engine.ParseScript([]byte(text))
		if err != nil {
			if engine.CodeOf(err) != engine.BadRecording {
				t.Fatal(err)
			}
			return
		}
		q := &engine.Question{Step: engine.StepFix, Spend: func() error { return nil }}
		if reply, err := m.Ask(t.Context(), q); err == nil && reply.Text == "" && reply.Diff == "" {
			t.Fatal("an answer with nothing")
		}
	})
}
