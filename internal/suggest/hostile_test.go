package suggest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/suggest"
)

// hostile is what a stranger writes into each word of an artifact.
const hostile = "@everyone #1 GH-2 [x](http://evil.example) <img src=x> ![x](y) | `` ``` \x1b[31m \u202e www.evil.example </code></details> <!-- autofix suggest -->"

// Whatever an artifact says, only fixes of the bytes of the head are posted, at
// lines that the change added.
func TestHostileArtifacts(t *testing.T) {
	files := []file{{"a.txt", numbered("old", 1, 9), numbered("old", 1, 9) + "x\n"}, {".github/workflows/ci.yml", "", "x: 1\n"}}
	honest := fix{edits: []edit{{path: "a.txt", old: "x", new: "y"}}}
	of := func(f fix) []*artifact.Artifact { return []*artifact.Artifact{artifactOf(t, files, f)} }
	forged := func(change func(a *artifact.Artifact)) []*artifact.Artifact {
		all := of(honest)
		change(all[0])
		return all
	}
	// of a tool of another name, whose ids are its own
	theirs := func(change func(a *artifact.Artifact)) []*artifact.Artifact {
		return forged(func(a *artifact.Artifact) { a.Tool.Name = "other"; change(a) })
	}
	long := strings.Repeat("y", 1<<20)
	const posted = "a.txt 10 y"
	for _, row := range []struct {
		name      string
		artifacts []*artifact.Artifact
		want      string // posted, a code, or "" for nothing
	}{
		{"honest", of(honest), posted},
		{"of another tool", theirs(func(*artifact.Artifact) {}), posted},
		{"twice", append(of(honest), of(honest)...), posted},
		{"another text under an id", forged(func(a *artifact.Artifact) { a.Fixes[0].Edits[0].New = []byte("evil") }), "foreign"},
		{"another rule under an id", forged(func(a *artifact.Artifact) { a.Fixes[0].Rule = "text/evil" }), "foreign"},
		{"another place of a finding", forged(func(a *artifact.Artifact) { a.Diagnostics[0].Start = 1 }), "foreign"},
		{"a plan", forged(func(a *artifact.Artifact) { a.Plan = true }), "foreign"},
		{"another hash of a file", forged(func(a *artifact.Artifact) { a.Snapshots[1].SHA256 = fixedits.Digest([]byte("evil")) }), ""},
		{"another size of a file", forged(func(a *artifact.Artifact) { a.Snapshots[1].Size = 3 }), ""},
		{"no hash of a file", forged(func(a *artifact.Artifact) { a.Snapshots = nil }), ""},
		{"two hashes of a file", forged(func(a *artifact.Artifact) {
			a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf("a.txt", []byte("evil")))
		}), ""},
		{"a file that is absent", forged(func(a *artifact.Artifact) { a.Snapshots[1] = fixedits.SnapshotOfAbsent("a.txt") }), ""},
		{"beyond the end", theirs(func(a *artifact.Artifact) { a.Fixes[0].Edits[0].End = 1 << 40 }), ""},
		{"before the start", theirs(func(a *artifact.Artifact) { a.Fixes[0].Edits[0].Start = -1 }), ""},
		{"backward", theirs(func(a *artifact.Artifact) {
			e := &a.Fixes[0].Edits[0]
			e.Start, e.End = e.End, e.Start
		}), ""},
		{"a path with dots", theirs(func(a *artifact.Artifact) {
			a.Fixes[0].Edits[0].Path, a.Snapshots[1].Path = "b/../a.txt", "b/../a.txt"
		}), ""},
		{"an absolute path", theirs(func(a *artifact.Artifact) { a.Fixes[0].Edits[0].Path, a.Snapshots[1].Path = "/a.txt", "/a.txt" }), ""},
		{"a file that the change leaves alone", theirs(func(a *artifact.Artifact) { a.Fixes[0].Edits[0].Path, a.Snapshots[1].Path = "main.go", "main.go" }), ""},
		{"the address of something else", theirs(func(a *artifact.Artifact) {
			a.Fixes[0].Edits[0].Path, a.Snapshots[1].Path = "../../user", "../../user"
		}), ""},
		{"a workflow", of(fix{edits: []edit{{path: ".github/workflows/ci.yml", old: "x: 1", new: "run: evil"}}}), "comment: .github/workflows/ci.yml 1 programs run or obey the file"},
		{"the name of a rule of layout", of(fix{rule: "text/evil", phase: fixedits.PhaseFormat, edits: []edit{{path: "a.txt", old: "old 1\n", new: "evil\n"}, {path: "a.txt", old: "x", new: "y"}}}), posted},
		{"a deletion of the file", of(fix{change: func(f *fixedits.Fix) { f.Edits = []fixedits.Edit{{Path: "a.txt", Kind: fixedits.EditDelete}} }}), ""},
		{"a creation of a file", theirs(func(a *artifact.Artifact) {
			a.Fixes[0].Edits = []fixedits.Edit{{Path: "evil.sh", Kind: fixedits.EditCreate, New: []byte("evil"), Executable: true}}
			a.Snapshots = append(a.Snapshots, fixedits.SnapshotOfAbsent("evil.sh"))
		}), ""},
		{"a megabyte", of(fix{edits: []edit{{path: "a.txt", old: "x", new: long}}}), "comment: a.txt 10 too long"},
		{"escape codes", of(fix{edits: []edit{{path: "a.txt", old: "x", new: "\x1b[31m"}}}), "comment: a.txt 10 line ends or characters that a suggestion cannot have"},
		{"a dependency on another file", theirs(func(a *artifact.Artifact) { a.Reads = []fixedits.Snapshot{fixedits.SnapshotOf("secret", nil)} }), posted},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t, files)
			w.options.Artifacts = row.artifacts
			_, err := suggest.Publish(t.Context(), w.options)
			got := strings.Join(w.posted(), "\n")
			if err != nil {
				got += codeOf(err)
			}
			if got != row.want {
				t.Errorf("got %.300q, want %q", got, row.want)
			}
			if err != nil && len(w.server.Requests(true)) > 0 {
				t.Errorf("asked %q", w.server.Requests(true))
			}
		})
	}
}

// Very many fixes take no longer than their size.
func TestManyFixes(t *testing.T) {
	const n = 50_000
	lines := strings.Repeat("x\n", n)
	files := []file{{"joined.txt", "", lines}, {"each.txt", "", lines}, {"rivals.txt", "", "x\n" + lines}}
	a := artifactOf(t, files)
	add := func(edits ...fixedits.Edit) {
		f := fixedits.Fix{Rule: "own/many", Title: "Many", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: edits}
		f.ID = fixedits.ContentID(&f)
		a.Fixes = append(a.Fixes, f)
	}
	var joined []fixedits.Edit
	for i := range n - 1 {
		joined = append(joined, fixedits.Edit{Path: "joined.txt", Start: 2*i + 1, End: 2*i + 2})
		add(fixedits.Edit{Path: "each.txt", Start: 2 * i, End: 2*i + 1, New: []byte("y")})
		add(fixedits.Edit{Path: "rivals.txt", Start: 0, End: 1, New: fmt.Append(nil, i)})
	}
	add(joined...)
	w := newWorld(t, files)
	out := w.publish(a)
	if out.Posted != 3 || !strings.HasSuffix(w.server.Comments[0].Body, " more\n") {
		t.Errorf("%+v\n%s", out, w.server.Comments[0].Body)
	}
}

// The words of a stranger do nothing on the page, and are short.
func TestHostileWords(t *testing.T) {
	files := []file{{"a.txt", "", "x\n"}, {"b|`@c #d.txt", "", strings.Repeat("x\r\n", 40)}}
	words := strings.Repeat(hostile+" ", 50)
	fixes := []fix{{rule: "own/" + words, title: words, edits: []edit{{path: "a.txt", old: "x", new: "```\n@everyone\n````suggestion\nevil\n````"}}}}
	a := artifactOf(t, files, fixes...)
	b := artifactOf(t, files)
	for i := range 40 {
		one := fixedits.Fix{Rule: "own/" + words + fmt.Sprint(i), Title: words, Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh}
		one.Edits = []fixedits.Edit{{Path: files[1].path, Start: 3 * i, End: 3*i + 1, New: []byte("y")}}
		one.ID = fixedits.ContentID(&one)
		b.Fixes = append(b.Fixes, one)
	}
	w := newWorld(t, files)
	w.publish(a, b)
	if len(w.server.ReviewComments) != 1 || len(w.server.Comments) != 1 {
		t.Fatalf("%+v\n%+v", w.server.ReviewComments, w.server.Comments)
	}
	suggestion, comment := w.server.ReviewComments[0].Body, w.server.Comments[0].Body
	const fence = "`````"
	if strings.Count(suggestion, fence) != 2 || !strings.Contains(suggestion, "\n\n"+fence+"suggestion\n```\n@everyone\n````suggestion\nevil\n````\n"+fence+"\n") {
		t.Errorf("the fence: %s", suggestion)
	}
	if len(suggestion) > 8<<10 || len(comment) > 60<<10 || !strings.HasSuffix(comment, " more\n") {
		t.Errorf("%d and %d bytes\n%s", len(suggestion), len(comment), comment)
	}
	about, _, _ := strings.Cut(suggestion, fence)
	_, rows, _ := strings.Cut(comment, "|---|---:|---|---|---|\n")
	for _, text := range []string{about, rows} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "<code>", ""), "</code>", "")
		for _, bad := range []string{"<", "[", "![", "`", "www.", "://", "\x1b", "\u202e", "@"} {
			if strings.Contains(text, bad) {
				t.Errorf("%q is there: %.500s", bad, text)
			}
		}
	}
	for line := range strings.Lines(rows) {
		if n := strings.Count(line, "|"); strings.HasPrefix(line, "|") && n != 6 {
			t.Errorf("a row has %d bars: %s", n, line)
		}
	}
	if got := slices.IndexFunc(w.server.Requests(false), func(r string) bool { return !strings.HasPrefix(r, "POST /repos/octo/sum/") }); got >= 0 {
		t.Errorf("%q", w.server.Requests(false))
	}
}
