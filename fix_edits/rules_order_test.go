package fixedits_test

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestDuplicates(t *testing.T) {
	runRows(t, []row{
		{
			rule: "3", name: "equal edits are one fix", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(0, 1, "x")), fix("f3", at(0, 1, "x"))},
			want:  "xbc\n", status: "f1 applied, f2 duplicate f1, f3 duplicate f1",
			reason: "f2: same edits as f1 of //f1",
		},
		{
			rule: "3", name: "equal insertions are one fix, idempotent or not", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", at(1, 1, "x")), fix("f2", at(1, 1, "x"))},
			want:  "axbc\n", status: "f1 applied, f2 duplicate f1",
		},
		{
			rule: "3", name: "the order in which a fix lists its edits does not matter", base: "abcdef\n",
			fixes: []fixedits.Fix{fix("f1", at(4, 5, "y"), at(0, 1, "x")), fix("f2", at(0, 1, "x"), at(4, 5, "y"))},
			want:  "xbcdyf\n", status: "f1 applied, f2 duplicate f1",
		},
		{
			rule: "3", name: "nor do edits that change nothing, or how an insertion is cut", base: "abcdef\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "x"), at(0, 0, "y"), at(2, 3, "c")), fix("f2", at(0, 0, "xy"))},
			want:  "xyabcdef\n", status: "f1 applied, f2 duplicate f1",
		},
		{
			rule: "3", name: "a part is not a duplicate", base: "abcdef\n",
			fixes: []fixedits.Fix{
				fix("f1", at(0, 1, "x"), at(2, 3, "y")), fix("f2", at(0, 1, "x")),
				fix("f3", at(0, 1, "x"), at(2, 3, "y")), fix("f4", at(0, 1, "x"), at(2, 3, "z")),
			},
			want: "xbydef\n", status: "f1 applied, f2 applied, f3 duplicate f1, f4 conflict f1",
		},
		{
			rule: "3", name: "the first in the order stands for all", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", unsafe, at(0, 1, "x")), fix("f2", at(0, 1, "x"))},
			want:  "xbc\n", status: "f1 duplicate f2, f2 applied",
		},
		{
			rule: "3", name: "duplicates of a loser are duplicates", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(0, 2, "y")), fix("f3", at(0, 2, "y"))},
			want:  "xbc\n", status: "f1 applied, f2 conflict f1, f3 duplicate f2",
		},
		{
			rule: "3", name: "two names of one file are one path", files: map[string]string{"a": "abc\n", "link": "abc\n"},
			fixes:     []fixedits.Fix{fix("f1", in("a", 0, 1, "x")), fix("f2", in("link", 0, 1, "x")), fix("f3", in("link", 0, 2, "y"))},
			opts:      linkToA,
			wantFiles: map[string]string{"a": "xbc\n"}, status: "f1 applied, f2 duplicate f1, f3 conflict f1",
			reason: "f3: overlaps f1 at a:0-1",
		},
		{
			rule: "3", name: "one fix may not use two names of a file", files: map[string]string{"a": "abc\n", "link": "abc\n"},
			fixes:     []fixedits.Fix{fix("f1", in("a", 0, 0, "x"), in("link", 0, 0, "x"))},
			opts:      linkToA,
			wantFiles: map[string]string{}, status: "f1 invalid", reason: "f1: a and link are one file",
		},
		{
			rule: "3", name: "one fix of a duplicate pair that is filtered leaves the other", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", rule("off"), at(0, 1, "x")), fix("f2", at(0, 1, "x"))},
			opts:  func(o *fixedits.Options) { o.Verdict = without("off") },
			want:  "xbc\n", status: "f1 filtered, f2 applied",
		},
		{
			rule: "3", name: "a fix shares its insertions only if its duplicates do", base: "abc\n",
			fixes: []fixedits.Fix{
				fix("f1", idempotent, at(0, 0, "i\n")), fix("f2", at(0, 0, "i\n")),
				fix("f3", idempotent, at(0, 0, "i\n"), at(2, 3, "x")),
			},
			want: "i\nabc\n", status: "f1 applied, f2 duplicate f1, f3 conflict f1",
		},
	})
}

func TestSelection(t *testing.T) {
	const base = "0123456789\n"
	runRows(t, []row{
		{
			rule: "7", name: "safe goes before suggestion, and suggestion before unsafe", base: base,
			fixes: []fixedits.Fix{fix("f1", unsafe, at(0, 2, "x")), fix("f2", suggestion, at(1, 3, "y")), fix("f3", at(2, 4, "z")), fix("f4", suggestion, at(0, 1, "w"))},
			want:  "w1z456789\n", status: "f1 conflict f4, f2 conflict f3, f3 applied, f4 applied",
		},
		{
			rule: "7", name: "syntax goes before semantic, and semantic before style", base: base,
			fixes: []fixedits.Fix{fix("f1", style, at(0, 2, "x")), fix("f2", at(0, 2, "y")), fix("f3", syntax, at(0, 2, "z"))},
			want:  "z23456789\n", status: "f1 conflict f3, f2 conflict f3, f3 applied",
		},
		{
			rule: "7", name: "safety goes before phase", base: base,
			fixes: []fixedits.Fix{fix("f1", syntax, suggestion, at(0, 2, "x")), fix("f2", style, at(0, 2, "y"))},
			want:  "y23456789\n", status: "f1 conflict f2, f2 applied",
		},
		{
			rule: "7", name: "then the priority of the rule, lower first", base: base,
			fixes: []fixedits.Fix{fix("f1", rule("b"), at(0, 2, "x")), fix("f2", rule("c"), at(1, 2, "y")), fix("f3", rule("a"), at(1, 3, "z"))},
			opts: func(o *fixedits.Options) {
				o.Priority = func(rule string) int { return map[string]int{"a": 5, "b": 5, "c": -1}[rule] }
			},
			want: "0y23456789\n", status: "f1 conflict f2, f2 applied, f3 conflict f2",
		},
		{
			rule: "7", name: "phase goes before priority", base: base,
			fixes: []fixedits.Fix{fix("f1", rule("first"), style, at(0, 2, "x")), fix("f2", rule("last"), at(1, 2, "y"))},
			opts: func(o *fixedits.Options) {
				o.Priority = func(rule string) int { return map[string]int{"first": -9}[rule] }
			},
			want: "0y23456789\n", status: "f1 conflict f2, f2 applied",
		},
		{
			rule: "7", name: "then the first path", files: map[string]string{"a": base, "b": base, "c": base},
			fixes: []fixedits.Fix{
				fix("f1", in("b", 0, 2, "x"), in("c", 0, 2, "x")),
				fix("f2", in("a", 5, 6, "y"), in("c", 0, 2, "y")),
			},
			wantFiles: map[string]string{"a": "01234y6789\n", "c": "y23456789\n"},
			status:    "f1 conflict f2, f2 applied",
		},
		{
			rule: "7", name: "then the first start, then the first end", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(3, 9, "x")), fix("f2", at(3, 4, "y")), fix("f3", at(1, 4, "z"), suggestion),
				fix("f4", at(7, 8, "v"), at(2, 3, "w")),
			},
			want: "01w3456v89\n", status: "f1 conflict f4, f2 deferred f4, f3 conflict f4, f4 applied",
		},
		{
			rule: "7", name: "the shorter of two that start together goes first", base: base,
			fixes: []fixedits.Fix{fix("f1", at(3, 9, "x")), fix("f2", at(3, 4, "y"))},
			want:  "012y456789\n", status: "f1 conflict f2, f2 applied",
		},
		{
			rule: "7", name: "then the name of the rule, then the id", base: base,
			fixes: []fixedits.Fix{fix("f1", rule("b"), at(0, 2, "x")), fix("f3", rule("a"), at(0, 2, "y")), fix("f2", rule("a"), at(0, 2, "z"))},
			want:  "z23456789\n", status: "f1 conflict f2, f2 applied, f3 conflict f2",
		},
		{
			rule: "7", name: "a fix with an unknown safety or phase comes last", base: base,
			fixes: []fixedits.Fix{
				fix("f1", func(f *fixedits.Fix) { f.Safety = "" }, at(0, 2, "x")),
				fix("f2", unsafe, style, at(1, 3, "y")),
				fix("f3", func(f *fixedits.Fix) { f.Phase = "later" }, unsafe, at(0, 2, "z")),
			},
			want: "0y3456789\n", status: "f1 conflict f2, f2 applied, f3 conflict f2",
		},
		{
			rule: "7", name: "a fix that lost blocks no others: A beats B, and C overlaps only B", base: base,
			fixes: []fixedits.Fix{fix("fA", at(0, 3, "x")), fix("fB", at(2, 6, "y")), fix("fC", at(5, 8, "z"))},
			want:  "x34z89\n", status: "fA applied, fB conflict fA, fC applied",
		},
		{
			rule: "7", name: "a chain of six", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 2, "A")), fix("f2", at(1, 4, "B")), fix("f3", at(3, 5, "C")),
				fix("f4", at(4, 7, "D")), fix("f5", at(6, 8, "E")), fix("f6", at(7, 10, "F")),
			},
			want: "A2C5E89\n", status: "f1 applied, f2 conflict f1, f3 applied, f4 conflict f3, f5 applied, f6 conflict f5",
		},
		{
			rule: "7", name: "a chain across files", files: map[string]string{"a": base, "b": base, "c": base},
			fixes: []fixedits.Fix{
				fix("f1", in("a", 0, 3, "1")),
				fix("f2", in("a", 2, 5, "2"), in("b", 0, 3, "2")),
				fix("f3", in("b", 2, 5, "3"), in("c", 0, 3, "3")),
				fix("f4", in("c", 2, 5, "4")),
			},
			wantFiles: map[string]string{"a": "13456789\n", "b": "01356789\n", "c": "33456789\n"},
			status:    "f1 applied, f2 conflict f1, f3 applied, f4 conflict f3",
		},
		{
			rule: "7", name: "a loser names the winner that is nearest", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(6, 8, "y")), fix("f3", at(1, 7, "z"), style)},
			want:  "x2345y89\n", status: "f1 applied, f2 applied, f3 conflict f1", reason: "f3: overlaps f1 at a:0-2",
		},
	})
}

func TestIsolation(t *testing.T) {
	const base = "0123456789\n"
	two := map[string]string{"a": base, "b": base}
	runRows(t, []row{
		{
			rule: "7", name: "one fix for a key", files: two,
			fixes: []fixedits.Fix{
				fix("f1", isolation("k"), in("a", 0, 1, "x")), fix("f2", isolation("k"), in("b", 0, 1, "y")),
				fix("f3", isolation("l"), in("b", 2, 3, "z")),
			},
			wantFiles: map[string]string{"a": "x123456789\n", "b": "01z3456789\n"},
			status:    "f1 applied, f2 deferred f1, f3 applied",
			reason:    `f2: waits for the next round: f1 has its isolation key "k" in this one`,
		},
		{
			rule: "7", name: "fixes with one key wait, even if they overlap", base: base,
			fixes: []fixedits.Fix{fix("f1", isolation("k"), at(0, 4, "x")), fix("f2", isolation("k"), at(2, 6, "y"))},
			want:  "x456789\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "7", name: "a loser does not hold its key", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 4, "x")), fix("f2", isolation("k"), at(2, 6, "y")), fix("f3", isolation("k"), at(8, 9, "z")),
			},
			want: "x4567z9\n", status: "f1 applied, f2 conflict f1, f3 applied",
		},
		{
			rule: "7", name: "the keys of duplicates count", base: base,
			fixes: []fixedits.Fix{
				fix("f1", isolation("k"), at(0, 1, "x")), fix("f2", isolation("l"), at(0, 1, "x")),
				fix("f3", isolation("l"), at(4, 5, "y")), fix("f4", isolation("k"), at(6, 7, "y")),
			},
			want: "x123456789\n", status: "f1 applied, f2 duplicate f1, f3 deferred f1, f4 deferred f1",
		},
	})
}

func TestAlternatives(t *testing.T) {
	const base = "0123456789\n"
	diagnostic := func(id string, fixes ...string) fixedits.Diagnostic {
		return fixedits.Diagnostic{ID: id, Rule: "test/rule", Severity: fixedits.SeverityWarning, Message: id, Path: "a", Fixes: fixes}
	}
	runRows(t, []row{
		{
			rule: "13", name: "the first of a diagnostic's fixes is used", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(4, 5, "y")), fix("f3", at(6, 7, "z"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f2", "f3", "f1")},
			want:        "0123y56789\n", status: "f1 filtered f2, f2 applied, f3 filtered f2",
			reason: "f1: alternative to f2",
		},
		{
			rule: "13", name: "the first that is eligible", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 99, "x")), fix("f2", rule("off"), at(1, 2, "x")), fix("f3", func(f *fixedits.Fix) { f.Resolver = &fixedits.Resolver{ID: "ai"} }),
				fix("f4", in("gen", 0, 0, "x")), fix("f5", at(4, 5, "4")), fix("f6", at(6, 7, "z")), fix("f7", at(8, 9, "z")),
			}[3:],
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f4", "f5", "f6", "f7")},
			files:       map[string]string{"a": base, "gen": "// @" + "generated\n"},
			wantFiles:   map[string]string{"a": "012345z789\n"}, status: "f4 foreign, f5 subsumed, f6 applied, f7 filtered f6",
		},
		{
			rule: "13", name: "nor one that is filtered, not valid or not resolved", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 99, "x")), fix("f2", rule("off"), at(1, 2, "x")), fix("f3", func(f *fixedits.Fix) { f.Resolver = &fixedits.Resolver{ID: "ai"} }),
				fix("f4", at(6, 7, "z")),
			},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f1", "f2", "f3", "f4")},
			opts:        func(o *fixedits.Options) { o.Verdict = without("off") },
			want:        "012345z789\n", status: "f1 invalid, f2 filtered, f3 unresolved, f4 applied",
			reason: "f3: its edits must be found by ai",
		},
		{
			rule: "13", name: "the second is not used if the first is in conflict", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(1, 3, "y")), fix("f3", at(5, 6, "z"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f1"), diagnostic("d2", "f2", "f3")},
			want:        "x23456789\n", status: "f1 applied, f2 conflict f1, f3 filtered f2",
		},
		{
			rule: "13", name: "a fix that serves two diagnostics", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(4, 5, "y"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f1"), diagnostic("d2", "f2", "f1")},
			want:        "x123456789\n", status: "f1 applied, f2 filtered f1",
		},
		{
			rule: "13", name: "two fixes of one diagnostic are never used together", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(4, 5, "y"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f1"), diagnostic("d2", "f2"), diagnostic("d3", "f2", "f1")},
			want:        "0123y56789\n", status: "f1 filtered f2, f2 applied",
		},
		{
			rule: "13", name: "two diagnostics that prefer differently", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(4, 5, "y"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f2", "f1"), diagnostic("d2", "f1", "f2")},
			want:        "0123y56789\n", status: "f1 filtered f2, f2 applied",
		},
		{
			rule: "13", name: "ids that name no fix", base: base,
			fixes:       []fixedits.Fix{fix("f1", at(0, 1, "x"))},
			diagnostics: []fixedits.Diagnostic{diagnostic("d1", "f8", "f9"), diagnostic("d2", "f9", "f1")},
			want:        "x123456789\n", status: "f1 applied",
		},
	})
}

// linkToA makes "link" another name of "a".
func linkToA(o *fixedits.Options) {
	o.Canonical = func(path string) (string, error) {
		if path == "link" {
			return "a", nil
		}
		return path, nil
	}
}

// without is a filter that leaves a rule out.
func without(rule string) func(*fixedits.Fix) (fixedits.Status, fixedits.Reason) {
	return func(f *fixedits.Fix) (status fixedits.Status, reason fixedits.Reason) {
		if f.Rule == rule {
			return fixedits.StatusFiltered, fixedits.Reason{Code: fixedits.CodeNever, Detail: rule + " is turned off"}
		}
		return "", reason
	}
}
