package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// An allowlist lists the matches that are not secrets. The names of fields are
// keys of the file.
type allowlist struct {
	Condition   string // OR, the default, or AND
	Paths       []string
	Commits     []string
	RegexTarget string // the text that Regexes are matched against: secret, the default, match or line
	Regexes     []string
	Stopwords   []string // lowercase texts within a secret

	compile    sync.Once
	expression *regexp.Regexp // see compiled
}

// A target is a match that an allowlist may allow.
type target struct {
	secret string
	match  string // of the expression of a rule
	line   *lineContext
}

// allows reports whether a list allows a target. A condition on paths or
// commits is never met: texts have neither.
func (a *allowlist) allows(t target) bool {
	if a == nil {
		return false
	}
	if strings.EqualFold(a.Condition, "AND") {
		return len(a.Paths) == 0 && len(a.Commits) == 0 &&
			(len(a.Regexes) == 0 || a.matches(t)) && (len(a.Stopwords) == 0 || a.stops(t.secret))
	}
	return a.matches(t) || a.stops(t.secret)
}

// matches reports whether one of the expressions matches.
func (a *allowlist) matches(t target) bool {
	switch {
	case len(a.Regexes) == 0:
		return false
	case a.RegexTarget == "line":
		return t.line.matches(a)
	case a.RegexTarget == "match":
		return a.compiled().MatchString(t.match)
	}
	return a.compiled().MatchString(t.secret)
}

// stops reports whether one of the stop words is in a secret.
func (a *allowlist) stops(secret string) bool {
	secret = strings.ToLower(secret)
	return slices.ContainsFunc(a.Stopwords, func(w string) bool { return strings.Contains(secret, w) })
}

// compiled returns all expressions as one. They are joined as gitleaks joins
// them: a flag in one holds for the next ones too. It panics if one is invalid,
// which is a bug.
func (a *allowlist) compiled() *regexp.Regexp {
	a.compile.Do(func() { a.expression = regexp.MustCompile("(?:" + strings.Join(a.Regexes, "|") + ")") })
	return a.expression
}

// A lineContext is the lines of a match. It caches the results of allowlists
// for them, because a line may have thousands of matches.
type lineContext struct {
	first, last int // numbers of lines, or 0
	text        string
	comment     bool // whether allowComment is in the text
	known       map[*allowlist]bool
}

// move sets the lines. They are remembered unless they change.
func (l *lineContext) move(text *text, first, last int) {
	if l.first == first && l.last == last {
		return
	}
	within := text.original[text.lines().Start(first):text.lines().End(last)]
	*l = lineContext{first, last, within, strings.Contains(within, allowComment), make(map[*allowlist]bool)}
}

// matches reports whether an expression of a list matches the lines.
func (l *lineContext) matches(a *allowlist) bool {
	result, ok := l.known[a]
	if !ok {
		result = a.compiled().MatchString(l.text)
		l.known[a] = result
	}
	return result
}
