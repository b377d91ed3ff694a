package corpus

import (
	"encoding/json"
	"fmt"
	"strings"
)

// json prints a file.
func (p *printer) json(root object) {
	if p.style.comment && p.of100(50) {
		p.out.WriteString("// " + p.remark() + "\n")
	}
	p.jsonValue(root, "", false)
	p.out.WriteByte('\n')
}

func (p *printer) jsonValue(value any, margin string, line bool) {
	switch value := value.(type) {
	case object:
		p.jsonList('{', '}', len(value), margin, line || margin != "" && size(value) < 12 && p.of100(p.style.flow/2), func(i int, margin string, line bool) {
			p.out.WriteString(quoted(value[i].key) + ":")
			if !p.style.tight {
				p.out.WriteByte(' ')
			}
			p.jsonValue(value[i].value, margin, line)
		})
	case list:
		p.jsonList('[', ']', len(value), margin, line || size(value) < 12 && p.of100(p.style.flow), func(i int, margin string, line bool) {
			p.jsonValue(value[i], margin, line)
		})
	default:
		p.out.WriteString(scalarText(value))
	}
}

// jsonList prints a container, on one line or with one item a line.
func (p *printer) jsonList(open, shut byte, n int, margin string, line bool, item func(i int, margin string, line bool)) {
	p.out.WriteByte(open)
	defer p.out.WriteByte(shut)
	if n == 0 {
		return
	}
	if line {
		space := map[bool]string{false: " ", true: ""}[p.style.tight]
		for i := range n {
			if i > 0 {
				p.out.WriteString("," + space)
			} else if open == '{' {
				p.out.WriteString(space)
			}
			item(i, margin, true)
		}
		if open == '{' {
			p.out.WriteString(space)
		}
		return
	}
	inner := margin + p.style.indent
	for i := range n {
		p.out.WriteByte('\n')
		if i > 0 && margin == "" && p.style.comment && p.of100(p.style.blank) {
			p.out.WriteByte('\n')
		}
		if p.style.comment && p.of100(p.style.comments) {
			p.out.WriteString(inner + p.pick("// "+p.remark(), "/* "+p.remark()+" */", `// "old": [1, 2],`) + "\n")
		}
		p.out.WriteString(inner)
		item(i, inner, false)
		if i < n-1 || p.style.trailing {
			p.out.WriteByte(',')
		}
		if p.style.comment && p.of100(p.style.comments) {
			p.out.WriteString(p.pick(" // ", "\t// ") + p.remark())
		}
	}
	p.out.WriteString("\n" + margin)
}

// size returns the number of values in a value.
func size(value any) int {
	n := 1
	switch value := value.(type) {
	case object:
		for _, m := range value {
			n += size(m.value)
		}
	case list:
		for _, item := range value {
			n += size(item)
		}
	}
	return n
}

// quoted returns text as a string of JSON, without escapes that need not be.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func scalarText(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		return quoted(value)
	case float64:
		if value == float64(int(value)) {
			return fmt.Sprintf("%.1f", value)
		}
	}
	return fmt.Sprint(value)
}
