package redact

import (
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// variables are the assignments of a text, by the names of variables.
type variables struct {
	text   string
	byName func() map[string][]Secret // only their ranges
}

// variablesOf returns the variables of a text, which are read when they are
// needed.
func variablesOf(text string) *variables {
	return &variables{text: text, byName: sync.OnceValue(func() map[string][]Secret {
		all := map[string][]Secret{}
		assignments(text, func(a assignment) {
			all[a.name] = append(all[a.name], Secret{Start: a.start, End: a.end})
		})
		return all
	})}
}

var (
	// reference matches a variable in a value.
	reference = lazyregexp.New(`\$(?:env:)?\{?([A-Za-z_][A-Za-z0-9_]*)`)
	// command matches a command whose output is a part of a value.
	command = lazyregexp.New("\\$\\((?:[^()]|\\([^()]*\\))*\\)?|`[^`]*`")
	// composed matches a word that variables are a part of.
	composed = lazyregexp.New(`[\w.+/=-]*(?:\$\{\w+\}|\$[A-Za-z_]\w*)(?:\$\{\w+\}|\$[A-Za-z_]\w*|[\w.+/=-]+)+|[\w.+/=-]+(?:\$\{\w+\}|\$[A-Za-z_]\w*)`)
)

// names returns the names of the variables that a value is made of.
func names(value string) []string {
	value = command().ReplaceAllStringFunc(value, func(c string) string {
		if inner := strings.TrimLeft(strings.Trim(c, "`$()"), " "); strings.HasPrefix(inner, "echo ") || strings.HasPrefix(inner, "printf ") {
			return inner
		}
		return ""
	})
	var all []string
	for _, m := range reference().FindAllStringSubmatch(value, -1) {
		all = append(all, m[1])
	}
	return all
}

// parts returns the literal values of the variables that secrets refer to, and
// of the variables that together have the form of one.
func (v *variables) parts(secrets []string) []Secret {
	if !strings.Contains(v.text, "$") {
		return nil
	}
	var open []string
	for _, secret := range secrets {
		open = append(open, names(secret)...)
	}
	for _, word := range v.composed() {
		if whole := v.expand(word); len(whole) >= minComposed && len(rules.Find(whole)) > 0 {
			open = append(open, names(word)...)
		}
	}
	seen := map[string]bool{}
	var found []Secret
	for len(open) > 0 {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, s := range v.byName()[name] {
			value := v.text[s.Start:s.End]
			open = append(open, names(value)...)
			if strings.Contains(value, gone) || secretname.Reference(value) || secretname.Placeholder(value) || secretname.Harmless(value, "env") {
				continue
			}
			s.Rule, s.Description = AssignedSecret, "the value of "+name+", a part of a secret"
			found = append(found, s)
		}
	}
	return found
}

// composed returns the words that variables are a part of.
func (v *variables) composed() []string {
	for i := 1; i < len(v.text); i++ {
		before := v.text[i-1]
		if c := v.text[i]; c == '$' && (before == '}' || secretname.NameByte(before)) || before == '}' && secretname.NameByte(c) {
			return composed().FindAllString(v.text, maxComposed)
		}
	}
	return nil // as nearly always
}

const (
	// maxComposed is how many words with variables are looked at.
	maxComposed = 1000
	// minComposed is the minimum length of a key, in bytes.
	minComposed = 16
)

// expand returns a word with the values of its variables, or "" if one is
// unknown.
func (v *variables) expand(word string) string {
	known := true
	whole := reference().ReplaceAllStringFunc(strings.ReplaceAll(word, "}", ""), func(r string) string {
		values := v.byName()[strings.TrimLeft(r, "${")]
		if len(values) == 0 {
			known = false
			return ""
		}
		last := values[len(values)-1]
		return v.text[last.Start:last.End]
	})
	if !known || whole == word {
		return ""
	}
	return whole
}
