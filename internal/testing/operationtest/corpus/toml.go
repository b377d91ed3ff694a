package corpus

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// toml prints a file.
func (p *printer) toml(root object) {
	if p.of100(p.style.comments) {
		p.out.WriteString("# " + p.remark() + "\n\n")
	}
	p.tomlTable(root, nil)
}

// tomlTable prints the members of a table, and its subtables after them.
func (p *printer) tomlTable(o object, path []string) {
	var tables []member
	for _, m := range o {
		switch value := m.value.(type) {
		case object:
			if len(path) == 0 || !p.of100(p.style.flow/2) {
				tables = append(tables, m)
				continue
			}
			if len(value) > 0 && p.of100(50) {
				p.dotted(value, p.tomlKey(m.key))
				continue
			}
		case list:
			if allObjects(value) && !p.of100(p.style.flow/2) {
				tables = append(tables, m)
				continue
			}
		}
		p.pair(p.tomlKey(m.key), m.value)
	}
	for _, m := range tables {
		inner := append(path[:len(path):len(path)], p.tomlKey(m.key))
		name := strings.Join(inner, ".")
		if all, ok := m.value.(list); ok {
			for _, item := range all {
				p.header("[[" + name + "]]")
				p.tomlTable(item.(object), inner)
			}
			continue
		}
		table := m.value.(object)
		if !hasTablesOnly(table) || p.style.flow > 0 || p.of100(20) {
			p.header("[" + name + "]")
		}
		p.tomlTable(table, inner)
	}
}

// hasTablesOnly reports whether a table has members, all of which are tables
// that are not empty. Such a table needs no header.
func hasTablesOnly(table object) bool {
	for _, m := range table {
		if inner, ok := m.value.(object); !ok || len(inner) == 0 {
			return false
		}
	}
	return len(table) > 0
}

func allObjects(all list) bool {
	for _, item := range all {
		if _, ok := item.(object); !ok {
			return false
		}
	}
	return len(all) > 0
}

func (p *printer) header(text string) {
	if p.out.Len() > 0 && !p.style.tight {
		p.out.WriteByte('\n')
	}
	if p.of100(p.style.comments) {
		p.out.WriteString("# " + p.remark() + "\n")
	}
	p.out.WriteString(text)
	p.end()
}

// dotted prints an object as pairs with dotted keys.
func (p *printer) dotted(o object, prefix string) {
	for _, m := range o {
		key := prefix + "." + p.tomlKey(m.key)
		if inner, ok := m.value.(object); ok && len(inner) > 0 {
			p.dotted(inner, key)
			continue
		}
		p.pair(key, m.value)
	}
}

func (p *printer) pair(key string, value any) {
	if p.of100(p.style.comments) {
		p.out.WriteString("# " + p.pick(p.remark(), "old = [1, 2]") + "\n")
	}
	equals := map[bool]string{false: " = ", true: "="}[p.style.tight]
	p.out.WriteString(key + equals)
	all, isList := value.(list)
	text, isText := value.(string)
	switch {
	case isList && len(all) > 0 && (size(all) > 12 || !p.of100(p.style.flow)):
		p.out.WriteByte('[')
		for i, item := range all {
			p.out.WriteByte('\n')
			if p.of100(p.style.comments) {
				p.out.WriteString(p.style.indent + "# " + p.remark() + "\n")
			}
			p.out.WriteString(p.style.indent)
			p.inline(item)
			if i < len(all)-1 || p.of100(50) {
				p.out.WriteByte(',')
			}
			if p.of100(p.style.comments) {
				p.out.WriteString(" # " + p.remark())
			}
		}
		p.out.WriteString("\n]")
	case isText && strings.Contains(text, "\n") && !strings.Contains(text, `\`) && p.of100(70):
		mark := p.pick(`"""`, `'''`)
		p.out.WriteString(mark + "\n" + text + mark)
	default:
		p.inline(value)
	}
	p.end()
}

// inline prints a value on one line.
func (p *printer) inline(value any) {
	switch value := value.(type) {
	case object:
		p.out.WriteByte('{')
		for i, m := range value {
			if i > 0 {
				p.out.WriteByte(',')
			}
			if i > 0 || !p.style.tight {
				p.out.WriteByte(' ')
			}
			p.out.WriteString(p.tomlKey(m.key) + " = ")
			p.inline(m.value)
		}
		if len(value) > 0 && !p.style.tight {
			p.out.WriteByte(' ')
		}
		p.out.WriteByte('}')
	case list:
		p.out.WriteByte('[')
		for i, v := range value {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.inline(v)
		}
		p.out.WriteByte(']')
	case string:
		if p.style.quote == "'" && !strings.ContainsAny(value, "'\n\t") {
			p.out.WriteString("'" + value + "'")
			return
		}
		p.out.WriteString(quoted(value))
	default:
		text := scalarText(value)
		if _, ok := value.(int); ok && p.of100(5) {
			text = "+" + text
		}
		p.out.WriteString(text)
	}
}

var bare = lazyregexp.New(`^[A-Za-z0-9_-]+$`)

func (p *printer) tomlKey(key string) string {
	switch {
	case bare().MatchString(key):
		return key
	case p.style.quote == "'":
		return "'" + key + "'"
	}
	return quoted(key)
}
