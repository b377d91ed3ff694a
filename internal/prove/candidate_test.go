package prove

import (
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

func TestRanked(t *testing.T) {
	of := func(id int, v evidence.Verdict, lines ...int) *candidate {
		c := &candidate{id: id, judgment: &policy.Judgment{}}
		if v != "" {
			c.output = &verdict.Output{Verdict: v}
		}
		for _, n := range lines {
			c.judgment.Files = append(c.judgment.Files, evidence.File{Added: n, Deleted: 1})
		}
		return c
	}
	for _, tt := range []struct {
		name       string
		candidates []*candidate
		want       []int
	}{
		{"none", nil, nil},
		{"proof counts more than size", []*candidate{of(1, evidence.Weak, 1), of(2, evidence.Proven, 100)}, []int{2, 1}},
		{"of equal proof the smallest", []*candidate{of(1, evidence.Proven, 5), of(2, evidence.Proven, 2, 1), of(3, evidence.Proven, 4)}, []int{2, 3, 1}},
		{"of equal size the first", []*candidate{of(1, evidence.Proven, 5), of(2, evidence.Proven, 5)}, []int{1, 2}},
		{"all verdicts", []*candidate{
			of(1, ""), of(2, evidence.Infra), of(3, evidence.Refuted), of(4, evidence.NotAccepted), of(5, evidence.Inconclusive), of(6, evidence.Weak), of(7, evidence.Proven), of(8, "unheard of"),
		}, []int{7, 6, 5, 4, 3, 2, 1, 8}},
	} {
		p := &proof{candidates: tt.candidates}
		var got []int
		for _, c := range p.ranked() {
			got = append(got, c.id)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v; want %v", tt.name, got, tt.want)
		}
		for i, c := range p.candidates {
			if c.id != i+1 {
				t.Errorf("%s: the order of candidates was changed", tt.name)
			}
		}
	}
}
