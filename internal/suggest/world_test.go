package suggest_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/suggest"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

const (
	tool   = "autofix"
	number = 7
)

var sha = strings.Repeat("a", 40)

// A fix replaces texts, each of which is in the head of a file once.
type fix struct {
	rule  string // default text/words
	title string
	phase fixedits.Phase
	edits []edit
	// change makes something else of the fix.
	change func(*fixedits.Fix)
}

// An edit replaces a text of a file. If add is set, it goes before the text.
type edit struct {
	path, old, new string
	add            bool
}

// A file has two texts.
type file struct{ path, base, head string }

// artifactOf returns the artifact of a check of the heads.
func artifactOf(t *testing.T, files []file, fixes ...fix) *artifact.Artifact {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: tool, Version: "1.0"}, "")
	texts := map[string]string{}
	for _, f := range files {
		texts[f.path] = f.head
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(f.path, []byte(f.head)))
	}
	for _, f := range fixes {
		one := fixedits.Fix{Rule: f.rule, Phase: f.phase, Title: f.title, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh}
		if one.Rule == "" {
			one.Rule = "own/words"
		}
		if one.Phase == "" {
			one.Phase = fixedits.PhaseSemantic
		}
		if one.Title == "" {
			one.Title = "Use another word"
		}
		for _, e := range f.edits {
			start := strings.Index(texts[e.path], e.old)
			if start < 0 || e.old != "" && strings.Count(texts[e.path], e.old) != 1 {
				t.Fatalf("%q is not once in %s", e.old, e.path)
			}
			end := start + len(e.old)
			if e.old == "" {
				start, end = len(texts[e.path]), len(texts[e.path])
			} else if e.add {
				end = start
			}
			one.Edits = append(one.Edits, fixedits.Edit{Path: e.path, Start: start, End: end, New: []byte(e.new)})
		}
		if f.change != nil {
			f.change(&one)
		}
		one.ID = fixedits.ContentID(&one)
		a.Fixes = append(a.Fixes, one)
		d := fixedits.Diagnostic{Rule: one.Rule, Phase: one.Phase, Severity: fixedits.SeverityWarning, Message: "a finding", Path: files[0].path, Line: 1, Column: 1, Fixes: []string{one.ID}}
		if len(one.Edits) > 0 {
			d.Path, d.Start, d.End = one.Edits[0].Path, one.Edits[0].Start, one.Edits[0].End
			at := position.At(texts[d.Path], min(d.Start, len(texts[d.Path])))
			d.Line, d.Column = at.Line, at.Column
		}
		d.ID = fixedits.DiagnosticID(&d)
		a.Diagnostics = append(a.Diagnostics, d)
	}
	a.Normalize()
	return a
}

// A world is a pull request of a fork.
type world struct {
	t       *testing.T
	server  *githubtest.Server
	options suggest.Options
}

func newWorld(t *testing.T, files []file) *world {
	t.Helper()
	s := githubtest.New(t, "octo", "sum", "")
	s.Actions = true
	place, err := github.Find("", func(name string) (string, bool) {
		if name == "GITHUB_REPOSITORY" {
			return "octo/sum", true
		}
		return s.Environment()(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	transport, err := github.REST(place, "1.0", s.Environment(), nil, 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, server: s, options: suggest.Options{
		Client: github.New(place, transport, github.Options{}), Tool: tool, Most: 3, Command: "autofix fix",
		Run: &suggest.Run{Repository: "octo/sum", Head: "stranger/sum", Branch: "patch-1", SHA: sha},
	}}
	s.Issues[number] = [2]string{"A change", ""}
	s.Pulls = []githubtest.Pull{{Number: number, Head: "patch-1", Base: "main", Open: true, Elsewhere: true}}
	w.push(sha, files)
	return w
}

// push gives the pull request another head.
func (w *world) push(sha string, files []file) {
	w.server.Set(func() {
		p := &w.server.Pulls[0]
		p.SHA, p.Files = sha, nil
		for _, f := range files {
			one := githubtest.File{Path: f.path, Status: "modified", Text: f.head}
			if f.base == "" {
				one.Status = "added"
			}
			one.Patch = patchOf(f)
			p.Files = append(p.Files, one)
		}
	})
	w.options.Run.SHA = sha
}

// patchOf returns the diff of a file as GitHub lists it: from its first hunk.
func patchOf(f file) string {
	text := textdiff.Unified("a", "a", []byte(f.base), []byte(f.head), textdiff.Options{})
	if at := bytes.Index(text, []byte("@@ ")); at >= 0 {
		return strings.TrimSuffix(string(text[at:]), "\n")
	}
	return ""
}

// publish publishes artifacts.
func (w *world) publish(artifacts ...*artifact.Artifact) *suggest.Published {
	w.t.Helper()
	w.options.Artifacts = artifacts
	out, err := suggest.Publish(w.t.Context(), w.options)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// posted returns what is at lines, and the rows of the comment, in few words.
func (w *world) posted() []string {
	w.t.Helper()
	var all []string
	for _, c := range w.server.ReviewComments {
		_, lines, found := strings.Cut(c.Body, "suggestion\n")
		if !found {
			w.t.Errorf("no suggestion: %q", c.Body)
		}
		lines = strings.TrimRight(lines, "`\n")
		all = append(all, strings.Join([]string{c.Path, lineRange(c.StartLine, c.Line), strings.ReplaceAll(lines, "\n", "|")}, " "))
	}
	for _, c := range w.server.Comments {
		for line := range strings.Lines(c.Body) {
			cells := strings.Split(strings.TrimSpace(line), " | ")
			if len(cells) == 5 && strings.HasPrefix(line, "| <code>") {
				path := strings.TrimSuffix(strings.TrimPrefix(cells[0], "| <code>"), "</code>")
				all = append(all, "comment: "+path+" "+cells[1]+" "+strings.TrimSuffix(cells[4], " |"))
			}
		}
	}
	return all
}
