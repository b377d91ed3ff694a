package protobuf

import (
	"bytes"
	"strings"
)

// A printer writes tokens with canonical whitespace between them.
type printer struct {
	src    []byte
	out    []byte
	indent int

	scopes    []scope
	statement line // on which the statement at hand starts
	within    bool // a statement: the next token is not the first of one
	current   line
	verbatim  bool // between clang-format off and on
}

// A line is known by the columns of its first token, before and after.
type line struct{ old, now int }

// A scope is the text between two brackets.
type scope struct {
	block     bool // it has statements, each of which starts a line at the block's indentation
	aggregate bool // a block of the text format: the value of an option, in which statements have no semicolon
	statement line // that it is in
}

// put writes a token and the whitespace before it.
func (p *printer) put(before []token, t token) {
	switch {
	case len(before) == 0:
		p.startLine(before, t)
	case p.verbatim:
		last := before[len(before)-1]
		p.out = append(p.out, p.src[last.end:t.start]...)
		if t.lines > 0 {
			p.current = line{p.oldColumn(t.start), p.oldColumn(t.start)}
		}
	case t.lines > 0:
		p.out = append(p.out, strings.Repeat("\n", min(t.lines, 2))...)
		p.startLine(before, t)
	default:
		p.out = append(p.out, p.between(before, t)...)
	}
	if t.comment() {
		p.comment(t)
		return
	}
	if !p.within {
		p.statement, p.within = p.current, true
	}
	p.enter(before, t)
	p.out = append(p.out, t.text(p.src)...)
}

// top returns the innermost scope. The file is a block.
func (p *printer) top() scope {
	if len(p.scopes) == 0 {
		return scope{block: true}
	}
	return p.scopes[len(p.scopes)-1]
}

// startLine writes the indentation of a line that starts with t.
func (p *printer) startLine(before []token, t token) {
	scope := p.top()
	if scope.aggregate && !continues(before, t) {
		p.within = false
	}
	old, now := p.oldColumn(t.start), 0
	switch {
	case t.kind == '}' && scope.block:
		now = scope.statement.now
	case scope.block && !p.within && len(p.scopes) > 0:
		now = scope.statement.now + p.indent
	case scope.block && !p.within:
	default:
		now = max(0, old+p.statement.now-p.statement.old)
	}
	p.current = line{old, now}
	p.out = append(p.out, strings.Repeat(" ", now)...)
}

// continues reports whether t, at the start of a line, continues with a value
// of the text format.
func continues(before []token, t token) bool {
	last := before[len(before)-1]
	return last.kind == ':' || last.kind == '-' || last.kind == text && t.kind == text
}

// enter follows the brackets and statements past t.
func (p *printer) enter(before []token, t token) {
	switch outer := p.top(); t.kind {
	case '(', '[':
		p.scopes = append(p.scopes, scope{})
	case '{':
		inner := scope{block: outer.block, statement: p.statement}
		last := lastToken(before).kind
		inner.aggregate = inner.block && (outer.aggregate || last == '=' || last == ':')
		p.scopes = append(p.scopes, inner)
		if inner.block {
			p.within = false
		}
	case ')', ']', '}':
		p.scopes = p.scopes[:len(p.scopes)-1]
		if outer.block {
			p.statement = outer.statement
			p.within = outer.aggregate && !p.top().aggregate // a semicolon follows
		}
	case ';':
		if outer.block {
			p.within = false
		}
	}
}

// lastToken returns the last token that is not a comment.
func lastToken(tokens []token) token {
	for i := len(tokens) - 1; i >= 0; i-- {
		if !tokens[i].comment() {
			return tokens[i]
		}
	}
	return token{}
}

// comment writes a comment, with its lines below the first moved as that one
// is.
func (p *printer) comment(t token) {
	body := t.text(p.src)
	switch note := string(body); {
	case note == "// clang-format off":
		p.verbatim = true
	case note == "// clang-format on":
		p.verbatim = false
	}
	if p.verbatim || !bytes.ContainsRune(body, '\n') {
		p.out = append(p.out, body...)
		return
	}
	shift := p.width(p.out[bytes.LastIndexByte(p.out, '\n')+1:]) - p.width(p.src[bytes.LastIndexByte(p.src[:t.start], '\n')+1:t.start])
	first := true
	for text := range bytes.Lines(body) {
		text = bytes.TrimRight(text, whitespace+"\n")
		if !first {
			p.out = append(p.out, '\n')
			if rest := bytes.TrimLeft(text, whitespace); len(rest) > 0 {
				column := p.width(text[:len(text)-len(rest)]) + shift
				p.out = append(append(p.out, strings.Repeat(" ", max(0, column))...), rest...)
			}
			continue
		}
		p.out = append(p.out, text...)
		first = false
	}
}

// oldColumn returns the column of the first text on the line of offset.
func (p *printer) oldColumn(offset int) int {
	start := bytes.LastIndexByte(p.src[:offset], '\n') + 1
	rest := bytes.TrimPrefix(p.src[start:], []byte(bom))
	return p.width(rest[:len(rest)-len(bytes.TrimLeft(rest, whitespace))])
}

// width returns the columns of a text. A tab is a level of indentation.
func (p *printer) width(text []byte) int {
	return len(text) + bytes.Count(text, []byte("\t"))*(p.indent-1)
}
