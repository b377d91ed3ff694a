package validate

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// longestMatch bounds the time of one match of a regular expression that may
// backtrack. A text that takes longer counts as matching: no finding is made of
// what is not known.
const longestMatch = time.Second

// compileRegex compiles a regular expression of a schema, which is one of
// ECMA-262. Almost all of them are RE2 as well, which takes linear time; the
// others, such as those with lookahead, backtrack.
func compileRegex(pattern string) (jsonschema.Regexp, error) {
	if linear, err := regexp.Compile(pattern); err == nil {
		return linear, nil
	}
	other, err := regexp2.Compile(pattern, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	other.MatchTimeout = longestMatch
	return (*backtracking)(other), nil
}

type backtracking regexp2.Regexp

func (b *backtracking) MatchString(text string) bool {
	matches, err := (*regexp2.Regexp)(b).MatchString(text)
	return matches || err != nil
}

func (b *backtracking) String() string { return (*regexp2.Regexp)(b).String() }
