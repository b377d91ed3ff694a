package prove

import (
	"cmp"
	"slices"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// verdicts lists the verdicts, the best first.
var verdicts = []evidence.Verdict{evidence.Proven, evidence.Weak, evidence.Inconclusive, evidence.Refuted, evidence.Infra}

// rank orders verdicts. A missing verdict is the last.
func rank(v evidence.Verdict) int {
	if i := slices.Index(verdicts, v); i >= 0 {
		return i
	}
	return len(verdicts)
}

// ranked returns the candidates: the best proven first, of those the smallest,
// and of those the first that was proposed.
func (p *proof) ranked() []*candidate {
	size := func(c *candidate) int {
		n := 0
		for _, f := range c.judgment.Files {
			n += f.Added + f.Deleted
		}
		return n
	}
	of := func(c *candidate) int {
		if c.output == nil {
			return rank("")
		}
		return rank(c.output.Verdict)
	}
	all := slices.Clone(p.candidates)
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(of(a), of(b)), cmp.Compare(size(a), size(b)))
	})
	return all
}
