package json

import (
	"encoding/json"
	"strings"
	"unicode/utf16"

	"github.com/tailscale/hujson"
)

// name returns the decoded name of a member.
func (s *source) name(v *hujson.Value) string {
	text := s.text[v.StartOffset+1 : v.EndOffset-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return v.Value.(hujson.Literal).String()
}

func (s *source) scalar(v *hujson.Value) any {
	switch v.Value.Kind() {
	case '"':
		return s.name(v)
	case '0':
		return json.Number(s.text[v.StartOffset:v.EndOffset])
	case 't':
		return true
	case 'f':
		return false
	}
	return nil
}

// quote returns a string as JSON. It escapes characters outside of ASCII if the
// file does.
func (f *File) quote(text string) string {
	return quote(text, !isASCII(text) && strings.Contains(f.root.text, `\u`) && isASCII(f.root.text))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// quote returns a string as JSON. If ascii is set, other characters are
// escaped.
func quote(text string, ascii bool) string {
	plain := string(hujson.String(text))
	if !ascii {
		return plain
	}
	var b strings.Builder
	for _, char := range plain {
		switch {
		case char < 0x80:
			b.WriteRune(char)
		case char > 0xffff:
			high, low := utf16.EncodeRune(char)
			escape(&b, high)
			escape(&b, low)
		default:
			escape(&b, char)
		}
	}
	return b.String()
}

func escape(b *strings.Builder, unit rune) {
	const digits = "0123456789abcdef"
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(digits[unit>>shift&15])
	}
}
