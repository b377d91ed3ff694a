package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestNeeds(t *testing.T) {
	for expression, want := range map[string]string{
		`\bkey\b.*(?:-u|--user)=(\w+)`: "--user= -u=",
		`(?i)a(?:KIND:|sort=)x+`:       "akind: asort=",
		`(?:ab|cd|ab)`:                 "ab cd",
		`(?:abc)+d?`:                   "abc",
		`(?:abc){2,3}d*`:               "abc",
		`(?:abc){0,3}d`:                "d",
		`(?:abc|[d-z])`:                "",
		`a|b|c|d|f|g|h|i|j`:            "",
		`[ab]c?`:                       "a b",
		`é+`:                           "",
		`(?i)KEY`:                      "",
		`(?:key|word)[x-z]+`:           "",
		`(?:key|word)x`:                "keyx wordx",
		`(`:                            "",
	} {
		if got := strings.Join(needsOf(expression, []string{"key"}), " "); got != want {
			t.Errorf("%s needs %q, want %q", expression, got, want)
		}
	}
}

// Rules that search the whole text for a common keyword need additional texts.
func TestNeedsOfRules(t *testing.T) {
	r, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"kubernetes-secret-yaml": {"data:", "kind:"},
		"curl-auth-user":         {"\t--user", "\t-u", "\n--user", "\n-u", "\r--user", "\r-u", " --user", " -u"},
	} {
		rule := r.source.Rules[r.index[name]]
		if got := needsOf(rule.Regex, lowerAll(rule.Keywords)); !slices.Equal(got, want) {
			t.Errorf("%s needs %q, want %q", name, got, want)
		}
	}
}
