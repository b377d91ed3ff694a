package fixedits_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A row is one case of a merge table: files, fixes, and the expected result.
//
// Each fix comes from an artifact of its own, with origin "//" and its id, and
// the row is run for every order of the artifacts. With diagnostics, all fixes
// come from one artifact, and the row is run for every order of them.
type row struct {
	rule        string // the number of the rule in the design's section on merging
	name        string
	base        string            // content of the file "a"
	files       map[string]string // or several files
	fixes       []fixedits.Fix
	diagnostics []fixedits.Diagnostic
	opts        func(*fixedits.Options)

	want      string            // text of the file "a"
	wantFiles map[string]string // or of the files that change
	status    string            // "f1 applied, f2 conflict f1": id, status and who is to blame, in order of ids
	reason    string            // "f2: overlaps f1 at a:0-1", one line for each fix that the row looks at
}

// fix makes a safe semantic fix. A part is an edit, or a function that changes
// the fix.
func fix(id string, parts ...any) fixedits.Fix {
	f := fixedits.Fix{
		ID: id, Rule: "test/rule", Phase: fixedits.PhaseSemantic, Title: "Do it",
		Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
	}
	for _, p := range parts {
		switch p := p.(type) {
		case fixedits.Edit:
			f.Edits = append(f.Edits, p)
		case func(*fixedits.Fix):
			p(&f)
		default:
			panic(fmt.Sprintf("fix %s: a part of type %T", id, p))
		}
	}
	return f
}

// at makes an edit of the file "a".
func at(start, end int, text string) fixedits.Edit { return in("a", start, end, text) }

func in(path string, start, end int, text string) fixedits.Edit {
	return fixedits.Edit{Path: path, Start: start, End: end, New: []byte(text)}
}

// create makes an edit that creates a file, and remove one that deletes it.
func create(path, text string) fixedits.Edit {
	return fixedits.Edit{Path: path, New: []byte(text), Kind: fixedits.EditCreate}
}

func createProgram(path, text string) fixedits.Edit {
	e := create(path, text)
	e.Executable = true
	return e
}

func remove(path string) fixedits.Edit { return fixedits.Edit{Path: path, Kind: fixedits.EditDelete} }

func idempotent(f *fixedits.Fix) { f.Idempotent = true }
func unsafe(f *fixedits.Fix)     { f.Safety = fixedits.SafetyUnsafe }
func suggestion(f *fixedits.Fix) { f.Safety = fixedits.SafetySuggestion }
func syntax(f *fixedits.Fix)     { f.Phase = fixedits.PhaseSyntax }
func style(f *fixedits.Fix)      { f.Phase = fixedits.PhaseStyle }
func format(f *fixedits.Fix)     { f.Phase = fixedits.PhaseFormat }

func rule(name string) func(*fixedits.Fix)     { return func(f *fixedits.Fix) { f.Rule = name } }
func isolation(key string) func(*fixedits.Fix) { return func(f *fixedits.Fix) { f.Isolation = key } }

// reader returns a Read for files.
func reader(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
		}
		return []byte(text), nil
	}
}

// propose makes an artifact of fixes that were found in files.
func propose(origin string, files map[string]string, fixes ...fixedits.Fix) fixedits.Proposal {
	p := fixedits.Proposal{Origin: origin, Fixes: fixes}
	paths := map[string]bool{} // whether it is absent
	for _, f := range fixes {
		for _, e := range f.Edits {
			paths[e.Path] = e.IsCreation()
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if paths[path] {
			p.Snapshots = append(p.Snapshots, fixedits.SnapshotOfAbsent(path))
		} else {
			p.Snapshots = append(p.Snapshots, fixedits.SnapshotOf(path, []byte(files[path])))
		}
	}
	return p
}

func (r *row) proposals(order []int) []fixedits.Proposal {
	if r.diagnostics != nil {
		fixes := make([]fixedits.Fix, len(order))
		for i, o := range order {
			fixes[i] = r.fixes[o]
		}
		p := propose("//all", r.files, fixes...)
		p.Diagnostics = slices.Clone(r.diagnostics)
		if len(order) > 1 && order[0] > order[1] {
			slices.Reverse(p.Diagnostics)
		}
		return []fixedits.Proposal{p}
	}
	var all []fixedits.Proposal
	for _, o := range order {
		all = append(all, propose("//"+r.fixes[o].ID, r.files, r.fixes[o]))
	}
	return all
}

func runRows(t *testing.T, rows []row) {
	for _, r := range rows {
		t.Run("rule "+r.rule+"/"+r.name, func(t *testing.T) { r.run(t) })
	}
}

func (r *row) run(t *testing.T) {
	if r.files == nil {
		r.files = map[string]string{"a": r.base}
	}
	if r.wantFiles == nil {
		r.wantFiles = map[string]string{}
		if r.want != r.base {
			r.wantFiles["a"] = r.want
		}
	}
	opts := fixedits.Options{Read: reader(r.files)}
	if r.opts != nil {
		r.opts(&opts)
	}
	var first *fixedits.Plan
	for order := range permutations(len(r.fixes)) {
		plan, err := fixedits.Merge(r.proposals(order), opts)
		if err != nil {
			t.Fatalf("order %v: %v", order, err)
		}
		if first == nil {
			first = plan
			r.check(t, plan)
		}
		if diff := cmpDiff(first, plan); diff != "" {
			t.Fatalf("order %v gives another plan (-first +this):\n%s", order, diff)
		}
		mustMergeApart(t, plan, r.proposals(order), opts)
	}
}

func (r *row) check(t *testing.T, plan *fixedits.Plan) {
	t.Helper()
	got := map[string]string{}
	for _, f := range plan.Files {
		got[f.Path] = string(f.After)
		if f.Deleted {
			got[f.Path] = gone
		}
		if f.Executable {
			got[f.Path] = "executable: " + got[f.Path]
		}
		checkChange(t, &f)
	}
	if diff := cmp.Diff(r.wantFiles, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if got := statuses(plan); got != r.status {
		t.Errorf("statuses:\n got %s\nwant %s", got, r.status)
	}
	reasons := map[string]string{}
	for _, o := range plan.Outcomes {
		reasons[o.ID] = o.Reason.String()
		if (o.Reason == fixedits.Reason{}) != (o.Status == fixedits.StatusApplied) {
			t.Errorf("%s is %s with reason %q", o.ID, o.Status, o.Reason)
		}
		if strings.ContainsAny(o.Reason.String(), "\n") {
			t.Errorf("%s: the reason has more than one line: %q", o.ID, o.Reason)
		}
	}
	for line := range strings.Lines(r.reason) {
		id, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if reasons[id] != want {
			t.Errorf("reason of %s:\n got %s\nwant %s", id, reasons[id], want)
		}
	}
}

// gone is the text, in a table, of a file that a plan deletes.
const gone = "deleted"

// checkChange asserts what holds for every change of every plan.
func checkChange(t *testing.T, f *fixedits.FileChange) {
	t.Helper()
	if f.BeforeSHA256 != fixedits.Digest(f.Before) && !f.Created {
		t.Errorf("%s: the digest is not that of the bytes before", f.Path)
	}
	if f.Created && (f.Before != nil || f.BeforeSHA256 != "") || f.Deleted && f.After != nil || f.Created && f.Deleted {
		t.Errorf("%s: a file that is not there has bytes: %+v", f.Path, f)
	}
	if !f.Changes() || string(f.Before) == string(f.After) && !f.Created && !f.Deleted {
		t.Errorf("%s: a change that changes nothing", f.Path)
	}
	after, err := fixedits.Apply(f.Before, f.Edits)
	if err != nil {
		t.Errorf("%s: %v", f.Path, err)
	}
	if !f.Formatted && string(after) != string(f.After) {
		t.Errorf("%s: the edits make %q, the plan says %q", f.Path, after, f.After)
	}
}

func statuses(plan *fixedits.Plan) string {
	var all []string
	for _, o := range plan.Outcomes {
		s := o.ID + " " + string(o.Status)
		if o.Reason.By != "" {
			s += " " + o.Reason.By
		}
		all = append(all, s)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// permutations yields every order of n things.
func permutations(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		var from func(k int) bool
		from = func(k int) bool {
			if k == n {
				return yield(slices.Clone(order))
			}
			for i := k; i < n; i++ {
				order[k], order[i] = order[i], order[k]
				if !from(k + 1) {
					return false
				}
				order[k], order[i] = order[i], order[k]
			}
			return true
		}
		from(0)
	}
}

func TestMergeRequiresRead(t *testing.T) {
	if _, err := fixedits.Merge(nil, fixedits.Options{}); err == nil || err.Error() != "Options.Read is missing" {
		t.Errorf("got %v", err)
	}
}

func TestMergeWithoutProposals(t *testing.T) {
	plan, err := fixedits.Merge(nil, fixedits.Options{Read: reader(nil)})
	if err != nil || len(plan.Files) != 0 || len(plan.Outcomes) != 0 {
		t.Errorf("got %+v, %v", plan, err)
	}
}

func TestMergeReportsFailingFiles(t *testing.T) {
	files := map[string]string{"a": "x\n", "b": "x\n", "c": "x\n", "d": "x\n", "e": "x\n"}
	cause := errors.New("input/output error")
	opts := fixedits.Options{
		Read: func(path string) ([]byte, error) {
			switch path {
			case "a":
				return []byte("x\n"), nil
			case "b":
				return nil, fmt.Errorf("open b: %w", cause)
			}
			panic("disk on fire")
		},
		Canonical: func(path string) (string, error) {
			switch path {
			case "d":
				return "", fmt.Errorf("look up d: %w", cause)
			case "e":
				panic("no root")
			}
			return path, nil
		},
	}
	for order := range permutations(5) {
		var proposals []fixedits.Proposal
		for _, i := range order {
			path := string(rune('a' + i))
			proposals = append(proposals, propose("//"+path, files, fix("f"+path, in(path, 0, 1, "y"))))
		}
		proposals = append(proposals, propose("//", files, fix("fz", in("a", 2, 2, "z"), in("d", 0, 1, "z"))))
		plan, err := fixedits.Merge(proposals, opts)
		if err != nil {
			t.Fatal(err)
		}
		var failed []string
		for _, f := range plan.Failed {
			failed = append(failed, f.Path+": "+f.Error())
		}
		const want = "b: open b: input/output error, c: panic: disk on fire, d: look up d: input/output error, e: panic: no root"
		if got := strings.Join(failed, ", "); got != want || !errors.Is(plan.Failed[0], cause) {
			t.Errorf("order %v: failed %s\nwant %s", order, got, want)
		}
		if got := statuses(plan); got != "fa applied, fb filtered, fc filtered, fd filtered, fe filtered, fz filtered" {
			t.Errorf("order %v: %s", order, got)
		}
		for _, o := range plan.Outcomes {
			if o.Status == fixedits.StatusFiltered && o.Reason.Code != "unreadable" {
				t.Errorf("code %q, reason %q", o.Reason.Code, o.Reason)
			}
		}
		opts := opts
		opts.Atomic = true
		if plan, err = fixedits.Merge(proposals, opts); err != nil || !plan.Blocked || len(plan.Files) > 0 {
			t.Errorf("all or nothing: blocked %v, files %v, %v", plan.Blocked, plan.Files, err)
		}
	}
}

// The files of excluded fixes are not examined, so they cannot fail.
func TestFilteredFilesDoNotFail(t *testing.T) {
	files := map[string]string{"a": "x\n", "b": "x\n"}
	plan, err := fixedits.Merge([]fixedits.Proposal{propose("//a", files, fix("f1", at(0, 1, "y")), fix("f2", in("b", 0, 1, "y")))}, fixedits.Options{
		Read:      func(path string) ([]byte, error) { return nil, errors.New("disk on fire") },
		Canonical: func(path string) (string, error) { return "", errors.New("disk on fire") },
		Verdict: func(*fixedits.Fix) (fixedits.Status, fixedits.Reason) {
			return fixedits.StatusFiltered, fixedits.Reason{Code: fixedits.CodeNever}
		},
	})
	if err != nil || len(plan.Failed) > 0 {
		t.Errorf("%v, %v", plan.Failed, err)
	}
}

// cmpDiff compares errors by their words.
func cmpDiff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return "" // much faster, and equal is what fuzzed plans are
	}
	return cmp.Diff(want, got,
		cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) }))
}
