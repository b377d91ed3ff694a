// Package redact finds secrets in texts, and removes them or puts tokens in
// their place.
//
// Secrets are findings of the rules of gitleaks (package rules), known values,
// and findings of hooks. They are also found within the escape codes of
// terminals, and in base64, hexadecimal and percent-encoding. Comments such as
// gitleaks:allow do not allow anything here.
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

	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
)

// Placeholder stands in place of a removed secret.
const Placeholder = "[redacted]"

// KnownValue is the rule of secrets that are found by their value.
const KnownValue = "known-value"

// A Secret is a range of a text.
type Secret struct {
	Rule        string // of gitleaks, such as github-pat; KnownValue; or of a hook
	Description string // for people
	Start, End  int    // in bytes of the text, half open
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
	found, _, err := r.search(text)
	return found, err
}

// search also returns the values that were found, without their encoding.
func (r *Redactor) search(text string) (found []Secret, values []string, err error) {
	if r == nil {
		r = &Redactor{}
	}
	defer func() {
		if p := recover(); p != nil {
			found, values, err = nil, nil, fmt.Errorf("looking for secrets: %T in a rule", p)
		}
	}()
	views := viewsOf(text)
	for i := range views {
		v := &views[i]
		for _, f := range rules.Find(v.text) {
			s := Secret{f.Rule, f.Description, f.Start, f.End}
			if r.harmless != nil && r.harmless(v.text, s) {
				continue
			}
			values = append(values, v.text[s.Start:s.End])
			s.Start, s.End = v.origin(s.Start, s.End)
			found = append(found, s)
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
				found = append(found, Secret{KnownValue, "a value that is known to be secret", start, end})
			})
		}
	}
	return merge(found), values, nil
}

// merge sorts secrets, and joins overlapping ones. A joined secret has the rule
// of the longest one.
func merge(found []Secret) []Secret {
	slices.SortFunc(found, func(a, b Secret) int {
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
