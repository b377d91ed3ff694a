package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

const (
	// minValue is the minimum length of a value that is looked for, in bytes.
	minValue = 4
	// minForm is the minimum length of its encoded forms.
	minForm = 8
	// minLine is the minimum length of a line of a value that is looked for by
	// itself.
	minLine = 16
)

// commonValues are too common to be secrets by themselves.
var commonValues = []string{"true", "false", "none", "null", "auto", "default", "disabled", "enabled"}

// allForms returns values in all forms that are looked for, each once.
func allForms(values []string) []string {
	var out []string
	for _, v := range values {
		out = append(out, formsOf(v)...)
		if !strings.Contains(v, "\n") {
			continue
		}
		for _, line := range strings.Split(v, "\n") {
			if line = strings.TrimSpace(line); len(line) >= minLine {
				out = append(out, line)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// formsOf returns a value unchanged and in its encodings.
func formsOf(value string) []string {
	if len(value) < minValue || slices.Contains(commonValues, strings.ToLower(value)) || strings.TrimSpace(value) == "" {
		return nil
	}
	forms := []string{value, strings.ReplaceAll(value, "'", `'\''`)}
	if quoted, err := json.Marshal(value); err == nil {
		forms = append(forms, string(quoted[1:len(quoted)-1]))
	}
	for _, escaped := range []string{url.QueryEscape(value), url.PathEscape(value), percentEncoded(value)} {
		forms = append(forms, escaped, lowerEscapes(escaped))
	}
	digits := hex.EncodeToString([]byte(value))
	encoded := []string{digits, strings.ToUpper(digits), base64.StdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value))}
	encoded = append(encoded, strings.TrimRight(encoded[2], "="))
	// Within longer base64, the value may start at any of three places. The
	// characters that other bytes have a part in are left out.
	for before := range 3 {
		text := append(make([]byte, before), value...)
		first, last := (before*8+5)/6, len(text)*8/6
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			encoded = append(encoded, encoding.EncodeToString(text)[first:last])
		}
	}
	for _, e := range encoded {
		if len(e) >= minForm {
			forms = append(forms, e)
		}
	}
	return forms
}

// percentEncoded encodes all bytes of a value.
func percentEncoded(value string) string {
	var b strings.Builder
	for i := range len(value) {
		b.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{value[i]})))
	}
	return b.String()
}

// lowerEscapes writes the digits of percent-encoding in lower case.
func lowerEscapes(s string) string {
	out := []byte(s)
	for i := 0; i+2 < len(out); i++ {
		if out[i] == '%' {
			copy(out[i+1:], strings.ToLower(s[i+1:i+3]))
			i += 2
		}
	}
	return string(out)
}

// A matcher finds many values in one pass.
type matcher struct {
	starts [1 << 16]bool               // the first two bytes of values
	values map[[minValue]byte][]string // by their first bytes; the longest first
}

// newMatcher returns a matcher of values that have at least minValue bytes, or
// nil if there are none.
func newMatcher(values []string) *matcher {
	if len(values) == 0 {
		return nil
	}
	m := &matcher{values: make(map[[minValue]byte][]string)}
	for _, v := range values {
		key := [minValue]byte([]byte(v[:minValue]))
		m.starts[int(v[0])<<8|int(v[1])] = true
		m.values[key] = append(m.values[key], v)
	}
	for _, some := range m.values {
		slices.SortFunc(some, func(a, b string) int { return len(b) - len(a) })
	}
	return m
}

// find calls found for the longest value at each place of a text.
func (m *matcher) find(text string, found func(start, end int)) {
	for at := 0; at+minValue <= len(text); at++ {
		if !m.starts[int(text[at])<<8|int(text[at+1])] {
			continue
		}
		for _, v := range m.values[[minValue]byte([]byte(text[at:at+minValue]))] {
			if strings.HasPrefix(text[at:], v) {
				found(at, at+len(v))
				break
			}
		}
	}
}
