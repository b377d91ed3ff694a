package dockerfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// Rules accept any file, and their fixes introduce no syntax errors.
func FuzzRules(f *testing.F) {
	for rule, file := range archives(f) {
		for _, c := range readCases(f, rule, file) {
			f.Add(c.src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		hold(t, src)
		a := find(t, src, surroundings{}, "buildkit/InvalidDefinitionDescription")
		for _, fix := range a.Fixes {
			fixed := apply(t, src, a, func(other *fixedits.Fix) bool { return other.ID == fix.ID })
			was, is := syntax.Parse(src), syntax.Parse(fixed)
			if len(was.Errors) == 0 && len(is.Errors) > 0 {
				t.Errorf("%s breaks the file: %v\n%q\n%q", fix.Rule, is.Errors[0], src, fixed)
			}
			switch n := len(was.Instructions) - len(is.Instructions); fix.Rule {
			case "buildkit/MultipleInstructionsDisallowed":
				if n != 1 {
					t.Errorf("%s deletes %d instructions\n%q\n%q", fix.Rule, n, src, fixed)
				}
			case "buildkit/LegacyKeyValueFormat":
				if diff := cmp.Diff(values(src), values(fixed)); diff != "" {
					t.Errorf("%s changes a value (-before +after):\n%s%q\n%q", fix.Rule, diff, src, fixed)
				}
			default:
				if strings.HasPrefix(fix.Rule, "buildkit/") && n != 0 {
					t.Errorf("%s leaves %d instructions of %d\n%q\n%q", fix.Rule, len(is.Instructions), len(was.Instructions), src, fixed)
				}
			}
		}
	})
}

// values returns all keys and values of ENV and LABEL, with their variables
// expanded.
func values(src string) []string {
	var out []string
	f := lint.Read(checks.File{Path: testFile, Content: []byte(src)}, checks.Settings{})
	for s, ins := range f.All {
		if ins.Name == "env" || ins.Name == "label" {
			for _, p := range ins.Pairs {
				env := f.Env(s, ins)
				out = append(out, env.Expand(p.Key.Value).Value, env.Expand(p.Value.Value).Value)
			}
		}
	}
	return out
}
