package validate

import (
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// longestMatch bounds the time of one match of a regular expression that may
// backtrack. A text that takes longer counts as matching, so an unknown result
// is never a finding.
const longestMatch = time.Second

// compileRegex compiles a regular expression of a schema, which is one of
// ECMA-262. Almost all of them are RE2 as well, which takes linear time;
// others, such as expressions with lookahead, backtrack.
func compileRegex(pattern string) (jsonschema.Regexp, error) {
	if linear, err := regexp.Compile(withSpaces(pattern)); err == nil {
		return &matcher{linear, pattern}, nil
	}
	other, err := regexp2.Compile(pattern, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	other.MatchTimeout = longestMatch
	return (*backtracking)(other), nil
}

// A matcher is a regular expression in linear time, with its text in the schema.
type matcher struct {
	*regexp.Regexp
	pattern string
}

func (m *matcher) String() string { return m.pattern }

// The characters that \s and \S of ECMA-262 stand for, as ranges of RE2, which
// has only the ASCII ones. Source: ECMA-262, WhiteSpace and LineTerminator.
const (
	spaces    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notSpaces = `\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

// withSpaces returns a regular expression of ECMA-262 with its \s and \S spelled
// out.
func withSpaces(pattern string) string {
	if !strings.Contains(pattern, `\s`) && !strings.Contains(pattern, `\S`) {
		return pattern
	}
	var b strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c != '\\' || i+1 == len(pattern) {
			inClass = c == '[' || inClass && c != ']'
			b.WriteByte(c)
			continue
		}
		i++
		set := map[byte]string{'s': spaces, 'S': notSpaces}[pattern[i]]
		switch {
		case set == "":
			b.WriteString(pattern[i-1 : i+1])
		case inClass:
			b.WriteString(set)
		default:
			b.WriteString("[" + set + "]")
		}
	}
	return b.String()
}

type backtracking regexp2.Regexp

func (b *backtracking) MatchString(text string) bool {
	matches, err := (*regexp2.Regexp)(b).MatchString(text)
	return matches || err != nil
}

func (b *backtracking) String() string { return (*regexp2.Regexp)(b).String() }
