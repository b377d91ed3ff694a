package evidence

import (
	"cmp"
	"slices"
)

// verdicts has the verdicts, the best first.
var verdicts = []Verdict{Proven, Weak, Inconclusive, NotAccepted, Refuted, Infra}

// holds has the values of a condition, the best first.
var holds = []Holds{Yes, Weakly, Unknown, No}

// ConditionIDs has the ids of the conditions of a verdict, in order. The last
// one is only there if the evidence has canaries.
var ConditionIDs = []string{"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"}

// names are the names by which people know the conditions.
var names = map[string]string{
	"P1": "reproduced and fixed", "P2": "no regression", "P3": "test guards it", "P4": "runs agree", "P5": "tests ran", "P6": "not tampered",
	"P7": "lines reached", "P8": "every part needed", "P9": "clean tree agrees", "P10": "tests can fail (canary)",
}

// ConditionName returns the name of a condition for people, or its id if it has
// none.
func ConditionName(id string) string { return cmp.Or(names[id], id) }

// Compare returns a negative number if v is better than w, and a positive one
// if it is worse. A missing or unknown verdict is the worst.
func (v Verdict) Compare(w Verdict) int { return rank(verdicts, v) - rank(verdicts, w) }

// Worse reports whether a condition holds less than another one.
func (h Holds) Worse(than Holds) bool { return rank(holds, h) > rank(holds, than) }

func rank[T comparable](ordered []T, of T) int {
	if i := slices.Index(ordered, of); i >= 0 {
		return i
	}
	return len(ordered)
}
