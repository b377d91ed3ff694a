package redact

import (
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/internal/coded"
)

// A Code names the reason for which tokens are not put back. Codes are stable.
type Code string

// The codes.
const (
	TokenDropped Code = "token_dropped" // a token is missing; keep it
	TokenCopied  Code = "token_copied"  // a token is there twice; keep one
	TokenForged  Code = "token_forged"  // a token is changed or made up; keep tokens as they are
	TokenMoved   Code = "token_moved"   // a token was moved, or its line or instruction changed, which is not allowed
	TokenBase    Code = "token_base"    // the text before is not one of this mapping, which is a bug
)

var tokenWaysOut = map[Code]string{
	TokenDropped: "keep every " + tokenPrefix + " token",
	TokenCopied:  "use every " + tokenPrefix + " token once",
	TokenForged:  "leave " + tokenPrefix + " tokens exactly as they are",
	TokenMoved:   "leave the lines with " + tokenPrefix + " tokens, and the instructions that they are in, as and where they are",
	TokenBase:    "report this",
}

// WayOut says in a few words how the author of the change can solve the
// problem.
func (c Code) WayOut() string { return tokenWaysOut[c] }

// Shown puts the code at the end of the text of an error.
func (Code) Shown() {}

// A TokenError says why tokens are not put back. Its Detail is the token, or the
// rest of one, and contains no value. Line is one of the text after the change;
// 0 if the token is not there.
type TokenError = coded.Error[Code]

// Restore puts the values back into a text after a change. before is the text
// that Tokenize returned, or one that was restored from without an error; both
// have tokens. A value comes back only at its own place, which means all of:
//
//   - Its token is in the text once, and there are no other tokens of the run,
//     nor parts of one.
//   - Its line is unchanged, and the smallest difference between both texts
//     does not move it: tokens keep their order.
//   - So are the lines that belong to its line because one of them ends with a
//     backslash or a backquote, with the comments and blank lines between. No
//     line may be continued by them that was not before.
//   - So is the start of the document that its line is in, as in RUN <<EOF.
//
// The function that Within was given decides instead whether its place is the
// same, and whether a token may be there again. Everything else is a
// *TokenError.
func (m *Mapping) Restore(before, after string) (string, error) {
	old, err := m.positions(before, true)
	if err != nil {
		return "", err
	}
	now, err := m.positions(after, false)
	if err != nil {
		return "", err
	}
	changes := textdiff.Changes([]byte(before), []byte(after))
	was, is := newLines(before), newLines(after)
	shift, next := 0, 0 // of the changes before the token
	for _, token := range m.tokens {
		at := old[token][0]
		for next < len(changes) && changes[next].End <= at {
			shift += len(changes[next].New) - (changes[next].End - changes[next].Start)
			next++
		}
		changed := next < len(changes) && changes[next].Start <= at
		kept := 0
		for _, to := range now[token] {
			refused := &TokenError{Code: TokenMoved, Detail: token, Line: is.index.Line(to)}
			same, repeats := !changed && to == at+shift, false
			if m.place != nil {
				same, repeats, refused.Err = m.place(before, at, after, to, !same)
			}
			if same {
				kept++
			}
			if refused.Err != nil || !same && !repeats || was.around(at) != is.around(to) {
				return "", refused
			}
		}
		if kept != 1 {
			code := TokenMoved
			if kept > 1 {
				code = TokenCopied
			}
			return "", &TokenError{Code: code, Detail: token, Line: is.index.Line(now[token][0])}
		}
	}
	return m.pattern().ReplaceAllStringFunc(after, func(token string) string { return *m.values[token] }), nil
}

// positions returns the offsets of each token in a text that has all of them.
// Only a function for places allows a token more than once.
func (m *Mapping) positions(text string, base bool) (map[string][]int, error) {
	at := make(map[string][]int)
	for _, found := range m.pattern().FindAllStringIndex(text, -1) {
		token := text[found[0]:found[1]]
		code := Code("")
		if _, ok := m.values[token]; !ok {
			code = TokenForged
		} else if len(at[token]) > 0 && (base || m.place == nil) {
			code = TokenCopied
		}
		if code != "" && base {
			code = TokenBase
		}
		if code != "" {
			return nil, &TokenError{Code: code, Detail: token, Line: position.At(text, found[0]).Line}
		}
		at[token] = append(at[token], found[0])
	}
	for _, token := range m.tokens {
		if _, ok := at[token]; !ok {
			if base {
				return nil, &TokenError{Code: TokenBase, Detail: token}
			}
			return nil, &TokenError{Code: TokenDropped, Detail: token}
		}
	}
	return at, nil
}
