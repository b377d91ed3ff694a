package policy

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestFate(t *testing.T) {
	never := parsed(t, "[rules.\"r/one\"]\nfix = \"never\"\n")
	edits := []fixedits.Edit{{Path: "a.txt", End: 1}}
	broken := &fixedits.Disposition{Status: fixedits.StatusBrokeSyntax, Code: "syntax", Reason: "a.txt no longer parses"}
	ai := &fixedits.Resolver{ID: "ai"}
	for _, test := range []struct {
		name  string
		fix   fixedits.Fix
		asked Selection
		want  State
		code  fixedits.Code // of the setting, or of the disposition
	}{
		{"a safe fix", fixedits.Fix{Safety: fixedits.SafetySafe, Edits: edits}, Selection{}, Pending, ""},
		{"a suggestion", fixedits.Fix{Safety: fixedits.SafetySuggestion, Edits: edits}, Selection{}, Filtered, fixedits.CodeSafety},
		{"a suggestion that is selected", fixedits.Fix{Safety: fixedits.SafetySuggestion, Edits: edits}, Selection{Safety: fixedits.SafetyUnsafe}, Pending, ""},
		{"a rule that is not selected", fixedits.Fix{Safety: fixedits.SafetySafe, Edits: edits}, Selection{Rules: []string{"other"}}, Filtered, fixedits.CodeRule},
		{"a fix that the plan could not apply", fixedits.Fix{Safety: fixedits.SafetySafe, Edits: edits, Disposition: broken}, Selection{}, Blocked, "syntax"},
		{"such a suggestion", fixedits.Fix{Safety: fixedits.SafetySuggestion, Edits: edits, Disposition: broken}, Selection{}, Blocked, "syntax"},
		{"such a fix of a rule that is never fixed", fixedits.Fix{Safety: fixedits.SafetySafe, Edits: edits, Disposition: broken}, Selection{Config: never}, Filtered, fixedits.CodeNever},
		{"a fix without edits", fixedits.Fix{Safety: fixedits.SafetySafe, Resolver: ai}, Selection{}, Unresolved, ""},
		{"such a suggestion", fixedits.Fix{Safety: fixedits.SafetySuggestion, Resolver: ai}, Selection{}, Filtered, fixedits.CodeSafety},
	} {
		test.fix.Rule = "r/one"
		fate := test.asked.Fate(&test.fix)
		code := fate.Setting.Code
		if fate.Block != nil {
			code = fate.Block.Code
		}
		if fate.State != test.want || code != test.code {
			t.Errorf("%s: %s for %q, want %s for %q", test.name, fate.State, code, test.want, test.code)
		}
	}
}

// A plan and, later, the artifact say the same about a fix.
func TestStateOfAnOutcomeIsThatOfItsDisposition(t *testing.T) {
	for status, want := range map[fixedits.Status]State{
		fixedits.StatusApplied:     Pending,
		fixedits.StatusDuplicate:   Pending,
		fixedits.StatusSubsumed:    Pending,
		fixedits.StatusSuperseded:  Pending,
		fixedits.StatusDeferred:    Pending,
		fixedits.StatusStale:       Pending,
		fixedits.StatusConflict:    Blocked,
		fixedits.StatusForeign:     Blocked,
		fixedits.StatusInvalid:     Blocked,
		fixedits.StatusBrokeSyntax: Blocked,
		fixedits.StatusBrokeValue:  Blocked,
	} {
		outcome := &fixedits.Outcome{Status: status, Reason: fixedits.Reason{Code: "code"}}
		if got := StateOf(outcome); got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
		fix := &fixedits.Fix{Safety: fixedits.SafetySafe, Edits: []fixedits.Edit{{Path: "a"}}, Disposition: outcome.Disposition()}
		if got := new(Selection).Fate(fix).State; got != want {
			t.Errorf("%s: the artifact says %s, want %s", status, got, want)
		}
	}
	used := &fixedits.Outcome{Status: fixedits.StatusFiltered, Reason: fixedits.Reason{Code: "alternative", By: "f1"}}
	setting := &fixedits.Outcome{Status: fixedits.StatusFiltered, Reason: fixedits.Reason{Code: fixedits.CodeSafety}}
	unresolved := &fixedits.Outcome{Status: fixedits.StatusUnresolved}
	if StateOf(used) != Blocked || StateOf(setting) != Filtered || StateOf(unresolved) != Unresolved {
		t.Errorf("alternative %s, setting %s, resolver %s", StateOf(used), StateOf(setting), StateOf(unresolved))
	}
}
