// Package rules finds secrets in text with the rules of gitleaks.
//
// The folder gitleaks has its rule file, unchanged, and its license. Parsing
// the file and compiling the expressions of two hundred rules takes longer than
// checking a thousand files. Therefore, the file is parsed for the first text,
// and a rule is compiled for the first text with one of its keywords.
package rules

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// A Finding is a secret in a text.
type Finding struct {
	Rule        string // the name of a rule, such as github-pat
	Description string // the description of the rule
	Start, End  int    // of the secret, in bytes of the text, half open
	Allowed     bool   // whether gitleaks:allow is on one of its lines
}

// allowComment allows the secrets on its line.
const allowComment = "gitleaks:allow"

// Find returns the secrets of a text, in order. It is safe for concurrent use.
func Find(text string) []Finding { return load().find(text) }

func (f *ruleFile) find(s string) []Finding {
	t := newText(s)
	var found []match
	for _, r := range f.candidates(t.lower) {
		found = append(found, r.find(t, f.Allowlist)...)
	}
	var out []Finding
	for _, m := range withoutGeneric(found) {
		out = append(out, m.Finding)
	}
	slices.SortFunc(out, func(a, b Finding) int {
		return cmp.Or(a.Start-b.Start, a.End-b.End, strings.Compare(a.Rule, b.Rule))
	})
	return out
}

// withoutGeneric drops a match of a generic rule if another rule finds a secret
// that contains it on the same line.
func withoutGeneric(found []match) []match {
	specific := make(map[int][]string) // secrets by line
	for _, m := range found {
		if !m.generic() && !slices.Contains(specific[m.line], m.secret) {
			specific[m.line] = append(specific[m.line], m.secret)
		}
	}
	return slices.DeleteFunc(found, func(m match) bool {
		return m.generic() && slices.ContainsFunc(specific[m.line], func(s string) bool { return strings.Contains(s, m.secret) })
	})
}

// A ruleFile is the part of a rule file that matters for texts.
type ruleFile struct {
	Allowlist *allowlist // for all rules
	Rules     []*rule
}

//go:embed gitleaks/gitleaks.toml
var source []byte

// load parses the embedded rule file. It panics if the file is invalid, which
// is a bug.
var load = sync.OnceValue(func() *ruleFile {
	f, err := parse(source)
	if err != nil {
		panic(err)
	}
	return f
})

// parse returns the rules of a file, without the rules for names of files,
// which texts do not have.
func parse(source []byte) (*ruleFile, error) {
	var f ruleFile
	if err := toml.Unmarshal(source, &f); err != nil {
		return nil, fmt.Errorf("the rules of gitleaks: %w", err)
	}
	f.Rules = slices.DeleteFunc(f.Rules, func(r *rule) bool { return r.Path != "" || r.Regex == "" })
	for _, r := range f.Rules {
		for i, k := range r.Keywords {
			r.Keywords[i] = strings.ToLower(k)
		}
		r.begin()
		r.expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regex) })
	}
	return &f, nil
}

// candidates returns the rules that have a keyword in a lowercase text, and the
// rules without keywords.
func (f *ruleFile) candidates(lower string) []*rule {
	var seen [1 << 16 / 64]uint64 // the threes of bytes in the text, which most keywords are not made of
	for i := 2; i < len(lower); i++ {
		n := three(lower, i)
		seen[n/64] |= 1 << (n % 64)
	}
	possible := func(keyword string) bool {
		for i := 2; i < len(keyword); i++ {
			if n := three(keyword, i); seen[n/64]&(1<<(n%64)) == 0 {
				return false
			}
		}
		return strings.Contains(lower, keyword)
	}
	var out []*rule
	for _, r := range f.Rules {
		if len(r.Keywords) == 0 || slices.ContainsFunc(r.Keywords, possible) && strings.Contains(lower, long[r.ID]) {
			out = append(out, r)
		}
	}
	return out
}

// three returns a number for the three bytes of a text that end at an index.
// Other bytes may have it too.
func three(text string, i int) uint16 {
	return uint16(text[i-2])<<10 ^ uint16(text[i-1])<<5 ^ uint16(text[i])
}
