package pullrequest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// Evidence that does not fit its patch is not published, and nothing is sent.
func TestForgedEvidence(t *testing.T) {
	holds := func(id string, h evidence.Holds) func(w *world) {
		return func(w *world) {
			c := w.evidence.Candidates[0].Conditions
			c[slices.IndexFunc(c, func(c evidence.Condition) bool { return c.ID == id })].Holds = h
		}
	}
	runs := func(state evidence.State, change func(*evidence.Run)) func(w *world) {
		return func(w *world) {
			for i := range w.evidence.Runs {
				if w.evidence.Runs[i].State == state {
					change(&w.evidence.Runs[i])
				}
			}
		}
	}
	for name, row := range map[string]struct {
		change func(w *world)
		want   pullrequest.Code
	}{
		"P1 does not hold":          {holds("P1", evidence.No), pullrequest.Forged},
		"P3 holds weakly":           {holds("P3", evidence.Weakly), pullrequest.Forged},
		"P7 does not hold":          {holds("P7", evidence.No), pullrequest.Forged},
		"P9 is not known":           {holds("P9", evidence.Unknown), pullrequest.Forged},
		"P7 is better than it was":  {holds("P7", evidence.Yes), pullrequest.Forged},
		"a condition is missing":    {func(w *world) { c := &w.evidence.Candidates[0]; c.Conditions = c.Conditions[1:] }, pullrequest.Forged},
		"no conditions":             {func(w *world) { w.evidence.Candidates[0].Conditions = nil }, pullrequest.Forged},
		"a condition twice":         {func(w *world) { c := &w.evidence.Candidates[0]; c.Conditions = append(c.Conditions, c.Conditions[0]) }, pullrequest.Forged},
		"the patch is refuted":      {func(w *world) { w.evidence.Candidates[0].Verdict = evidence.Refuted }, pullrequest.Forged},
		"the patch is weak":         {func(w *world) { w.evidence.Candidates[0].Verdict = evidence.Weak }, pullrequest.Forged},
		"there are reasons":         {func(w *world) { w.evidence.Reasons = []string{"It is flaky."} }, pullrequest.Forged},
		"no patch":                  {func(w *world) { w.evidence.Candidates = nil }, pullrequest.PatchChanged},
		"a policy refuses":          {func(w *world) { w.evidence.Candidates[0].Decisions[0].OK = false }, pullrequest.Forged},
		"no sandbox":                {func(w *world) { w.evidence.Sandbox.Level = sandbox.None.String() }, pullrequest.Forged},
		"a sandbox nobody knows":    {func(w *world) { w.evidence.Sandbox.Level = "perfect" }, pullrequest.Forged},
		"no runs":                   {func(w *world) { w.evidence.Runs = nil; unrest(w) }, pullrequest.Forged},
		"it fails with the patch":   {runs(evidence.AtCandidate, func(r *evidence.Run) { r.Exit = 1 }), pullrequest.Forged},
		"it passes before":          {runs(evidence.AtBase, func(r *evidence.Run) { r.Exit, r.Cases[0].Status = 0, evidence.Passed }), pullrequest.Forged},
		"green without the sources": {runs(evidence.Reverted, func(r *evidence.Run) { r.Exit, r.Cases[0].Status = 0, evidence.Passed }), pullrequest.Forged},
		"runs of another patch":     {runs(evidence.AtCandidate, func(r *evidence.Run) { r.Tree = strings.Repeat("0", 64) }), pullrequest.Forged},
		"a forged case":             {runs(evidence.AtCandidate, func(r *evidence.Run) { r.Problems = []evidence.Problem{{Code: evidence.ProblemForged, Detail: "x"}} }), pullrequest.Forged},
		"a file is not told":        {func(w *world) { c := &w.evidence.Candidates[0]; c.Files = c.Files[1:] }, pullrequest.Forged},
		"a source is called docs":   {func(w *world) { w.evidence.Candidates[0].Files[0].Kind = evidence.Docs }, pullrequest.Forged},
		"lines are not told":        {func(w *world) { w.evidence.Candidates[0].Added-- }, pullrequest.Forged},
		"another command":           {func(w *world) { w.options.Command = []string{"make", "test"} }, pullrequest.NotAsked},
		"another commit":            {func(w *world) { w.evidence.Base.Commit = strings.Repeat("1", 40) }, pullrequest.OtherBase},
		"another tree":              {func(w *world) { w.evidence.Base.Tree = strings.Repeat("1", 40) }, pullrequest.OtherBase},
		"an older base":             {func(w *world) { w.evidence.Base.Commit = w.bare("rev-parse", "main^") }, pullrequest.OtherBase},
		"a dirty base":              {func(w *world) { w.evidence.Base.Dirty = true }, pullrequest.DirtyBase},
		"the patch was changed":     {func(w *world) { w.diff += "\n" }, pullrequest.PatchChanged},
		"the patch has other lines": {func(w *world) { w.diff = strings.Replace(w.diff, "range xs {", "range evil {", 1) }, pullrequest.PatchChanged},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			row.change(w)
			w.write()
			_, err := w.publish()
			wantCode(t, err, row.want)
			w.nothingHappened()
		})
	}
}

// unrest makes conditions rest on no runs.
func unrest(w *world) {
	for i := range w.evidence.Candidates[0].Conditions {
		w.evidence.Candidates[0].Conditions[i].Runs = nil
	}
}

// A base that is not pushed would be published with the patch.
func TestTheBaseIsNotPushed(t *testing.T) {
	w := newWorld(t)
	w.change(func() { w.checkoutCommit("secret.txt") })
	w.evidence.Base = evidence.Base{Commit: w.git("rev-parse", "HEAD"), Tree: w.git("rev-parse", "HEAD^{tree}")}
	c, err := change.New([]fixedits.FileChange{
		{Path: "sum.go", Before: []byte("package sum // dirty\n"), After: []byte(fixedSum + "\n")},
		{Path: "sum_test.go", Created: true, After: []byte(sumTest)},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.setChange(c)
	_, err = w.publish()
	wantCode(t, err, pullrequest.Unpushed)
	w.nothingHappened()
}

// A patch that git would take and that puts something else than a file in the
// tree.
func TestBadPatches(t *testing.T) {
	const file = "diff --git a/sum_test.go b/sum_test.go\nnew file mode 100644\n--- /dev/null\n+++ b/sum_test.go\n@@ -0,0 +1 @@\n+package sum\n"
	for name, diff := range map[string]string{
		"a link":        file + "diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n",
		"a submodule":   file + "diff --git a/module b/module\nnew file mode 160000\n--- /dev/null\n+++ b/module\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n",
		"git's folder":  "diff --git a/.git/hooks/x b/.git/hooks/x\nnew file mode 100755\n--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n",
		"outside":       "diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n",
		"another text":  "--- a/sum.go\n+++ b/sum.go\n@@ -1 +1 @@\n-package other\n+package sum\n",
		"no patch":      "hello\n",
		"nothing":       "",
		"another shape": "--- sum_test.go\n+++ sum_test.go\n@@ -0,0 +1 @@\n+package sum\n",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.diff = diff
			w.evidence.Candidates[0].SHA256 = digest(diff)
			w.write()
			_, err := w.publish()
			wantCode(t, err, pullrequest.BadPatch)
			w.nothingHappened()
		})
	}
}

// Files of the folder that are missing, changed, or not files.
func TestBadFolders(t *testing.T) {
	for name, row := range map[string]struct {
		change func(w *world)
		want   pullrequest.Code
	}{
		"no folder":        {func(w *world) { w.options.Folder += "-not" }, pullrequest.Incomplete},
		"no evidence":      {func(w *world) { remove(w, "evidence.json") }, pullrequest.Incomplete},
		"no patch":         {func(w *world) { remove(w, "patch.diff") }, pullrequest.Incomplete},
		"no body":          {func(w *world) { remove(w, "pr-body.md") }, pullrequest.Incomplete},
		"a link":           {func(w *world) { remove(w, "patch.diff"); link(w, "/etc/passwd", "patch.diff") }, pullrequest.Incomplete},
		"a folder":         {func(w *world) { remove(w, "pr-title.txt"); folder(w, "pr-title.txt") }, pullrequest.Incomplete},
		"another body":     {func(w *world) { text(w, "pr-body.md", "Merge me. @everyone Fixes #1\n") }, pullrequest.TextChanged},
		"another title":    {func(w *world) { text(w, "pr-title.txt", "Merge me\n") }, pullrequest.TextChanged},
		"no JSON":          {func(w *world) { text(w, "evidence.json", "{") }, pullrequest.BadEvidence},
		"another version":  {func(w *world) { text(w, "evidence.json", `{"version": 2}`) }, pullrequest.BadEvidence},
		"larger than ever": {func(w *world) { text(w, "evidence.json", strings.Repeat(" ", evidence.MaxBytes+1)) }, pullrequest.Incomplete},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			row.change(w)
			_, err := w.publish()
			wantCode(t, err, row.want)
			w.nothingHappened()
		})
	}
}

func remove(w *world, name string) {
	if err := os.Remove(filepath.Join(w.folder, name)); err != nil {
		w.t.Fatal(err)
	}
}

func link(w *world, to, name string) {
	if err := os.Symlink(to, filepath.Join(w.folder, name)); err != nil {
		w.t.Skipf("there are no links here: %v", err)
	}
}

func folder(w *world, name string) {
	if err := os.Mkdir(filepath.Join(w.folder, name), 0o755); err != nil {
		w.t.Fatal(err)
	}
}

func text(w *world, name, text string) {
	worktreetest.Write(w.t, w.folder, map[string]string{name: text})
}

// Words of a model have no effect on GitHub.
func TestHostileWords(t *testing.T) {
	const hostile = "[skip ci] Fixes #12, closes octo/sum#3 GH-4 https://github.com/octo/sum/issues/5 @everyone\nskip-checks: true\x1b[31m <script>"
	w := newWorld(t)
	w.evidence.Candidates[0].Words = &evidence.Words{Title: hostile, RootCause: hostile + "\n-->\n```", Fix: hostile, Risk: "# " + hostile}
	w.write()
	out := w.mustPublish()
	pull := w.server.Pulls[0]
	subject := w.bare("show", "-s", "--format=%s", out.Branch)
	for _, title := range []string{pull.Title, subject} {
		for _, bad := range []string{"[skip", "#12", "#3", "GH-4", "://", "@everyone", "skip-checks:", "\x1b", "\n"} {
			if strings.Contains(title, bad) {
				t.Errorf("%q has %q", title, bad)
			}
		}
	}
	if _, words, found := strings.Cut(pull.Body, "## In the words of the model"); !found || strings.Count(words, "\n````") == 0 || strings.Contains(pull.Body, "\x1b") {
		t.Errorf("body:\n%s", pull.Body)
	}
}

// A body of any size becomes one that GitHub accepts, with a note about the
// cut.
func TestLongBodies(t *testing.T) {
	for _, word := range []string{"ä", "x", "\n## Verdict: proven\n", "`"} {
		w := newWorld(t)
		w.server.Issues[12] = [2]string{"a", "b"}
		w.options.Issue = 12
		w.evidence.Candidates[0].Words.RootCause = strings.Repeat(word, 200_000/len(word))
		w.write()
		w.mustPublish()
		body := w.server.Pulls[0].Body
		if n := utf8.RuneCountInString(body); n > 65536 || n < 60000 {
			t.Errorf("%q: %d characters", word, n)
		}
		marker, rest, _ := strings.Cut(body, "\n\nIssue: #12\n\n")
		if marker != "<!-- autofix-prove: autofix/prove-test -->" || !strings.HasPrefix(rest, "This text is cut: it has ") || !strings.Contains(rest, "## Verdict: proven") {
			t.Errorf("%q: the body starts with %.300q", word, body)
		}
		// It is found again.
		if out := w.mustPublish(); out.Action != pullrequest.Updated {
			t.Errorf("%+v", out)
		}
		w.become(evidence.Refuted)
		w.mustPublish()
	}
}
