package pipeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// letters is a source of any number of files with the same text.
type letters struct{}

const lettersText = "abcdefghijklmnopqrstuvwxyz\n"

func (letters) Canonical(path string) (string, error) { return path, nil }
func (letters) Read(string) ([]byte, error)           { return []byte(lettersText), nil }

// randomProposal has fixes for count files: most for one, some for several, and
// some that exclude each other.
func randomProposal(random *rand.Rand, count int) fixedits.Proposal {
	p := fixedits.Proposal{Origin: "//o"}
	path := func(i int) string { return fmt.Sprintf("%03d.txt", i) }
	for i := range count {
		p.Snapshots = append(p.Snapshots, fixedits.SnapshotOf(path(i), []byte(lettersText)))
	}
	for n := range 2 * count {
		fix := fixedits.Fix{
			Rule: fmt.Sprintf("r/%d", n%3), Phase: fixedits.PhaseStyle, Title: "Do it",
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		}
		file := random.IntN(count)
		for range 1 + random.IntN(20)/17 {
			start := random.IntN(20)
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: path(file), Start: start, End: start + random.IntN(5), New: []byte("-")})
			file = min(count-1, file+random.IntN(4))
		}
		if random.IntN(20) == 0 {
			fix.Isolation = fmt.Sprint("key", file/5)
		}
		if random.IntN(30) == 0 {
			fix.Edits = nil
		}
		fix.ID = fixedits.ContentID(&fix)
		p.Fixes = append(p.Fixes, fix)
	}
	for i, fix := range p.Fixes {
		d := fixedits.Diagnostic{ID: fmt.Sprint("d", i), Rule: fix.Rule, Path: path(0), Fixes: []string{fix.ID}}
		if random.IntN(10) == 0 {
			d.Fixes = append(d.Fixes, p.Fixes[min(i+1, len(p.Fixes)-1)].ID)
		}
		p.Diagnostics = append(p.Diagnostics, d)
	}
	return p
}

func TestPartsAreTheWhole(t *testing.T) {
	most := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		p := randomProposal(random, 1+random.IntN(60))
		if seed%2 == 0 { // without choices between adjacent fixes, which would connect everything
			for i := range p.Diagnostics {
				p.Diagnostics[i].Fixes = p.Diagnostics[i].Fixes[:1]
			}
		}
		whole := mergedOf(t, p)
		var joined fixedits.Plan
		cut := parts(p, 1+random.IntN(8))
		most = max(most, len(cut))
		for _, part := range cut {
			plan := mergedOf(t, part)
			joined.Files = append(joined.Files, plan.Files...)
			joined.Outcomes = append(joined.Outcomes, plan.Outcomes...)
		}
		if diff := cmp.Diff(whole.Files, joined.Files); diff != "" {
			t.Fatalf("seed %d: files: -want +got:\n%s", seed, diff)
		}
		if diff := cmp.Diff(sortedOutcomes(whole), sortedOutcomes(&joined)); diff != "" {
			t.Fatalf("seed %d: outcomes: -want +got:\n%s", seed, diff)
		}
	}
	if most < 5 {
		t.Errorf("never more than %d parts", most)
	}
}

func mergedOf(t *testing.T, p fixedits.Proposal) *fixedits.Plan {
	t.Helper()
	plan, err := fixedits.Merge([]fixedits.Proposal{p}, fixedits.Options{Read: letters{}.Read})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// sortedOutcomes returns the outcomes sorted by content: a plan sorts them by
// safety and phase first.
func sortedOutcomes(p *fixedits.Plan) []string {
	var lines []string
	for _, o := range p.Outcomes {
		lines = append(lines, fmt.Sprintf("%+v", o))
	}
	slices.Sort(lines)
	return lines
}

func TestPartEnds(t *testing.T) {
	tests := []struct {
		name  string
		spans []span
		count int
		want  []int
	}{
		{"no files", nil, 0, nil},
		{"by size", nil, 5, []int{2, 4, 5}},
		{"across a cut", []span{{1, 2}}, 5, []int{3, 5}},
		{"across all", []span{{0, 4}}, 5, []int{5}},
		{"a chain", []span{{1, 2}, {2, 3}}, 6, []int{4, 6}},
		{"within a part", []span{{0, 1}}, 4, []int{2, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, partEnds(test.spans, test.count, 2)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
