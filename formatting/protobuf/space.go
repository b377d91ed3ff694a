package protobuf

// between returns the blanks between t and the token before it, on one line.
func (p *printer) between(before []token, t token) string {
	last := before[len(before)-1]
	gap := string(p.src[last.end:t.start])
	as := "" // as it is, but one blank at most
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
	case t.kind == '}' && last.kind == '{':
		return ""
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

// parted are tokens that have a blank on both sides, unless another rule is about the other token.
var parted = map[kind]bool{'=': true, '{': true, '}': true}
