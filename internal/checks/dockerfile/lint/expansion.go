package lint

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
)

// An Expansion is a word with expanded variables, without quotes and escapes.
type Expansion struct {
	Value     string
	Words     []string // Value split at unquoted whitespace, as in EXPOSE
	Used      []string // the used variables that are set, sorted
	Undefined []string // the used variables that are neither set nor declared, sorted
	// Assumed is true if Value depends on the build or on an unknown image, and
	// is only a possible value.
	Assumed bool
	Err     error // a syntax error, such as an unterminated quote
}

var errText = errors.New("the text is not UTF-8 or has a NUL character")

// variable returns the variable whose value is the expansion.
func (x Expansion) variable() Variable {
	if len(x.Value) > longest {
		return Variable{Set: true, Assumed: true}
	}
	return Variable{Value: x.Value, Set: true, Assumed: x.Assumed || x.Err != nil}
}

// Expand expands a word as BuildKit does.
func (e Env) Expand(word string) Expansion {
	if !strings.ContainsAny(word, "$'\"<\x00") && strings.IndexByte(word, e.file.Escape) < 0 && utf8.ValidString(word) {
		return Expansion{Value: word, Words: strings.Fields(word)}
	}
	return e.expand(e.file.lexer(), word)
}

// ExpandRaw expands the text of a here-document, where quotes have no meaning.
func (e Env) ExpandRaw(text string) Expansion {
	lex := shell.NewLex('\\')
	lex.SkipProcessQuotes = true
	return e.expand(lex, text)
}

func (e Env) expand(lex *shell.Lex, word string) Expansion {
	if !utf8.ValidString(word) || strings.Contains(word, "\x00") {
		return Expansion{Value: word, Assumed: true, Err: errText} // the lexer would write to standard error
	}
	look := &lookup{vars: e.vars}
	result, err := lex.ProcessWordWithMatches(word, look)
	x := Expansion{Value: result.Result, Words: result.Words, Err: err, Assumed: look.assumed}
	x.Used = slices.Sorted(maps.Keys(result.Matched))
	for name := range result.Unmatched {
		if _, ok := e.vars.get(name); !ok {
			x.Undefined = append(x.Undefined, name)
		}
	}
	slices.Sort(x.Undefined)
	if len(x.Undefined) > 0 && !e.Complete {
		x.Assumed = true
	}
	return x
}

// A lookup provides the variables for one word to the lexer.
type lookup struct {
	vars    *variables
	given   int // total bytes of values
	assumed bool
}

func (l *lookup) Get(name string) (string, bool) {
	v, _ := l.vars.get(name)
	if v.Set && l.given+len(v.Value) > 64*longest {
		v.Value, v.Assumed = "", true
	}
	l.given += len(v.Value)
	l.assumed = l.assumed || v.Assumed
	return v.Value, v.Set
}

// Keys is for BuildKit's suggestions, which Near replaces.
func (*lookup) Keys() []string { return nil }

// Near returns the set or declared name that is most similar to an undefined
// name, with at most two different letters and less than half of them. It
// returns "" if there is none. It considers the first thousand names, and stops
// comparing in a file with very many mistakes.
func (e Env) Near(name string) string {
	near, least, looked := "", 3, 0
	e.vars.names(func(n string) bool {
		e.file.looked++
		looked++
		if d := len(n) - len(name); d < least && -d < least && e.file.compared < 10000 {
			e.file.compared++
			if d := levenshtein.Distance(name, n, nil); d < least && 2*d < len(name) {
				near, least = n, d
			}
		}
		return looked < 1000 && e.file.looked < 1000000
	})
	return near
}

// A Reference is a reference to a variable in a word.
type Reference struct {
	Name  string
	Start int // offset of the name, without $ and brace, in the word
	End   int
	// Guarded is true if the word has an alternative for an undefined variable:
	// ${NAME:-x}, ${NAME+x}, ${NAME?x}.
	Guarded bool
}

// References returns the variable references of a word. In raw text, quotes
// have no meaning.
func References(word string, escape byte, raw bool) []Reference {
	var out []Reference
	var quote byte
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case quote == '\'':
			if c == '\'' {
				quote = 0
			}
		case c == escape:
			if quote == 0 || i+1 < len(word) && (word[i+1] == '"' || word[i+1] == '$' || word[i+1] == escape) {
				i++
			}
		case !raw && (c == '"' || c == '\'' && quote == 0):
			if quote == c {
				quote = 0
			} else {
				quote = c
			}
		case c == '$':
			if ref, ok := reference(word, i+1); ok {
				out = append(out, ref)
				i = ref.End - 1
			}
		}
	}
	return out
}

// reference parses the text after a $.
func reference(word string, start int) (Reference, bool) {
	braced := start < len(word) && word[start] == '{'
	if braced {
		start++
	}
	end := start
	for end < len(word) && isNameByte(word[end]) {
		end++
	}
	ref := Reference{Name: word[start:end], Start: start, End: end}
	if braced {
		rest := strings.TrimPrefix(word[end:], ":")
		ref.Guarded = rest != "" && strings.IndexByte("-+?", rest[0]) >= 0
	}
	return ref, end > start
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
