// Package redact finds secrets in texts, and removes them or puts tokens in
// their place.
//
// Secrets are findings of the rules of gitleaks (package rules), passwords in
// their usual places (package credentials), known values, and findings of
// hooks. They are also found within the escape codes of terminals, in base64,
// hexadecimal and percent-encoding, and where continued lines, quotes or
// variables divide them. Comments such as gitleaks:allow do not allow anything
// here.
//
// All of it fails closed: after an error, the text must not be used. No error
// contains a secret.
package redact

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/secrets/credentials"
	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
)

// Placeholder stands in place of a removed secret.
const Placeholder = "[redacted]"

// gone is the start of the placeholder, by which a removed value is known. The
// bracket at its end may be outside of the value.
const gone = "[redacted"

// KnownValue is the rule of secrets that are found by their value.
const KnownValue = "known-value"

// A Secret is a range of a text.
type Secret struct {
	Rule        string // of gitleaks, such as github-pat; KnownValue; or of a hook
	Description string // for people
	Start, End  int    // in bytes of the text, half open

	refers bool // to variables, whose values are the secret
}

// A Hook finds more secrets. An error means that the text must not be used.
type Hook func(text string) ([]Secret, error)

// A Redactor finds secrets. The zero value knows the rules only. It is safe for
// concurrent use, and nil is like the zero value.
type Redactor struct {
	known    []*matcher
	hooks    []Hook
	harmless func(text string, s Secret) bool // or nil
}

// New returns a redactor that knows the given secret values, such as values of
// environment variables, and has some hooks. Values of fewer than four bytes,
// and words such as true, are too common to be looked for.
func New(values []string, hooks ...Hook) *Redactor {
	return (&Redactor{hooks: hooks}).With(values)
}

// With returns a redactor that also knows other values.
func (r *Redactor) With(values []string) *Redactor {
	out := &Redactor{}
	if r != nil {
		*out = *r
	}
	if m := newMatcher(allForms(values)); m != nil {
		out.known = append(slices.Clip(out.known), m)
	}
	return out
}

// Except returns a redactor that also leaves alone the findings of rules that a
// function reports as harmless, such as checksums and fingerprints. The text
// that the function gets may be decoded, and the place of the secret is in it.
func (r *Redactor) Except(harmless func(text string, s Secret) bool) *Redactor {
	out, before := r.With(nil), func(string, Secret) bool { return false }
	if out.harmless != nil {
		before = out.harmless
	}
	out.harmless = func(text string, s Secret) bool { return before(text, s) || harmless(text, s) }
	return out
}

// Public reports whether a finding of a rule in a text is a checksum or a
// fingerprint, not a secret. It is for Except.
func Public(text string, s Secret) bool {
	return rules.Finding{Rule: s.Rule, Start: s.Start, End: s.End}.Public(text)
}

// Format implements fmt.Formatter. No verb shows a value.
func (r Redactor) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "redactor") }

// Find returns the secrets of a text, in order. Secrets that overlap are one.
// If the value of a secret is somewhere else in the text, it is a secret there
// too.
func (r *Redactor) Find(text string) ([]Secret, error) {
	found, _, err := r.search(text, false)
	return found, err
}

// search also returns the values that were found, without their encoding. A
// password that is a common word is looked for in other places only if words is
// true: output of programs may be full of the word.
func (r *Redactor) search(text string, words bool) (found []Secret, values []string, err error) {
	if r == nil {
		r = &Redactor{}
	}
	defer func() {
		if p := recover(); p != nil {
			found, values, err = nil, nil, fmt.Errorf("looking for secrets: %T in a rule", p)
		}
	}()
	views := viewsOf(text)
	var references []string
	for i := range views {
		v := &views[i]
		add := func(s Secret, known bool) {
			value := v.text[s.Start:s.End]
			if r.harmless != nil && r.harmless(v.text, s) || strings.Contains(value, gone) {
				return
			}
			references = append(references, value)
			if s.refers {
				return
			}
			if known {
				values = append(values, value)
			}
			s.Start, s.End = v.origin(s.Start, s.End)
			found = append(found, s)
		}
		for _, f := range rules.Find(v.text) {
			add(Secret{Rule: f.Rule, Description: f.Description, Start: f.Start, End: f.End}, true)
		}
		for _, f := range credentials.Find(v.text) {
			s := Secret{Rule: f.Rule, Description: f.Description, Start: f.Start, End: f.End, refers: f.Reference}
			add(s, words || !word(v.text[f.Start:f.End]))
		}
	}
	for _, hook := range r.hooks {
		some, err := hook(text)
		if err != nil {
			return nil, nil, fmt.Errorf("looking for secrets: %w", err)
		}
		for _, s := range some {
			if s.Start < 0 || s.Start > s.End || s.End > len(text) {
				return nil, nil, fmt.Errorf("looking for secrets: %s found one outside of the text", s.Rule)
			}
			references = append(references, text[s.Start:s.End])
			if !s.refers {
				values = append(values, text[s.Start:s.End])
				found = append(found, s)
			}
		}
	}
	for _, s := range variablesOf(text).parts(references) {
		if r.harmless == nil || !r.harmless(text, s) {
			values = append(values, text[s.Start:s.End])
			found = append(found, s)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, m := range r.With(values).known {
		for i := range views {
			m.find(views[i].text, func(start, end int) {
				start, end = views[i].origin(start, end)
				found = append(found, Secret{Rule: KnownValue, Description: "a value that is known to be secret", Start: start, End: end})
			})
		}
	}
	return merge(found), values, nil
}

// maxWord is the maximum length of a common word, in bytes.
const maxWord = 7

// word reports whether a value may be a common word, such as "test".
func word(value string) bool {
	return len(value) <= maxWord && strings.Trim(value, letters) == ""
}

// merge sorts secrets, and joins overlapping ones. A joined secret has the rule
// of the longest one. If equal ones differ, it is not KnownValue, which applies
// to the findings of all rules.
func merge(found []Secret) []Secret {
	slices.SortFunc(found, func(a, b Secret) int {
		if (a.Rule == KnownValue) != (b.Rule == KnownValue) && a.Start == b.Start && a.End == b.End {
			return map[bool]int{true: 1, false: -1}[a.Rule == KnownValue]
		}
		return cmp.Or(a.Start-b.Start, b.End-a.End, cmp.Compare(a.Rule, b.Rule))
	})
	out := found[:0]
	longest := 0 // the length of the one that gave the last its rule
	for _, s := range found {
		n := len(out)
		switch {
		case s.Start == s.End:
			continue
		case n == 0 || s.Start >= out[n-1].End:
			out = append(out, s)
			longest = s.End - s.Start
			continue
		case s.End-s.Start > longest:
			longest = s.End - s.Start
			out[n-1].Rule, out[n-1].Description = s.Rule, s.Description
		}
		out[n-1].End = max(out[n-1].End, s.End)
	}
	return out
}

// Redact returns a text with a placeholder for each secret, and their number.
func (r *Redactor) Redact(text string) (string, int, error) {
	found, err := r.Find(text)
	if err != nil {
		return "", 0, err
	}
	return replace(text, found, func(Secret) string { return Placeholder }), len(found), nil
}

// replace returns a text with others in place of its secrets.
func replace(text string, secrets []Secret, by func(Secret) string) string {
	if len(secrets) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range secrets {
		b.WriteString(text[at:s.Start])
		b.WriteString(by(s))
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}
