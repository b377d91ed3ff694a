package protobuf

// between returns the whitespace between t and the token before it, on one line.
func (p *printer) between(before []token, t token) string {
	last := before[len(before)-1]
	gap := string(p.src[last.end:t.start])
	as := "" // as in the source, with one space at most
	if gap != "" {
		as = " "
	}
	switch {
	case t.kind == lineComment && gap != "":
		return gap // comments below each other are often aligned
	case t.kind == lineComment:
		return " "
	case t.comment() || last.comment():
		return as
	}
	switch {
	case t.kind == ';' || t.kind == ',' || t.kind == ':' || t.kind == ')' || t.kind == ']' || t.kind == '>':
		return ""
	case last.kind == '(' || last.kind == '[' || last.kind == '<':
		return ""
	case t.kind == '}' && onlyEmpty(before):
		return ""
	case last.kind == '{' && isValue(before[:len(before)-1]), t.kind == '}' && isValue(before[:opening(before)]):
		return as // some pad the message that is a value, and buf does not
	case t.kind == '<' && last.is(p.src, "map"):
		return ""
	case t.kind == '(' && last.is(p.src, "returns"), t.kind == '(' && last.is(p.src, "option"):
		return " "
	case t.kind == '(' && last.kind == word && lastToken(before[:len(before)-1]).is(p.src, "rpc"):
		return ""
	case t.kind == '[' && (last.kind == word || last.kind == text || last.kind == ')'):
		return " "
	case parted[t.kind] || parted[last.kind] || last.kind == ';' || last.kind == ',' || last.kind == ':':
		return " "
	case (t.kind == word || t.kind == text) && (last.kind == word || last.kind == text || last.kind == ')' || last.kind == ']' || last.kind == '>'):
		return " "
	}
	return as
}

// parted are tokens that have a space on both sides, unless another rule is
// about the other token.
var parted = map[kind]bool{'=': true, '{': true, '}': true}

// isValue reports whether the brace that follows tokens starts the value of an
// option or a field.
func isValue(before []token) bool {
	last := lastToken(before)
	return last.kind == '=' || last.kind == ':'
}

// onlyEmpty reports whether the block that the next token closes has nothing
// but empty statements, as in {;;}.
func onlyEmpty(before []token) bool {
	i := len(before) - 1
	for i > 0 && before[i].kind == ';' {
		i--
	}
	return before[i].kind == '{'
}

// opening returns the index of the brace that the next token closes, or 0 where
// it is on another line.
func opening(before []token) int {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i].kind {
		case '}':
			depth++
		case '{':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return 0
}
