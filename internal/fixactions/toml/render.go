package toml

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// lineWidth is the number of columns up to which a new array or inline table is
// written on one line.
const lineWidth = 80

// supported returns an error if TOML cannot express a value.
func supported(v value, pointer string) error {
	for i, item := range v.array {
		if err := supported(item, operation.JoinIndex(pointer, i)); err != nil {
			return err
		}
	}
	for _, m := range v.object {
		if err := supported(m.value, operation.Join(pointer, m.key)); err != nil {
			return err
		}
	}
	if v.kind != 0 {
		return nil
	}
	switch scalar := v.scalar.(type) {
	case nil:
		return fail(operation.CodeUnsupportedValue, pointer, "TOML has no null")
	case json.Number:
		text := string(scalar)
		if !strings.ContainsAny(text, ".eE") {
			if _, err := strconv.ParseInt(text, 10, 64); err != nil {
				return fail(operation.CodeUnsupportedValue, pointer, "integers of TOML have 64 bits, which %s exceeds", text)
			}
		} else if f, err := strconv.ParseFloat(text, 64); err != nil || math.IsInf(f, 0) {
			return fail(operation.CodeUnsupportedValue, pointer, "%s is too large for a number of TOML", text)
		}
	}
	return nil
}

// inline returns a value on one line.
func (s *style) inline(v value) string {
	var b strings.Builder
	s.appendInline(&b, v)
	return b.String()
}

func (s *style) appendInline(b *strings.Builder, v value) {
	switch v.kind {
	case '[':
		b.WriteByte('[')
		for i, item := range v.array {
			b.WriteString([]string{s.array, s.comma}[min(i, 1)])
			s.appendInline(b, item)
		}
		if len(v.array) > 0 {
			b.WriteString(s.array)
		}
		b.WriteByte(']')
	case '{':
		b.WriteByte('{')
		for i, m := range v.object {
			b.WriteString([]string{s.table, s.comma}[min(i, 1)])
			b.WriteString(keyText(m.key))
			b.WriteString(s.equals)
			s.appendInline(b, m.value)
		}
		if len(v.object) > 0 {
			b.WriteString(s.table)
		}
		b.WriteByte('}')
	default:
		b.WriteString(s.scalar(v.scalar))
	}
}

// scalar returns a scalar.
func (s *style) scalar(v any) string {
	switch v := v.(type) {
	case string:
		if s.literal && isLiteral(v) {
			return "'" + v + "'"
		}
		return quote(v)
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return string(v)
	}
	panic(fmt.Sprintf("toml: a scalar is a %T", v))
}

// value returns a value, with lines for an array that has no room on one.
// before is the text before the value on its line, and margin the start of the
// line. If tall is set, an array always spans lines.
func (s *style) value(v value, before int, margin string, tall bool) string {
	text := s.inline(v)
	if v.kind != '[' || len(v.array) == 0 || !tall && before+utf8.RuneCountInString(text) <= lineWidth {
		return text
	}
	inner := margin + s.unit
	var b strings.Builder
	b.WriteString("[" + s.newline)
	for i, item := range v.array {
		b.WriteString(inner + s.value(item, len(inner), inner, false))
		if i+1 < len(v.array) || s.commas {
			b.WriteByte(',')
		}
		b.WriteString(s.newline)
	}
	b.WriteString(margin + "]")
	return b.String()
}

// keyText returns a name as part of a key.
func keyText(name string) string {
	bare := name != ""
	for i := range len(name) {
		bare = bare && isBare(name[i])
	}
	if bare {
		return name
	}
	return quote(name)
}

func keysText(names []string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = keyText(name)
	}
	return strings.Join(parts, ".")
}

// quote returns a basic string.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, char := range text {
		switch char {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(char)
		case '\b':
			b.WriteString(`\b`)
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\f':
			b.WriteString(`\f`)
		case '\r':
			b.WriteString(`\r`)
		default:
			if char < ' ' || char == 0x7f {
				fmt.Fprintf(&b, `\u%04X`, char)
			} else {
				b.WriteRune(char)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isLiteral reports whether a literal string can express text.
func isLiteral(text string) bool {
	return !strings.ContainsFunc(text, func(char rune) bool {
		return char == '\'' || char < ' ' && char != '\t' || char == 0x7f
	})
}

// likeOld returns a new scalar in the style of the one that it replaces.
func (s *style) likeOld(v any, old string) string {
	text, ok := v.(string)
	if !ok {
		return s.scalar(v)
	}
	switch {
	case old[0] == '"' || old[0] == '\'':
		return s.stringLike(text, old)
	case '0' <= old[0] && old[0] <= '9' && sameTime(text, old):
		return text
	}
	return s.scalar(v)
}

// stringLike returns a string with the quotes of another one.
func (s *style) stringLike(text, old string) string {
	candidate := quote(text)
	switch {
	case strings.HasPrefix(old, "'''"):
		candidate = "'''" + flow.LineEnd(old[3:]) + text + "'''"
	case strings.HasPrefix(old, "'"):
		candidate = "'" + text + "'"
	case strings.HasPrefix(old, `"""`) && strings.Contains(text, "\n"):
		var b strings.Builder
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			quoted := quote(line)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		first := flow.LineEnd(old[3:])
		if first == "" && strings.HasPrefix(text, "\n") {
			first = s.newline
		}
		candidate = `"""` + first + b.String() + `"""`
	default:
		return candidate
	}
	if got, ok := decodeText(candidate).(string); ok && got == text {
		return candidate
	}
	return quote(text)
}

// sameTime reports whether text is a date or time of the kind of another one.
func sameTime(text, old string) bool {
	var p unstable.Parser
	kindOf := func(text string) (unstable.Kind, bool) {
		p.Reset([]byte("x=" + text + "\n"))
		if !p.NextExpression() {
			return 0, false
		}
		n := p.Expression().Value()
		return n.Kind, string(n.Data) == text
	}
	kind, ok := kindOf(old)
	if !ok || kind != unstable.LocalDate && kind != unstable.LocalTime && kind != unstable.LocalDateTime && kind != unstable.DateTime {
		return false
	}
	other, ok := kindOf(text)
	return ok && other == kind && isTime(kind, text)
}
