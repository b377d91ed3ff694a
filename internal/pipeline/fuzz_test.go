package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// memory is a source of files that are not on disk.
type memory map[string]string

func (m memory) Canonical(path string) (string, error) {
	if path == "link.txt" {
		return "a.txt", nil
	}
	return path, nil
}

func (m memory) Head(path string, limit int) ([]byte, error) {
	content, err := m.Read(path)
	return content[:min(limit, len(content))], err
}

func (m memory) Read(path string) ([]byte, error) {
	text, ok := m[path]
	if !ok {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return []byte(text), nil
}

// A chooser makes choices from bytes. After these are used up, it makes the
// first choice.
type chooser []byte

func (c *chooser) below(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % n
}

var planFiles = memory{
	"a.txt":  "one two three\nfour é\r\nfive\n",
	"b.go":   "package b\n\nvar x = 1\n\nfunc f() {\n\tg(x)\n}\n",
	"c.go":   "package c\n\nvar   y = 2\n",
	"d.json": "{\n  \"a\": [1, 2],\n  \"b\": null\n}\n",
	"e.txt":  "",
}

// newPaths are paths that are not in planFiles and that fixes may create.
var newPaths = []string{"new.txt", "NEW.txt", "new.go", "new.txt/below.go", "sub/deep/new.json", "sub/new.txt", "e.txt/below"}

// artifacts returns a few that have all that makes merging hard: twins,
// alternatives, files that hang together, layout, links, checks without
// formatters, ids of their own, snapshots that differ, files that are created
// and deleted.
func (c *chooser) artifacts() []*artifact.Artifact {
	paths := append(slices.Sorted(maps.Keys(planFiles)), "link.txt")
	rules := []string{"r/one", "r/two", "format/go", "format/json"}
	texts := []string{"", "x", "\n", "  ", "var z=3\n", "{", "é", "\r\n", "one", "// c\n", "1"}
	phases := []fixedits.Phase{fixedits.PhaseStyle, fixedits.PhaseSemantic, fixedits.PhaseFormat}
	severities := []fixedits.Severity{fixedits.SeverityWarning, fixedits.SeverityInfo, fixedits.SeverityError}
	var all []*artifact.Artifact
	for range 1 + c.below(3) {
		a := artifact.New(artifact.Tool{Name: []string{"other", "autofix"}[c.below(2)]}, []string{"//a", "//b"}[c.below(2)])
		if c.below(4) == 1 {
			a.Without = []string{"format"}
		}
		sizes := map[string]int{}
		for _, path := range paths {
			text, _ := planFiles.Canonical(path)
			content := []byte(planFiles[text])
			if c.below(16) == 1 {
				content = append(content, '\n') // which makes it stale
			}
			sizes[path] = len(content)
			a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, content))
		}
		for _, path := range newPaths {
			a.Snapshots = append(a.Snapshots, fixedits.SnapshotOfAbsent(path))
		}
		for i := range 1 + c.below(6) {
			fix := fixedits.Fix{
				Rule: rules[c.below(len(rules))], Phase: phases[c.below(len(phases))], Title: fmt.Sprintf("Title %d", c.below(2)),
				Safety:     fixedits.Safeties()[c.below(4)%3], // mostly safe
				Confidence: []fixedits.Confidence{fixedits.ConfidenceHigh, fixedits.ConfidenceLow}[c.below(2)],
				Idempotent: c.below(4) == 1,
				Isolation:  []string{"", "", "", "key"}[c.below(4)],
			}
			for range 1 + c.below(3) {
				path := paths[c.below(len(paths))]
				start := c.below(sizes[path] + 1)
				end := start + c.below(min(8, sizes[path]-start+1))
				edit := fixedits.Edit{Path: path, Start: start, End: end, New: []byte(texts[c.below(len(texts))])}
				switch c.below(8) {
				case 6:
					created := newPaths[c.below(len(newPaths))]
					edit = fixedits.Edit{Path: created, New: edit.New, Kind: fixedits.EditCreate, Executable: c.below(3) == 1}
				case 7:
					edit = fixedits.Edit{Path: path, Kind: fixedits.EditDelete}
				}
				fix.Edits = append(fix.Edits, edit)
			}
			fix.ID = fixedits.ContentID(&fix)
			if c.below(4) == 1 {
				fix.ID = fmt.Sprintf("own%d", i)
			}
			a.Fixes = append(a.Fixes, fix)
		}
		for range c.below(4) {
			path := paths[c.below(len(paths))]
			d := fixedits.Diagnostic{
				Rule: rules[c.below(2)], Phase: fixedits.PhaseStyle, Severity: severities[c.below(3)],
				Message: "found", Path: path, Line: 1 + c.below(2), Column: 1,
			}
			d.ID = fixedits.DiagnosticID(&d)
			for range c.below(3) {
				if id := a.Fixes[c.below(len(a.Fixes))].ID; !slices.Contains(d.Fixes, id) {
					d.Fixes = append(d.Fixes, id)
				}
			}
			a.Diagnostics = append(a.Diagnostics, d)
		}
		a.Normalize()
		if a.Validate() == nil {
			all = append(all, a)
		}
	}
	return all
}

func planSeeds(f *testing.F) {
	random := rand.New(rand.NewPCG(2, 71))
	for size := range 60 {
		data := make([]byte, size*6)
		for i := range data {
			data[i] = byte(random.IntN(256))
		}
		f.Add(data)
	}
}

// texts returns the changed files as a run leaves them.
func after(files []fixedits.FileChange) map[string]string {
	texts := map[string]string{}
	for i := range files {
		f := &files[i]
		texts[f.Path] = fmt.Sprintf("%q, created %v, executable %v, deleted %v", f.After, f.Created, f.Executable, f.Deleted)
	}
	return texts
}

// planOf merges artifacts, in both orders, and returns the plan as it is read
// again.
func planOf(t *testing.T, source Source, artifacts []*artifact.Artifact, opts Options) *artifact.Artifact {
	t.Helper()
	var encoded [2][]byte
	for i := range encoded {
		merged, _, err := Merge(source, artifacts, opts)
		if err != nil {
			t.Fatal(err)
		}
		if encoded[i], err = artifact.Marshal(merged); err != nil {
			t.Fatal(err)
		}
		artifacts = slices.Clone(artifacts)
		slices.Reverse(artifacts)
	}
	if diff := cmp.Diff(string(encoded[0]), string(encoded[1])); diff != "" {
		t.Fatalf("the plan depends on the order of artifacts: -one +other:\n%s", diff)
	}
	plan, err := artifact.Decode(encoded[0])
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Applying the plan of some artifacts gives the bytes that applying them gives,
// and all of the plan is applied.
func FuzzPlanIsWhatFixApplies(f *testing.F) {
	planSeeds(f)
	opts := Options{Tools: tools(&rewriter{})}
	f.Fuzz(func(t *testing.T, data []byte) {
		choose := chooser(data)
		artifacts := choose.artifacts()
		direct := opts
		want, err := mergeOnce(planFiles, identified(artifacts), newRun(planFiles, direct))
		if err != nil {
			t.Fatal(err)
		}
		plan := planOf(t, planFiles, artifacts, opts)
		viaPlan := opts
		got, err := mergeOnce(planFiles, identified([]*artifact.Artifact{plan}), newRun(planFiles, viaPlan))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(after(want.Files), after(got.Files)); diff != "" {
			encoded, _ := artifact.Marshal(plan)
			t.Errorf("-artifacts +plan:\n%s\n%s", diff, encoded)
		}
		for _, o := range got.Outcomes {
			if o.Status != fixedits.StatusApplied {
				t.Errorf("%s of the plan is %s: %s", o.ID, o.Status, o.Reason)
			}
		}
	})
}

// The plan of one check does what the first round of a fix does.
func FuzzPlanIsTheFirstRound(f *testing.F) {
	planSeeds(f)
	words := []string{"one", " ", "two", "\n", "three", "é", "onetwo", "\r\n"}
	code := []string{"package a\n", "\n", "var  x=1\n", "func f( ) {}\n", "// one\n", "{", "\t", "}\n"}
	f.Fuzz(func(t *testing.T, data []byte) {
		choose := chooser(data)
		opts := Options{Rounds: 1, Tools: tools(&rewriter{rules: []rewrite{
			{rule: "r/one", from: "one", to: []string{"1", "two", "\n"}[choose.below(3)]},
			{rule: "r/two", from: "two", to: []string{"2", "one", ""}[choose.below(3)], isolation: []string{"", "key"}[choose.below(2)]},
			{rule: "r/both", from: "etwo", to: "E"},
		}})}
		files := memory{}
		for _, path := range []string{"a.txt", "b.txt", "c.go", "d.go"} {
			parts := words
			if filepath.Ext(path) == ".go" {
				parts = code
			}
			text := ""
			for range choose.below(8) {
				text += parts[choose.below(len(parts))]
			}
			files[path] = text
		}
		paths := slices.Sorted(maps.Keys(files))
		want, err := fixInMemory(context.Background(), files, paths, opts)
		if err != nil {
			t.Skip(err) // a rule that is undone
		}
		checked, err := Check(context.Background(), files, paths, "", opts)
		if err != nil {
			t.Fatal(err)
		}
		viaPlan := opts
		got, err := mergeOnce(files, identified([]*artifact.Artifact{planOf(t, files, []*artifact.Artifact{checked.Artifact}, opts)}), newRun(planFiles, viaPlan))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(after(want.Files), after(got.Files)); diff != "" {
			t.Errorf("-fix +plan:\n%s", diff)
		}
	})
}

// git apply of the difference that a merge shows makes what writing the plan
// makes: files, modes and folders. Each case has a folder of its own, so that
// git and the write run once.
func TestGitApplyMakesThePlan(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is the oracle here, and is not installed")
	}
	root, written := t.TempDir(), t.TempDir()
	random := rand.New(rand.NewPCG(31, 41))
	var patch bytes.Buffer
	var changes []workspace.Change
	made := map[string]int{}
	opts := Options{Tools: tools(&rewriter{})}
	for i := range 300 {
		data := make([]byte, 40+random.IntN(200))
		for k := range data {
			data[k] = byte(random.IntN(256))
		}
		choose := chooser(data)
		plan := planOf(t, planFiles, choose.artifacts(), opts)
		viaPlan := opts
		result, err := mergeOnce(planFiles, identified([]*artifact.Artifact{plan}), newRun(planFiles, viaPlan))
		if err != nil {
			t.Fatal(err)
		}
		dir := fmt.Sprintf("%03d/", i)
		for path, text := range planFiles {
			writeFile(t, root, dir+path, text)
			writeFile(t, written, dir+path, text)
		}
		for _, f := range result.Files {
			f.Path = dir + f.Path
			changes = append(changes, changeOf(&f))
			before, after, opts := f.Path, f.Path, textdiff.Options{}
			switch {
			case f.Created:
				before = ""
				made["created"]++
			case f.Deleted:
				after = ""
				made["deleted"]++
			default:
				made["changed"]++
			}
			if f.Executable {
				opts.Mode = "100755"
				made["executable"]++
			}
			patch.Write(textdiff.Unified(before, after, f.Before, f.After, opts))
		}
	}
	for _, what := range []string{"created", "deleted", "changed", "executable"} {
		if made[what] < 5 {
			t.Errorf("%d files are %s", made[what], what)
		}
	}
	ws, err := workspace.Open(written)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if err := ws.Write(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	git := exec.Command("git", "apply", "--whitespace=nowarn")
	git.Dir = root
	git.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	git.Stdin = &patch
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	if diff := cmp.Diff(layout(t, root), layout(t, written)); diff != "" {
		t.Errorf("-git +write:\n%s", diff)
	}
}

// layout returns the texts of a tree, with its folders and which files are
// executable.
func layout(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		if entry.IsDir() {
			all[path[len(root):]+"/"] = ""
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[path[len(root):]] = fmt.Sprintf("%v %q", info.Mode()&0o100 != 0, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
