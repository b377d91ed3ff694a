package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

func TestKnownRules(t *testing.T) {
	made := func(tool string, rules ...string) *artifact.Artifact {
		a := artifact.New(artifact.Tool{Name: tool}, "")
		for _, rule := range rules {
			a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{Rule: rule})
		}
		return a
	}
	fixing := made("words")
	fixing.Fixes = []fixedits.Fix{{Rule: "words/color"}}
	clean := made("words")
	tests := []struct {
		glob      string
		artifacts []*artifact.Artifact
		err, said string // what the error and stderr have; "" for none
	}{
		{"text", nil, "", ""},
		{"text/final-*", nil, "", ""},
		{"*", nil, "", ""},
		{"DL3020", nil, "", ""},
		{"dl3020", nil, "", ""},
		{"DL30*", nil, "", ""},
		{"final-newline", nil, "", ""},
		{"dockerfile", nil, "", ""}, // a namespace, although format/dockerfile ends in it
		{"go", nil, "--rule=go: several rules end in it: format/go, syntax/go; write one of these", ""},
		{"E401", []*artifact.Artifact{made("ruff", "ruff/E401")}, "", ""},
		{"no-danger", []*artifact.Artifact{made("eslint", "eslint/react/no-danger")}, "", ""},
		{"E401", []*artifact.Artifact{made("ruff", "ruff/E401"), made("flake8", "flake8/E401")}, "--rule=E401: several rules end in it: flake8/E401, ruff/E401;", ""},
		{"E402", []*artifact.Artifact{made("ruff", "ruff/E401")}, "", "--rule=E402 selects nothing"},
		{"txt", nil, "selects no rule, did you mean text?", ""},
		{"format/og", nil, "selects no rule, did you mean format/go?", ""},
		{"zzzzzzzz", nil, "selects no rule;", ""},
		{"words/color", []*artifact.Artifact{fixing}, "", ""},
		{"words/*", []*artifact.Artifact{made("words", "words/colour")}, "", ""},
		{"words/color", []*artifact.Artifact{made("autofix", "text/final-newline")}, "selects no rule", ""},
		// Another tool may have such a rule, and have found nothing by it.
		{"words/color", []*artifact.Artifact{clean}, "", "--rule=words/color selects nothing (no built-in rule has this name, and no finding of words)"},
		{"words/colro", []*artifact.Artifact{fixing}, "", "--rule=words/colro selects nothing, did you mean words/color?"},
		// But not where the rules are ours.
		{"format/og", []*artifact.Artifact{fixing}, "selects no rule, did you mean format/go?", ""},
	}
	checkers, _ := builtin.Registry(version.Version)
	for _, test := range tests {
		notes, err := pipeline.KnownRules([]string{"text", test.glob}, checkers, test.artifacts)
		if (err != nil) != (test.err != "") || err != nil && (!strings.Contains(err.Error(), test.err) || !isUsage(err)) {
			t.Errorf("%s: error %v, want one of usage with %q", test.glob, err, test.err)
		}
		if said := strings.Join(notes, "\n"); !strings.Contains(said, test.said) || (test.said == "") != (said == "") {
			t.Errorf("%s: noted %q, want %q", test.glob, said, test.said)
		}
	}
}

func isUsage(err error) bool {
	_, ok := errors.AsType[*exit.UsageError](err)
	return ok
}
