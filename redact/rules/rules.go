// Package rules finds secrets in text with the rules of gitleaks.
//
// gitleaks has more than two hundred rules, and compiling all of them takes
// longer than checking a thousand files. Therefore, a rule is compiled when a
// text first has one of its keywords, and only matched within reach of a
// keyword. gitleaks itself then checks each match.
package rules

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
	Description string // gitleaks' description
	Start, End  int    // of the secret, in bytes of the text, half open
}

// A Reading says how a text is read. The zero value is for people's own files.
type Reading struct {
	// IgnoreAllow is set if gitleaks:allow on a line does not allow the secrets
	// there.
	IgnoreAllow bool
	// Overlap is set if lines that are too long for one search are searched in
	// parts that overlap, so that no part ends within a secret. Parts of the
	// secret may then be found as well.
	Overlap bool
}

// Find returns the secrets of a text, in order. It skips lines with
// gitleaks:allow. An error means that the embedded rules are invalid, which is
// a bug. It is safe for concurrent use.
func Find(text string) ([]Finding, error) {
	return Reading{}.Find(text)
}

// Find returns the secrets of a text, as the function Find does.
func (reading Reading) Find(text string) ([]Finding, error) {
	rules, err := load()
	if err != nil {
		return nil, fmt.Errorf("the rules of gitleaks: %w", err)
	}
	var out []Finding
	for start, part := range parts(text, reading.Overlap) {
		found, err := rules.find(part, reading)
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
func (r *rules) find(text string, reading Reading) ([]Finding, error) {
	names, where, err := r.matching(text)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	detector, err := r.detector(names, reading)
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

// places returns all positions of a secret in a text: gitleaks counts lines and
// columns differently, and may report only one of several positions.
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

// rules are the rules of gitleaks and the state of those that are compiled.
type rules struct {
	source   config.ViperConfig
	index    map[string]int      // of a rule in source, by name
	keywords map[string][]string // the names of the rules that have a keyword
	starts   [1 << 16]uint16     // by two bytes: index into keyed of the keywords that begin with them
	keyed    [][]string          // the first is empty
	always   []string            // the names of rules without keywords

	mutex     sync.Mutex
	compiled  map[string]compiled
	allowed   func() (config.Config, error) // the allowlists of all rules
	detectors map[detectorKey]*detect.Detector
}

// A compiled rule is one that a text needed.
type compiled struct {
	rule  config.Rule         // without the allowlists in lines
	lines []*config.Allowlist // allowlists that depend on the line
	reach reach
	needs []string // see needsOf
}

// minKeyword is the minimum length of a keyword for the table of starts. The
// table finds keywords as fast as a trie, which takes longer to build than a
// Dockerfile takes to check.
const minKeyword = 2

func startOf(first, second byte) int { return int(first)<<8 | int(second) }

// maxDetectors is the maximum number of cached sets of rules. Files of one kind
// use the same few.
const maxDetectors = 64

var load = sync.OnceValues(func() (*rules, error) {
	r := &rules{
		index: make(map[string]int), keywords: make(map[string][]string), keyed: make([][]string, 1),
		compiled: make(map[string]compiled), detectors: make(map[detectorKey]*detect.Detector),
	}
	if err := toml.Unmarshal([]byte(config.DefaultConfig), &r.source); err != nil {
		return nil, err
	}
	for i, rule := range r.source.Rules {
		if rule.Regex == "" {
			continue // matches only names of files
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

// A detectorKey names a cached detector.
type detectorKey struct {
	rules   string // their names
	reading Reading
}

// detector returns a gitleaks detector with some rules, which are compiled.
func (r *rules) detector(names []string, reading Reading) (*detect.Detector, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	key := detectorKey{strings.Join(names, " "), reading}
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

// assemble returns a gitleaks detector with compiled rules, and caches it by
// key.
func (r *rules) assemble(key detectorKey, names []string) (*detect.Detector, error) {
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
	d.IgnoreGitleaksAllow = key.reading.IgnoreAllow
	r.detectors[key] = d
	return d, nil
}
