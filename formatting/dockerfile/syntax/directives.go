package syntax

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Directives are recognized in the first lines, until one is something else.
type directives struct {
	done bool
	seen map[string]bool
}

var directiveForm = lazyregexp.New(`^([a-zA-Z][a-zA-Z0-9]*)\s*=\s*(.+?)\s*$`)

// directive reads a comment, and reports whether it is a parser directive.
func (p *scanner) directive(c Comment) bool {
	d := &p.directives
	if d.done {
		return false
	}
	text := p.file.Source[c.Start+1 : c.End]
	match := directiveForm().FindStringSubmatch(text[leadingSpace(text):])
	if match == nil {
		d.done = true
		return false
	}
	name := strings.ToLower(match[1])
	switch name {
	case "syntax", "escape", "check":
	default:
		d.done = true
		return false
	}
	if d.seen[name] {
		p.fail(c.Line, c.Start, "only one %s parser directive can be used", name)
		return true
	}
	if d.seen == nil {
		d.seen = make(map[string]bool)
	}
	d.seen[name] = true
	p.file.Directives = append(p.file.Directives, Directive{Name: name, Value: match[2], Line: c.Line, Start: c.Start, End: c.End})
	if name == "escape" {
		if match[2] == "`" || match[2] == `\` {
			p.file.Escape = match[2][0]
		} else {
			p.fail(c.Line, c.Start, "escape=%s: the escape character is ` or \\", match[2])
		}
	}
	return true
}
