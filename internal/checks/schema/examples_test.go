package schema

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// The examples of a rule begin with a comment that has their schema. Bad has
// the finding that the rule is for, good has none, and the fix makes good of
// bad.
func TestExamplesOfRules(t *testing.T) {
	for _, rule := range rules {
		if rule.Bad == "" {
			if rule.Name != ruleNotFound && rule.Name != ruleUnreadable && rule.Name != "schema/any-of" {
				t.Errorf("%s has no example", rule.Name)
			}
			continue
		}
		files := func(text string) map[string]string {
			first, _, _ := strings.Cut(text, "\n")
			schema, ok := strings.CutPrefix(first, "# schema: ")
			if !ok {
				t.Fatalf("%s: the example begins with %q", rule.Name, first)
			}
			return map[string]string{
				"autofix.toml": "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.yaml\"]\n", "s.json": schema, "a.yaml": text,
			}
		}
		bad, err := check(t, files(rule.Bad), "a.yaml")
		if err != nil || len(bad.Diagnostics) != 1 || bad.Diagnostics[0].Rule != rule.Name {
			t.Errorf("%s: bad has %v, %v", rule.Name, bad, err)
			continue
		}
		good, err := check(t, files(rule.Good), "a.yaml")
		if err != nil || len(good.Diagnostics) != 0 {
			t.Errorf("%s: good has %v, %v", rule.Name, good, err)
		}
		if (rule.Fix == "") != (len(bad.Fixes) == 0) {
			t.Errorf("%s: %d fixes", rule.Name, len(bad.Fixes))
		}
		for _, fix := range bad.Fixes {
			if fix.ID != bad.Diagnostics[0].Fixes[0] {
				continue // an alternative
			}
			fixed, err := fixedits.Apply([]byte(rule.Bad), fix.Edits)
			if err != nil || string(fixed) != rule.Good {
				t.Errorf("%s: fixed, it is\n%s%v, want\n%s", rule.Name, fixed, err, rule.Good)
			}
			if fix.Safety != rule.Safety || len(fix.Actions) == 0 {
				t.Errorf("%s: the fix is %s, with %d operations", rule.Name, fix.Safety, len(fix.Actions))
			}
		}
	}
}
