package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A hit is a half-open range of bytes in a text: a keyword, or the text within
// its reach.
type hit struct{ start, end int }

// A candidate is a rule that may match in a text.
type candidate struct {
	name string
	hits []hit // of its keywords; empty for a rule without keywords
	compiled
}

// matching returns the names of the rules that match in a text, sorted, and the
// ranges of the text in which they do. The ranges are whole lines that contain
// all that a match depends on. The rules are compiled.
//
// Most keywords are common words such as key, and most of the time is spent
// matching after them. Therefore, an expression is only matched within its
// reach of a keyword, if the reach is known.
func (r *rules) matching(text string) (names []string, where []hit, err error) {
	lower := strings.ToLower(text)
	candidates, err := r.candidates(lower)
	if err != nil {
		return nil, nil, err
	}
	whole := !placed(text)
	all := false
	for _, c := range candidates {
		if !whole && len(c.needs) > 0 && !slices.ContainsFunc(c.needs, func(n string) bool { return strings.Contains(lower, n) }) {
			continue
		}
		if whole || !c.reach.known || len(c.hits) == 0 {
			if c.rule.Regex.MatchString(text) {
				names, all = append(names, c.name), true
			}
			continue
		}
		if windows := c.windows(text); c.matches(text, windows) {
			names, where = append(names, c.name), append(where, windows...)
		}
	}
	if all {
		return names, []hit{{0, len(text)}}, nil
	}
	for i, w := range where {
		where[i] = lines(text, w)
		if where[i].end == len(text) && !strings.HasSuffix(text, "\n") {
			return names, []hit{{0, len(text)}}, nil // gitleaks treats the whole text as the last line, and searches it for its own comment
		}
	}
	return names, merged(where), nil
}

// windows returns the ranges of a text that contain all matches of a rule.
func (c *candidate) windows(text string) []hit {
	windows := make([]hit, len(c.hits))
	for i, h := range c.hits {
		windows[i].start, windows[i].end = c.reach.window(text, h.start, h.end)
	}
	return merged(windows)
}

func (c *candidate) matches(text string, windows []hit) bool {
	return slices.ContainsFunc(windows, func(w hit) bool { return c.rule.Regex.MatchString(text[w.start:w.end]) })
}

// lines returns the lines of a range of a text, with one more line before and
// after, so that gitleaks sees each line as it does in the whole text.
func lines(text string, w hit) hit {
	start := max(strings.LastIndexByte(text[:w.start], '\n'), 0)
	start = strings.LastIndexByte(text[:start], '\n') + 1
	end := w.end
	for range 2 {
		if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(text)
		}
	}
	return hit{start, end}
}

// merged returns ranges in order, with overlapping and adjacent ones merged.
func merged(all []hit) []hit {
	slices.SortFunc(all, func(a, b hit) int { return a.start - b.start })
	out := all[:0]
	for _, h := range all {
		if n := len(out); n > 0 && h.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, h.end)
		} else {
			out = append(out, h)
		}
	}
	return out
}

// candidates returns the rules with a keyword in a lowercase text, by name, and
// the rules without keywords.
func (r *rules) candidates(lower string) ([]candidate, error) {
	hits := make(map[string][]hit) // by rule
	for i := range max(len(lower)+1-minKeyword, 0) {
		for _, k := range r.keyed[r.starts[startOf(lower[i], lower[i+1])]] {
			if !strings.HasPrefix(lower[i:], k) {
				continue
			}
			for _, name := range r.keywords[k] {
				hits[name] = append(hits[name], hit{i, i + len(k)})
			}
		}
	}
	names := slices.Clone(r.always)
	for name := range hits {
		names = append(names, name)
	}
	slices.Sort(names)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if err := r.compile(names); err != nil {
		return nil, err
	}
	out := make([]candidate, len(names))
	for i, name := range names {
		out[i] = candidate{name, hits[name], r.compiled[name]}
	}
	return out, nil
}

// placed reports whether every keyword in the lowercase form of a text is at
// the same offset in the text, and whether expressions match only the keywords
// there. Some letters equal K and S except for case, and the lowercase form of
// some letters, and of bytes that are not UTF-8, has another length.
func placed(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		if utf8.RuneLen(unicode.ToLower(c)) != utf8.RuneLen(c) || misleading(c) {
			return false
		}
	}
	return true
}

// misleading reports whether a case-insensitive expression takes a character
// for an ASCII letter.
func misleading(c rune) bool { return c == 'ſ' || c == '\u212A' }
