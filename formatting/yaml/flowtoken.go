package yaml

// A token is the kind of a token in a flow collection.
type token int

const (
	tokenNone     token = iota
	tokenOpen           // [ or {
	tokenClose          // ] or }
	tokenComma          // ,
	tokenKey            // ? before a key
	tokenValue          // : before a value
	tokenProperty       // an anchor, alias or tag
	tokenScalar         // quoted or plain. A plain one that spans lines is one on each line
	tokenComment        // from # to the end of the line
	tokenBreak          // a line end
)

// A flow reads the tokens of one flow collection.
type flow struct {
	src   []byte
	open  []byte // the open brackets
	last  token  // before the current one, breaks and comments left out
	plain bool   // whether the last one is a plain scalar, which may go on
	wrap  bool   // whether a line end follows it
}

// next returns the token at i, where there is no whitespace, and its end.
func (f *flow) next(i int) (t token, end int) {
	t, end = f.read(i)
	switch t {
	case tokenBreak:
		f.wrap = true
		return t, end
	case tokenComment:
		return t, end
	case tokenOpen:
		f.open = append(f.open, f.src[i])
	case tokenClose:
		f.open = f.open[:max(0, len(f.open)-1)]
	}
	f.last, f.wrap = t, false
	return t, end
}

func (f *flow) read(i int) (token, int) {
	src, goesOn := f.src, f.plain && f.wrap
	f.plain = f.plain && (src[i] == '\n' || src[i] == '#')
	switch c := src[i]; {
	case c == '\n':
		return tokenBreak, i + 1
	case c == '#':
		return tokenComment, lineEnd(src, i)
	case c == '[' || c == '{':
		return tokenOpen, i + 1
	case c == ']' || c == '}':
		return tokenClose, i + 1
	case c == ',':
		return tokenComma, i + 1
	case c == ':' && f.isValue(i):
		return tokenValue, i + 1
	case goesOn:
	case c == '?' && endsWord(src, i+1):
		return tokenKey, i + 1
	case c == '"' || c == '\'':
		return tokenScalar, quotedEnd(src, i)
	case c == '&' || c == '*' || c == '!':
		return tokenProperty, propertyEnd(src, i, true)
	}
	f.plain = true
	return tokenScalar, max(i+1, plainEnd(src, i, true))
}

// isValue reports whether the colon at i is a token and not the start of a
// plain scalar.
func (f *flow) isValue(i int) bool {
	if endsWord(f.src, i+1) {
		return true
	}
	inMapping := len(f.open) > 0 && f.open[len(f.open)-1] == '{'
	starts := f.last == tokenValue || f.last == tokenKey || f.last == tokenOpen || f.last == tokenComma
	return inMapping && (!starts || isFlow(f.src[i+1]))
}

// flowEnd returns the end of the flow collection at i if it ends on its line,
// and otherwise -1.
func flowEnd(src []byte, i int) int {
	f := flow{src: src}
	for i < len(src) {
		t, end := f.next(i)
		switch {
		case t == tokenBreak || t == tokenComment:
			return -1
		case len(f.open) == 0:
			return end
		}
		i = skipWhitespace(src, end)
	}
	return -1
}
