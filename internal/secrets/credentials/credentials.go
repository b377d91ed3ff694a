// Package credentials finds passwords and keys by their place: in URLs, in the
// arguments and the input of commands, in headers, in statements of SQL, and in
// configuration files. The rules of gitleaks find keys by their form; a
// password has none.
package credentials

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// A Finding is a secret in a text.
type Finding struct {
	Rule        string // the kind, such as url-password
	Description string // for people
	Start, End  int    // in bytes of the text, half open
	// Reference is whether the text only refers to variables, as $A$B does. Only
	// their values are secret.
	Reference bool
}

// Find returns the secrets of a text, in order. They may overlap.
func Find(text string) []Finding {
	s := &search{text: text, lower: strings.ToLower(text)}
	s.urls()
	s.words()
	s.headers()
	s.files()
	slices.SortStableFunc(s.found, func(a, b Finding) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	return s.found
}

// A search collects the secrets of a text.
type search struct {
	text  string
	lower string
	found []Finding
}

// add adds the secret at a range, which may have quotes around it.
func (s *search) add(rule, description string, start, end int) {
	start, end = unquoted(s.text, start, end)
	value := s.text[start:end]
	if strings.Trim(value, "$%{}()[]<>") == "" || secretname.Placeholder(value) || secretname.Harmless(value, "env") {
		return
	}
	s.found = append(s.found, Finding{rule, description, start, end, secretname.Reference(value)})
}

// unquoted returns a range without the quotes around it.
func unquoted(text string, start, end int) (int, int) {
	for _, quote := range []string{`\"`, `\'`, `"`, `'`} {
		if value := text[start:end]; len(value) >= 2*len(quote) && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
			if inner := value[len(quote) : len(value)-len(quote)]; !strings.Contains(inner, quote) {
				return start + len(quote), end - len(quote)
			}
		}
	}
	return start, end
}

// random reports whether a value looks like a key, not like a name.
func random(value string) bool {
	return len(value) >= 16 && !strings.ContainsAny(value, ". ") && strings.ContainsAny(value, "0123456789") &&
		strings.Trim(value, "0123456789") != "" && !secretname.Reference(value)
}
