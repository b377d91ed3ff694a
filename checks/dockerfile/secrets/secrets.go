// Package secrets finds secrets in text, by the rules of gitleaks.
//
// Those are more than two hundred, and to compile them all takes longer than to check a thousand files. So a rule is
// compiled when a text first has one of its keywords, and only looks at what is in reach of these; what it then finds is for
// gitleaks to say.
package secrets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
)

// A Finding is a secret in a text.
type Finding struct {
	Rule        string // of gitleaks, such as github-pat
	Description string // what gitleaks says of it
	Start, End  int    // of the secret, in bytes of the text, half open
}

// Find returns the secrets of a text, in order. A line with the words gitleaks:allow has none. The error says that the rules
// can't be read, which is a mistake in the program. It is safe for concurrent use.
func Find(text string) ([]Finding, error) {
	rules, err := load()
	if err != nil {
		return nil, fmt.Errorf("the rules of gitleaks: %w", err)
	}
	var out []Finding
	for start, part := range parts(text) {
		found, err := rules.find(part)
		if err != nil {
			return nil, fmt.Errorf("the rules of gitleaks: %w", err)
		}
		for _, f := range found {
			f.Start, f.End = f.Start+start, f.End+start
			out = append(out, f)
		}
	}
	return out, nil
}

// find returns the secrets of a part of a text, in order.
func (r *rules) find(text string) ([]Finding, error) {
	names, where, err := r.matching(text)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	detector, err := r.detector(names)
	if err != nil {
		return nil, err
	}
	type secret struct{ rule, match, secret string }
	seen := make(map[secret]bool)
	lines := make(map[ruleLine]bool)
	var out []Finding
	for _, w := range where {
		for _, f := range detector.DetectString(text[w.start:w.end]) {
			if r.lineAllowed(ruleLine{f.RuleID, f.Line}, lines) {
				continue
			}
			if s := (secret{f.RuleID, f.Match, f.Secret}); !seen[s] {
				seen[s] = true
				out = append(out, places(text, f.RuleID, f.Description, f.Match, f.Secret)...)
			}
		}
	}
	slices.SortFunc(out, func(a, b Finding) int {
		return cmp.Or(a.Start-b.Start, a.End-b.End, strings.Compare(a.Rule, b.Rule))
	})
	return slices.Compact(out), nil
}

// places returns all places of a secret in a text: gitleaks counts lines and columns in a way of its own, and may find a secret
// by one of them only.
func places(text, rule, description, match, secret string) []Finding {
	inner := strings.Index(match, secret)
	if secret == "" || inner < 0 {
		match, inner = secret, 0
	}
	var out []Finding
	for at := 0; match != ""; {
		i := strings.Index(text[at:], match)
		if i < 0 {
			break
		}
		start := at + i + inner
		out = append(out, Finding{rule, description, start, start + len(secret)})
		at += i + len(match)
	}
	return out
}

// rules are those of gitleaks, before they are compiled.
type rules struct {
	source   config.ViperConfig
	index    map[string]int      // of a rule in source, by its name
	keywords map[string][]string // the names of the rules that have a keyword
	starts   [1 << 16]uint16     // by two bytes: which of keyed has the keywords that begin with them
	keyed    [][]string          // the first is empty
	always   []string            // the names of rules that keywords don't tell about

	mutex     sync.Mutex
	compiled  map[string]compiled
	allowed   func() (config.Config, error) // what is no secret whatever the rule
	detectors map[string]*detect.Detector   // by the names of their rules
}

// A compiled rule is one that a text asked for.
type compiled struct {
	rule  config.Rule         // without what lines has
	lines []*config.Allowlist // what makes a line have no secret
	reach reach
	needs []string // see needsOf
}

// minKeyword is how long a keyword must be for the table of starts. It finds keywords as fast as a trie of all of them, which
// takes longer to build than a Dockerfile to check.
const minKeyword = 2

func startOf(first, second byte) int { return int(first)<<8 | int(second) }

// maxDetectors is how many sets of rules are kept ready. Files of one kind have the same few.
const maxDetectors = 64

var load = sync.OnceValues(func() (*rules, error) {
	r := &rules{
		index: make(map[string]int), keywords: make(map[string][]string), keyed: make([][]string, 1),
		compiled: make(map[string]compiled), detectors: make(map[string]*detect.Detector),
	}
	if err := toml.Unmarshal([]byte(config.DefaultConfig), &r.source); err != nil {
		return nil, err
	}
	for i, rule := range r.source.Rules {
		if rule.Regex == "" {
			continue // about the names of files
		}
		r.index[rule.ID] = i
		keywords := lowerAll(rule.Keywords)
		if len(keywords) == 0 || slices.ContainsFunc(keywords, func(k string) bool { return len(k) < minKeyword }) {
			r.always = append(r.always, rule.ID)
			continue
		}
		for _, k := range keywords {
			r.keywords[k] = append(r.keywords[k], rule.ID)
		}
	}
	for k := range r.keywords {
		at := &r.starts[startOf(k[0], k[1])]
		if *at == 0 {
			*at = uint16(len(r.keyed))
			r.keyed = append(r.keyed, nil)
		}
		r.keyed[*at] = append(r.keyed[*at], k)
	}
	r.allowed = sync.OnceValues(func() (config.Config, error) {
		global := config.ViperConfig{AllowList: r.source.AllowList, Allowlists: r.source.Allowlists}
		return global.Translate()
	})
	return r, nil
})

// detector returns gitleaks with the rules of some names, which are compiled.
func (r *rules) detector(names []string) (*detect.Detector, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	key := strings.Join(names, " ")
	if d, ok := r.detectors[key]; ok {
		return d, nil
	}
	return r.assemble(key, names)
}

// compile compiles rules that are not compiled yet.
func (r *rules) compile(names []string) error {
	var missing config.ViperConfig
	for _, name := range names {
		if _, ok := r.compiled[name]; !ok {
			missing.Rules = append(missing.Rules, r.source.Rules[r.index[name]])
		}
	}
	if len(missing.Rules) == 0 {
		return nil
	}
	made, err := missing.Translate()
	if err != nil {
		return err
	}
	for name, rule := range made.Rules {
		expression, keywords := rule.Regex.String(), lowerAll(rule.Keywords)
		c := compiled{reach: reachOf(expression, keywords), needs: needsOf(expression, keywords)}
		c.rule, c.lines = split(rule)
		r.compiled[name] = c
	}
	return nil
}

func lowerAll(keywords []string) []string {
	lower := make([]string, len(keywords))
	for i, k := range keywords {
		lower[i] = strings.ToLower(k)
	}
	return lower
}

// assemble returns gitleaks with compiled rules, and keeps it by a key.
func (r *rules) assemble(key string, names []string) (*detect.Detector, error) {
	global, err := r.allowed()
	if err != nil {
		return nil, err
	}
	c := config.Config{
		Rules: make(map[string]config.Rule), Keywords: make(map[string]struct{}), OrderedRules: names, Allowlists: global.Allowlists,
	}
	for _, name := range names {
		rule := r.compiled[name].rule
		c.Rules[name] = rule
		for _, k := range rule.Keywords {
			c.Keywords[k] = struct{}{}
		}
	}
	if len(r.detectors) >= maxDetectors {
		clear(r.detectors)
	}
	d := detect.NewDetector(c)
	r.detectors[key] = d
	return d, nil
}
