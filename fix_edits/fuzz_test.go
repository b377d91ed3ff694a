package fixedits_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// addSeeds adds inputs that make scenarios of all sizes. They are random, and
// the same each time.
func addSeeds(f *testing.F, extra ...any) {
	random := rand.New(rand.NewPCG(3, 14))
	for size := range 40 {
		data := make([]byte, size*6)
		for i := range data {
			data[i] = byte(random.IntN(256))
		}
		f.Add(append([]any{data}, extra...)...)
	}
}

func inOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

func mustMerge(t *testing.T, proposals []fixedits.Proposal, opts fixedits.Options) *fixedits.Plan {
	t.Helper()
	plan, err := fixedits.Merge(proposals, opts)
	if err != nil {
		t.Fatal(err)
	}
	mustMergeApart(t, plan, proposals, opts)
	for i := range plan.Files {
		checkChange(t, &plan.Files[i])
	}
	return plan
}

// Merge agrees with a literal implementation of the rules.
func FuzzMergeFollowsTheRules(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScenario(data)
		plan := mustMerge(t, s.proposals(inOrder(len(s.fixes))), s.options())
		wantStatuses, wantTexts := naiveMerge(s)
		got := map[string]fixedits.Status{}
		for _, o := range plan.Outcomes {
			if _, ok := got[o.ID]; ok {
				t.Errorf("%s has two outcomes", o.ID)
			}
			got[o.ID] = o.Status
		}
		texts := maps.Clone(s.files)
		for _, f := range plan.Files {
			texts[f.Path] = string(f.After)
			if f.Deleted {
				delete(texts, f.Path)
			}
		}
		if diff := cmpDiff(wantStatuses, got); diff != "" {
			t.Errorf("%q\n%+v\nstatuses (-rules +merge):\n%s", s.files, s.fixes, diff)
		}
		if diff := cmpDiff(wantTexts, texts); diff != "" {
			t.Errorf("%q\n%+v\ntexts (-rules +merge):\n%s", s.files, s.fixes, diff)
		}
	})
}

// The plan does not depend on the order of artifacts, nor on how many there are
// for one origin, nor on the order in them; with a parser, a formatter and
// alternatives as well.
func FuzzMergeIsIndependentOfOrder(f *testing.F) {
	addSeeds(f, uint64(7))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		s := newScenario(data)
		random := rand.New(rand.NewPCG(seed, 1))
		s.format(random)
		opts := s.withTools(seed)
		diagnostics := s.diagnostics(random)
		want := mustMerge(t, s.byOrigin(inOrder(len(s.fixes)), diagnostics), opts)
		for range 4 {
			order := random.Perm(len(s.fixes))
			random.Shuffle(len(diagnostics), func(i, j int) { diagnostics[i], diagnostics[j] = diagnostics[j], diagnostics[i] })
			proposals := s.byOrigin(order, diagnostics)
			random.Shuffle(len(proposals), func(i, j int) { proposals[i], proposals[j] = proposals[j], proposals[i] })
			if diff := cmpDiff(want, mustMerge(t, proposals, opts)); diff != "" {
				t.Fatalf("%q\n%+v\norder %v (-want +got):\n%s", s.files, s.fixes, order, diff)
			}
		}
	})
}

// The outcome of each fix does not depend on whether the plan has the changed
// files.
func FuzzOutcomesNeedNoFiles(f *testing.F) {
	addSeeds(f, uint64(6))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		s := newScenario(data)
		s.format(rand.New(rand.NewPCG(seed, 1)))
		opts := s.withTools(seed)
		proposals := s.proposals(inOrder(len(s.fixes)))
		want := mustMerge(t, proposals, opts)
		opts.NoFiles = true
		got := mustMerge(t, proposals, opts)
		if len(got.Files) > 0 {
			t.Errorf("files: %v", got.Files)
		}
		for _, plan := range []*fixedits.Plan{want, got} {
			plan.Files = nil
			for i := range plan.Outcomes {
				if o := &plan.Outcomes[i]; o.Status == fixedits.StatusSuperseded {
					o.Reason = fixedits.Reason{} // which tells what the formatter did
				}
			}
		}
		if diff := cmpDiff(want, got); diff != "" {
			t.Errorf("%q\n%+v\noutcomes (-with files +without):\n%s", s.files, s.fixes, diff)
		}
	})
}

// allStatuses are the statuses of rule 13.
var allStatuses = []fixedits.Status{
	fixedits.StatusApplied, fixedits.StatusDuplicate, fixedits.StatusSubsumed, fixedits.StatusSuperseded,
	fixedits.StatusDeferred, fixedits.StatusConflict, fixedits.StatusStale, fixedits.StatusForeign,
	fixedits.StatusFiltered, fixedits.StatusUnresolved, fixedits.StatusInvalid, fixedits.StatusBrokeSyntax, fixedits.StatusBrokeValue,
}

// Every fix has one status, and the applied fixes alone make the same plan.
func FuzzPlanIsItsAppliedFixes(f *testing.F) {
	addSeeds(f, false)
	f.Fuzz(func(t *testing.T, data []byte, parse bool) {
		s := newScenario(data)
		opts := s.options()
		if parse {
			brackets(&opts)
		}
		plan := mustMerge(t, s.proposals(inOrder(len(s.fixes))), opts)

		statuses := map[string]fixedits.Status{}
		for _, o := range plan.Outcomes {
			statuses[o.ID] = o.Status
			if !slices.Contains(allStatuses, o.Status) {
				t.Errorf("%s: unknown status %q", o.ID, o.Status)
			}
		}
		if len(plan.Outcomes) != len(s.fixes) || len(statuses) != len(s.fixes) {
			t.Fatalf("%d fixes have %d outcomes, of %d", len(s.fixes), len(plan.Outcomes), len(statuses))
		}
		var applied []int
		for i := range s.fixes {
			if statuses[s.fixes[i].ID] == fixedits.StatusApplied {
				applied = append(applied, i)
			}
		}
		for _, o := range plan.Outcomes {
			switch o.Status {
			case fixedits.StatusConflict, fixedits.StatusDeferred:
				if statuses[o.Reason.By] != fixedits.StatusApplied {
					t.Errorf("%s is %s by %s, which is %s", o.ID, o.Status, o.Reason.By, statuses[o.Reason.By])
				}
			}
		}
		if parse {
			for i := range plan.Files {
				f := &plan.Files[i]
				if parsed(opts, f.Path, f.Before) && !parsed(opts, f.Path, f.After) {
					t.Errorf("%q parsed, and now is %q", f.Before, f.After)
				}
			}
		}
		again := mustMerge(t, s.proposals(applied), s.options())
		if again.Count(fixedits.StatusApplied) != len(applied) {
			t.Errorf("alone, not all of the applied fixes are: %v", again.Outcomes)
		}
		if diff := cmpDiff(plan.Files, again.Files); diff != "" {
			t.Errorf("%q\n%+v\nalone, the applied fixes make something else (-plan +alone):\n%s", s.files, s.fixes, diff)
		}
	})
}

func parsed(opts fixedits.Options, path string, text []byte) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return opts.Parse(path, text) == nil
}

// A plan that was written cannot be applied a second time: every fix of a file
// that it changed is stale.
func FuzzPlanTwiceIsStale(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScenario(data)
		proposals := s.proposals(inOrder(len(s.fixes)))
		first := mustMerge(t, proposals, s.options())
		changed := map[string]bool{}
		for _, f := range first.Files {
			changed[f.Path] = true
			s.files[f.Path] = string(f.After)
			if f.Deleted {
				delete(s.files, f.Path)
			}
		}
		// A fix that was stale because a file existed may be applicable after
		// the file is deleted.
		var current []fixedits.Proposal
		for _, p := range proposals {
			if !slices.ContainsFunc(first.Outcomes, func(o fixedits.Outcome) bool {
				return o.ID == p.Fixes[0].ID && o.Status == fixedits.StatusStale
			}) {
				current = append(current, p)
			}
		}
		second := mustMerge(t, current, s.options())
		for _, f := range second.Files {
			if changed[f.Path] {
				t.Errorf("%s is changed twice", f.Path)
			}
		}
		before := map[string]fixedits.Outcome{}
		for _, o := range first.Outcomes {
			before[o.ID] = o
		}
		for _, o := range second.Outcomes {
			switch before[o.ID].Status {
			case fixedits.StatusFiltered, fixedits.StatusForeign, fixedits.StatusInvalid, fixedits.StatusStale:
				continue
			}
			if slices.ContainsFunc(o.Paths, func(p string) bool { return changed[p] }) && o.Status != fixedits.StatusStale {
				t.Errorf("%s was %s and is %s", o.ID, before[o.ID].Status, o.Status)
			}
		}
	})
}

// Apply agrees with a byte-by-byte implementation, rejects the same edits, and
// never panics.
func FuzzApply(f *testing.F) {
	addSeeds(f, -3, 1<<40)
	f.Fuzz(func(t *testing.T, data []byte, start, end int) {
		s := newScenario(data)
		edits := []fixedits.Edit{at(start, end, "x")}
		for i := range s.fixes {
			edits = append(edits, s.fixes[i].Edits...)
		}
		content := []byte(s.files["a"])
		for n := range len(edits) + 1 {
			for _, some := range [][]fixedits.Edit{edits[:n], edits[min(1, n):n]} {
				got, err := fixedits.Apply(content, some)
				want, ok := naiveApply(content, some)
				if ok != (err == nil) || string(got) != string(want) {
					t.Fatalf("%q with %+v: got %q, %v; want %q, %t", content, some, got, err, want, ok)
				}
			}
		}
	})
}
