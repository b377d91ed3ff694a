package corpus

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// yaml prints a file.
func (p *printer) yaml(root object) {
	if strings.Contains(p.style.indent, "\t") {
		p.style.indent = "  "
	}
	if p.of100(p.style.comments) {
		p.out.WriteString("# " + p.remark() + "\n\n")
	}
	if p.of100(20) {
		p.out.WriteString("---\n")
	}
	p.yamlObject(root, "", false)
}

// yamlObject prints members, one a line. If after is set, the first is on the
// line that is begun.
func (p *printer) yamlObject(o object, margin string, after bool) {
	for i, m := range o {
		if !after || i > 0 {
			if i > 0 && margin == "" && p.of100(p.style.blank) {
				p.out.WriteByte('\n')
			}
			p.yamlComment(margin)
			p.out.WriteString(margin)
		}
		p.out.WriteString(p.yamlText(m.key, true) + ":")
		p.yamlValue(m.value, margin, false)
	}
}

// yamlValue prints the value of a member, or of an item, after its colon or
// dash, and the line end.
func (p *printer) yamlValue(value any, margin string, item bool) {
	inner := margin + p.style.indent
	switch value := value.(type) {
	case object:
		switch {
		case len(value) == 0 || size(value) < 12 && p.of100(p.style.flow/2):
			p.out.WriteByte(' ')
			p.yamlFlow(value)
			p.end()
		case item: // the members begin where the text after the dash does
			p.out.WriteByte(' ')
			p.yamlObject(value, margin+"  ", true)
		default:
			p.end()
			p.yamlObject(value, inner, false)
		}
	case list:
		if len(value) == 0 || size(value) < 12 && p.of100(p.style.flow) {
			p.out.WriteByte(' ')
			p.yamlFlow(value)
			p.end()
			return
		}
		if !item {
			p.end()
			if p.style.hanging {
				inner = margin
			}
		} else {
			inner = margin + "  "
		}
		for i, v := range value {
			if i > 0 || !item {
				p.yamlComment(inner)
				p.out.WriteString(inner + "-")
			} else {
				p.out.WriteString(" -")
			}
			p.yamlValue(v, inner, true)
		}
	case anchored:
		p.out.WriteString(" &" + value.name)
		p.yamlValue(value.value, margin, false)
	case alias:
		p.out.WriteString(" *" + string(value))
		p.end()
	case nil:
		p.out.WriteString(p.pick("", " null", " ~"))
		p.end()
	case string:
		if strings.Contains(value, "\n") && p.of100(80) {
			p.literal(value, inner)
			return
		}
		p.out.WriteString(" " + p.yamlText(value, false))
		p.end()
	default:
		p.out.WriteString(" " + scalarText(value))
		p.end()
	}
}

// literal prints a block scalar.
func (p *printer) literal(text, margin string) {
	p.out.WriteString(" |")
	if !strings.HasSuffix(text, "\n") {
		p.out.WriteByte('-')
	}
	p.out.WriteByte('\n')
	for line := range strings.Lines(text) {
		if line != "\n" {
			p.out.WriteString(margin)
		}
		p.out.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
}

// yamlFlow prints a value in brackets.
func (p *printer) yamlFlow(value any) {
	space := map[bool]string{false: " ", true: ""}[p.style.tight]
	switch value := value.(type) {
	case object:
		p.out.WriteByte('{')
		for i, m := range value {
			if i > 0 {
				p.out.WriteString(", ")
			} else {
				p.out.WriteString(space)
			}
			key := quoted(m.key)
			if m.key == mergeKey {
				key = mergeKey
			}
			p.out.WriteString(key + ": ")
			p.yamlFlow(m.value)
		}
		if len(value) > 0 {
			p.out.WriteString(space)
		}
		p.out.WriteByte('}')
	case list:
		p.out.WriteByte('[')
		for i, v := range value {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.yamlFlow(v)
		}
		p.out.WriteByte(']')
	case string:
		p.out.WriteString(p.pick(quoted(value), p.yamlText(value, true)))
	case anchored:
		p.out.WriteString("&" + value.name + " ")
		p.yamlFlow(value.value)
	case alias:
		p.out.WriteString("*" + string(value) + " ")
	default:
		p.out.WriteString(scalarText(value))
	}
}

// simple matches strings that need no quotes anywhere, and are no value of
// another type in any version of YAML.
var (
	simple = lazyregexp.New(`^[a-zA-Z./][a-zA-Z0-9./_-]*(?: [a-zA-Z]+)*$`)
	typed  = lazyregexp.New(`(?i)^(?:y|n|yes|no|on|off|true|false|null)$`)
)

// yamlText returns a string in quotes of the style, or without.
func (p *printer) yamlText(text string, plain bool) string {
	switch {
	case text == mergeKey:
		return text
	case simple().MatchString(text) && !typed().MatchString(text) && (plain || p.style.quote == ""):
		return text
	case p.style.quote == "'" && !strings.ContainsAny(text, "\n\t\\"):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return quoted(text)
}

func (p *printer) yamlComment(margin string) {
	if p.of100(p.style.comments) {
		p.out.WriteString(margin + "# " + p.remark() + "\n")
	}
}

// end ends a line.
func (p *printer) end() {
	if p.of100(p.style.comments) {
		p.out.WriteString(" # " + p.remark())
	}
	p.out.WriteByte('\n')
}
