package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// one returns findings with one finding, at a range of a text, and its fixes.
func one(path, text string, start, end int, fixes ...fixedits.Fix) *Findings {
	at := position.At(text, start)
	d := fixedits.Diagnostic{ID: "d1", Rule: "ns/rule", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "message", Path: path, Start: start, End: end, Line: at.Line, Column: at.Column}
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, []byte(text))}
	for i, fix := range fixes {
		if fix.ID == "" {
			fix.ID = fmt.Sprintf("f%d", i)
			d.Fixes = append(d.Fixes, fix.ID)
		}
		if fix.Rule == "" {
			fix.Rule = d.Rule
		}
		a.Fixes = append(a.Fixes, fix)
	}
	a.Diagnostics = []fixedits.Diagnostic{d}
	return NewFindings(a, []Rule{{Name: "ns/rule"}}, func(string) []byte { return []byte(text) })
}

func edits(path string, start, end int, text string) []fixedits.Edit {
	return []fixedits.Edit{{Path: path, Start: start, End: end, New: []byte(text)}}
}

// Below the lines is what the fix changes, or why there is none, and how to
// silence the finding.
func TestFullFindings(t *testing.T) {
	safe := fixedits.Fix{Title: "Say b", Safety: fixedits.SafetySafe, Edits: edits("a.py", 0, 1, "b")}
	with := func(change func(*fixedits.Fix)) fixedits.Fix {
		fix := safe
		change(&fix)
		return fix
	}
	silence := "  = silence with a line above line 1: # autofix ignore=ns/rule\n  = explain: autofix explain ns/rule\n"
	for _, test := range []struct {
		name     string
		findings *Findings
		want     string
	}{
		{"a fix", one("a.py", "a\n", 0, 1, safe), "  = fix (safe): Say b\n1 - a\n1 + b\n" + silence},
		{"no fix", one("a.py", "a\n", 0, 1), "  = no fix: change it by hand\n" + silence},
		{
			"an unsafe fix", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) { f.Safety = fixedits.SafetyUnsafe })),
			"  = fix (unsafe): Say b\n1 - a\n1 + b\n  = not applied unless asked for: autofix fix --rule=ns/rule --safety=unsafe a.py\n" + silence,
		},
		{
			"the first alternative is the one that is pending", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) { f.Safety = fixedits.SafetyUnsafe }), safe),
			"  = fix (safe): Say b\n1 - a\n1 + b\n" + silence,
		},
		{"a fix of an agent", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) {
			f.Edits, f.Resolver, f.Safety = nil, &fixedits.Resolver{ID: "ai-autofix"}, fixedits.SafetyUnsafe
		})), "  = fix (unsafe): Say b\n  = its edits are not known yet: ask for them with: autofix fix --rule=ns/rule --ai --safety=unsafe a.py\n" + silence},
		{
			"a conflict", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) {
				f.Disposition = &fixedits.Disposition{Status: fixedits.StatusConflict, Code: "overlaps", By: "f9", Reason: "overlaps f9 at a.py:0-1"}
			}), fixedits.Fix{ID: "f9", Rule: "other/rule"}),
			"  = no fix: \"Say b\" cannot be applied: overlaps the fix of other/rule at a.py:0-1\n" + silence,
		},
		{"files that come and go", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) {
			f.Edits = []fixedits.Edit{{Path: "new\x1b.py", New: []byte("x\ny\n"), Kind: fixedits.EditCreate}, {Path: "old.py", Kind: fixedits.EditDelete}}
		})), "  = fix (safe): Say b\n  = creates new^[.py\n1 + x\n2 + y\n  = deletes old.py\n" + silence},
		{
			"another file", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) { f.Edits = append(f.Edits, edits("b.py", 0, 1, "c")...) })),
			"  = fix (safe): Say b\n1 - a\n1 + b\n  = changes b.py\n1 - a\n1 + c\n" + silence,
		},
		{
			"edits far apart", one("a.py", "a\nb\nc\nd\n", 0, 1, with(func(f *fixedits.Fix) { f.Edits = append(edits("a.py", 6, 7, "y\nz"), edits("a.py", 0, 1, "w\nx")...) })),
			"  = fix (safe): Say b\n1 - a\n1 + w\n2 + x\n4 - d\n5 + y\n6 + z\n" + silence,
		},
		{
			"edits that are not valid", one("a.py", "a\n", 0, 1, with(func(f *fixedits.Fix) { f.Edits = edits("a.py", 5, 900, "x") })),
			"  = fix (safe): Say b\n" + silence,
		},
		{
			"no comments", one("a.json", "a\n", 0, 1),
			"  = no fix: change it by hand\n  = silence in autofix.toml, by [[overrides]] with files = [\"a.json\"] and rules.\"ns/rule\".severity = \"off\"\n  = explain: autofix explain ns/rule\n",
		},
		{
			"an instruction", one("Dockerfile", "RUN x\n", 0, 1),
			"  = no fix: change it by hand\n  = silence with a line above the instruction: # autofix ignore=ns/rule\n  = explain: autofix explain ns/rule\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := rendered(t, func(w io.Writer) error { return writeFrames(w, test.findings, &TextOptions{}) })
			if !strings.HasSuffix(text, "^\n"+test.want+"\n") && !strings.HasSuffix(text, "\n"+test.want+"\n") {
				t.Errorf("got\n%s\nwant at its end\n%s", text, test.want)
			}
		})
	}
}

// A rule of another tool has no page, and nothing explains it.
func TestFullOfOtherTools(t *testing.T) {
	f := one("a.txt", "a\n", 0, 1)
	f.rules = nil
	text := rendered(t, func(w io.Writer) error { return Full(w, f, TextOptions{Screen: terminal.Screen{Links: true}}) })
	if strings.ContainsAny(text, "\x1b") || strings.Contains(text, "explain") || strings.Contains(text, "silence") {
		t.Errorf("got\n%s", text)
	}
}

// The source of a file that is gone, or has changed, is not shown.
func TestFullWithoutSource(t *testing.T) {
	f := one("a.py", "a\n", 0, 1, fixedits.Fix{Title: "Say b", Safety: fixedits.SafetySafe, Edits: edits("a.py", 0, 1, "b")})
	f.texts = func(string) []byte { return nil }
	text := rendered(t, func(w io.Writer) error { return writeFrames(w, f, &TextOptions{}) })
	want := "  --> a.py:1:1\n   = the source is not shown: the file is gone, or it has changed since the check\n   = fix (safe): Say b\n   = silence"
	if !strings.Contains(text, want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// ofRules returns n findings of each of some rules.
func ofRules(rules, n int) *Findings {
	var text bytes.Buffer
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	for i := range n {
		for r := range rules {
			fmt.Fprintf(&text, "%d %d\n", i, r)
			a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{ID: fmt.Sprint(i, r), Rule: fmt.Sprintf("ns/r%d", r), Severity: fixedits.SeverityWarning, Message: fmt.Sprintf("message %d", i), Path: "a.txt", Start: text.Len() - 1, End: text.Len(), Line: i*rules + r + 1, Column: 1})
		}
	}
	return NewFindings(a, nil, func(string) []byte { return text.Bytes() })
}

// Of one rule in one file, three findings are shown, and the others counted;
// the summary has ten lines at most.
func TestFullOfMany(t *testing.T) {
	f := ofRules(50, 20)
	f.left = []LeftAlone{{Path: "x", Reason: "y"}}
	f.AddCrashes([]Crash{{Checker: "c", Path: "p"}})
	opts := TextOptions{Files: 1, Fix: "autofix fix", Preview: "autofix fix --mode=diff", Offered: "autofix fix --safety=unsafe", Notes: []string{"one", "two"}}
	text := rendered(t, func(w io.Writer) error { return Full(w, f, opts) })
	if n := strings.Count(text, "warning[ns/"); n != 50*3 {
		t.Errorf("%d findings are shown, want 3 of each rule", n)
	}
	if n := strings.Count(text, "... and 17 more of ns/"); n != 50 {
		t.Errorf("%d rules are counted, want all", n)
	}
	at := strings.Index(text, "autofix: checked")
	if n := strings.Count(text[at:], "\n"); n > summaryLines {
		t.Errorf("the summary has %d lines:\n%s", n, text[at:])
	}
	opts.Statistics = true
	text = rendered(t, func(w io.Writer) error { return Full(w, f, opts) })
	if n := strings.Count(text, "\n  warning"); n != 50 || strings.Contains(text, "-->") {
		t.Errorf("the statistics have %d rules, want 50, and nothing else:\n%s", n, text)
	}
	opts.Statistics, opts.Verbose = false, true
	text = rendered(t, func(w io.Writer) error { return Full(w, f, opts) })
	if n := strings.Count(text, "warning[ns/"); n != 50*20 {
		t.Errorf("%d findings are shown, want all", n)
	}
}

// A gate shows only what shuts it, and lists the fixes that belong to no
// finding.
func TestFullGate(t *testing.T) {
	f := one("a.py", "a\n", 0, 1)
	v := &policy.Verdict{Files: 1, Pending: 1, Places: []policy.Place{{Path: "b.py", Rule: "x/y", Message: "Sort", Fixable: true, Count: 1, Places: 1}}}
	text := rendered(t, func(w io.Writer) error { return FullGate(w, f, v, "", asked, TextOptions{}) })
	if want := "autofix: gate: 1 safe fix pending\n  b.py: fix: Sort [x/y] (fixable)\n"; text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	for i := range 40 {
		place := policy.Place{Path: fmt.Sprintf("b%d.py", i), Rule: "x/y", Message: "Sort", Fixable: true, Count: 1, Places: 1}
		v.Places, v.Unusable, v.Pending = append(v.Places, place), append(v.Unusable, place), i+2
	}
	text = rendered(t, func(w io.Writer) error { return FullGate(w, f, v, "bazel run //:fix", asked, TextOptions{}) })
	if n := strings.Count(text, "\n"); n != summaryLines || !strings.Contains(text, "bazel run //:fix") {
		t.Errorf("a gate has %d lines:\n%s", n, text)
	}
}

// The summary of a run that verifies and asks agents has ten lines at most too,
// and its head, its last line and the commands that come next stay.
func TestFullSummaryOfMany(t *testing.T) {
	verified := &Verified{Builds: 3, Targets: 4}
	s := &Summary{Rounds: 1, Verified: verified, Checked: Checked{Files: 1}}
	for i := range 30 {
		red := fixedits.Red{Target: fmt.Sprintf("//t:%d", i), Output: "one\ntwo\nthree\n"}
		verified.Before = append(verified.Before, red)
		fix := &fixedits.Outcome{ID: fmt.Sprint(i), Rule: "ns/rule", Paths: []string{"a.txt"}, Status: fixedits.StatusBrokeBuild, Verdict: &fixedits.Verdict{Red: &red}}
		s.Outcomes = append(s.Outcomes, Outcome{Round: 1, Outcome: fix})
	}
	s.AI = &AI{Agent: "agent", Sendings: make([]Sending, 20)}
	f := ofRules(20, 2)
	for _, test := range []struct {
		name    string
		ai      *AI
		blocked []string
	}{
		{"blocked", s.AI, []string{"a", "b", "c", "d", "e"}},
		{"listed", s.AI, nil},
		{"asked", &AI{Prompts: 2, Tokens: 100}, nil},
	} {
		s.AI, s.Blocked = test.ai, test.blocked
		text := rendered(t, func(w io.Writer) error { return FullSummary(w, f, s, TextOptions{}) })
		at := strings.Index(text, "autofix: checked 1 file")
		if n := strings.Count(text[at:], "\n"); n > summaryLines || !strings.Contains(text[at:], " more lines; --brief has them\n") {
			t.Errorf("%s: the summary has %d lines:\n%s", test.name, n, text[at:])
		}
	}
	s.Verbose = true
	text := rendered(t, func(w io.Writer) error { return FullSummary(w, f, s, TextOptions{}) })
	if n := strings.Count(text, "red before any fix"); n != 30 {
		t.Errorf("--verbose lists %d red targets, want 30", n)
	}
}

// The details of a summary go before its statements.
func TestFitted(t *testing.T) {
	const summary = "head\nautofix: left out: //a is red \n    output\nautofix: left out: //b is red \nautofix: found\n  item\n  item\nlast\n"
	for room, want := range map[int]string{
		8: summary,
		9: summary,
		7: "head\nautofix: left out: //a is red \n  and 2 more lines; --brief has them\nautofix: left out: //b is red \nautofix: found\n  item\nlast\n",
		6: "head\nautofix: left out: //a is red \n  and 3 more lines; --brief has them\nautofix: left out: //b is red \nautofix: found\nlast\n",
		4: "head\n  and 5 more lines; --brief has them\nautofix: found\nlast\n",
		3: "head\n  and 6 more lines; --brief has them\nlast\n",
		0: "head\n  and 6 more lines; --brief has them\nlast\n",
	} {
		if got := strings.Join(fitted([]byte(summary), room), ""); got != want {
			t.Errorf("room for %d lines: got\n%s\nwant\n%s", room, got, want)
		}
	}
}

// The page about each built-in rule has a heading for it.
func TestRulesHavePages(t *testing.T) {
	v := fullText{Findings: NewFindings(artifact.New(artifact.Tool{}, ""), []Rule{{Name: "text/final-newline"}, {Name: "hadolint/DL3014"}}, nil)}
	for rule := range v.rules {
		name, anchor, _ := strings.Cut(strings.TrimPrefix(v.page(rule), version.Homepage+"/blob/main/"), "#")
		page, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Error(err)
		}
		if !strings.Contains(strings.ToLower(string(page)), "\n## "+anchor+"\n") {
			t.Errorf("%s has no heading for %s", name, rule)
		}
	}
}

// 100,000 findings take no longer than reading them.
func BenchmarkFull(b *testing.B) {
	f := ofRules(1, 100_000)
	for b.Loop() {
		if err := Full(io.Discard, f, TextOptions{Verbose: true}); err != nil {
			b.Fatal(err)
		}
	}
}
