package rules

import (
	"strings"
	"testing"
)

// The reach of an expression holds for its matches: a match of maximum length
// with a keyword is within the window of the keyword.
func TestReach(t *testing.T) {
	for _, row := range []struct {
		name, expression, keywords, text, keyword string
		from, to                                  int // of the window, which may be larger than the match, without the characters more; -1: the reach is not known
	}{
		{"a prefix", `\b(ghp_[a-z]{4})\b`, "ghp_", "xxxxxxxx ghp_abcd yyyyyyyy", "ghp_", 5, 17},
		{"before and after", `[a-z]{0,3}(?:key|creds|credential)[a-z=]{2}`, "key creds credential", "xxxxxxxxxxxabckey==yyyyyyyyyyyyyy", "key", 4, 26},
		{"letters of any case", `(?i)K[EI]Y[a-z]`, "key kiy", "xxxxxxxxxx keyS yyyyyyyyyyy", "key", 11, 15},
		{"to the end of the line", `key=.*\n?x`, "key", "aaaaaaaaaa key=bcd efg\nxyz12345678", "key", 10, 24},
		{"any lines", `key=[^a]*a`, "key", "key=a", "key", -1, 0},
		{"without a keyword", `(?:key|word)=a`, "key", "key=a", "key", -1, 0},
		{"no keywords", `key=a`, "", "key=a", "key", -1, 0},
	} {
		r := reachOf(row.expression, strings.Fields(row.keywords))
		if r.known != (row.from >= 0) {
			t.Errorf("%s: got known = %v", row.name, r.known)
		}
		if !r.known {
			continue
		}
		at := strings.Index(row.text, row.keyword)
		from, to := r.window(row.text, at, at+len(row.keyword))
		if wantFrom, wantTo := max(row.from-4, 0), min(row.to+4, len(row.text)); from != wantFrom || to != wantTo {
			t.Errorf("%s: the window is %d-%d, want %d-%d", row.name, from, to, wantFrom, wantTo)
		}
	}
}

// Most rules are known to match near their keywords. If that changes in a new
// version of gitleaks, checks get slow.
func TestReachesOfRules(t *testing.T) {
	r, err := load()
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, rule := range r.source.Rules {
		if reachOf(rule.Regex, lowerAll(rule.Keywords)).known {
			known++
		}
	}
	if known < 200 {
		t.Errorf("the reach of %d rules is known", known)
	}
}
