package dockerfile_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile"
)

// What a rule gives as bad it finds something in, and nothing in what it gives as good.
func TestExamplesAreTrue(t *testing.T) {
	for _, rule := range dockerfile.New().Rules() {
		if describe(find(t, rule.Bad, surroundings{}, rule.Name), rule.Name) == "" {
			t.Errorf("%s finds nothing in its bad example:\n%s", rule.Name, rule.Bad)
		}
		if got := describe(find(t, rule.Good, surroundings{}, rule.Name), rule.Name); got != "" {
			t.Errorf("%s finds in its good example:\n%s%s", rule.Name, rule.Good, got)
		}
	}
}
