package yaml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "a:\n  b: c: d\n", "x.yaml:2:7: mapping values are not allowed in this context", 9},
		{"in bytes", "é: ü: b\n", "x.yaml:1:7: mapping values are not allowed in this context", 6},
		{"behind a byte order mark", "\ufeffa: b: c\n", "x.yaml:1:8: mapping values are not allowed in this context", 7},
		{"below a byte order mark", "\ufeffa: b\n c: d\n", "x.yaml:2:3: mapping values are not allowed in this context", 10},
		{"at the end", "a: [b\n", "x.yaml:2:1: did not find expected ',' or ']'", 6},
		{"at the end without a newline", "a: \"b", "x.yaml:1:6: found unexpected end of stream", 5},
		{"a tab as indentation", "a:\n\tb: c\n", "x.yaml:2:1: found character that cannot start any token", 3},
		{"an alias of nothing", "a: *b\n", "x.yaml:1:4: unknown anchor 'b' referenced", 3},
		{"bad indentation", "a:\n    b: c\n  d: e\n", "x.yaml:3:3: did not find expected key", 14},
		{"text that is not UTF-8", "a: b\nc: \xff\n", "x.yaml:2:4: invalid leading UTF-8 octet (value: 255)", 8},
		{"a control character", "a: b\nc: \x01\n", "x.yaml:2:4: control characters are not allowed (value: 1)", 8},
		{"in a later document", "a: b\n---\n}\n", "x.yaml:3:1: did not find expected node content", 9},
		{"quoted expressions do not make a template", "a: \"{{ b }}\"\n c: d\n", "x.yaml:2:2: did not find expected key", 14},
	}
	l := language(t, yaml.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, formatErr := l.Format("x.yaml", []byte(test.src))
			_, valueErr := l.Value("x.yaml", []byte(test.src))
			for name, err := range map[string]error{"Format": formatErr, "Parse": l.Parse("x.yaml", []byte(test.src)), "Value": valueErr} {
				e, ok := errors.AsType[*formatting.SyntaxError](err)
				if !ok || err.Error() != test.want || e.Offset != test.offset {
					t.Errorf("%s: %v, want %s", name, err, test.want)
				}
			}
		})
	}
}

// What is not YAML, or what can't be judged, is refused: that is not a mistake
// in the file.
func TestRefusals(t *testing.T) {
	const template = "it is a template, not YAML"
	tests := []struct{ name, src, want string }{
		{"Helm", "a: b\n{{- if .Values.c }}\nd: e\n{{- end }}\n", template + " (line 2); the parser stops at line 3, column 1: "},
		{"Helm, within a line", "a: b\nc: {{ .Values.d }}-e\n", template + " (line 2)"},
		{"Helm, where it parses", "a:   {{ .Values.b }}\n", template},
		{"Helm, where it parses as a key", "{{ .Values.b }}: c\n", template},
		{"Jinja", "{% if a %}\nb: c\n{% endif %}\n", template + " (line 1)"},
		{"ERB", "<% if a %>\nb: c: d\n<% end %>\n", template + " (line 1)"},
		{"expand_template", "a: @b@\n", template + " (line 1)"},
		{"in the middle of what does not parse", "a: b\nc: - {{ d }}\n", template + " (line 2)"},
		{"deep flow collections", strings.Repeat("[", 100_000), "collections are nested more than 10000 levels deep"},
		{"deep block collections", strings.Repeat("- ", 100_000), "collections are nested more than 10000 levels deep"},
		{"NUL", "a: \x00\n", "NUL byte at offset 3"},
		{"mixed line endings", "a: b\r\nc: d\n", "mixed line endings"},
		{"UTF-16", "\xff\xfea\xd8", "it is encoded in UTF-16"},
		{"a CR alone", "a: b\rc: d\n", "YAML treats the CR at offset 4 as a line ending"},
		{"what the parser and the standard disagree on", "|\na\n---\nb:  c\n", "would change its value"},
		{"50 MB", strings.Repeat("a\n", 25<<20), "exceeds the limit"},
	}
	r := formatting.NewRegistry(language(t, yaml.Options{}))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("x.yaml", []byte(test.src))
			if e, ok := errors.AsType[*formatting.RefusedError](err); !ok || !strings.Contains(e.Reason, test.want) {
				t.Errorf("%.200v, want %s", err, test.want)
			}
		})
	}
}

// Size does not matter: neither lines, nor depth, nor many comments at great
// depth.
func TestLargeInput(t *testing.T) {
	long := strings.Repeat("abc ", 500_000) + "d"
	deep := 9_990
	tests := []struct{ name, src, want string }{
		{"a huge line", "a:  " + long + "\n", "a: " + long + "\n"},
		{"a huge line in a flow collection", "[ " + strings.Repeat("a,", 100_000) + "b]\n", "[" + strings.Repeat("a, ", 100_000) + "b]\n"},
		{"a huge quoted line", "a:  \"" + long + "\"\n", "a: \"" + long + "\"\n"},
		{"many lines", "a:\n" + strings.Repeat("    - b\n", 100_000), "a:\n" + strings.Repeat("  - b\n", 100_000)},
		{"a scalar of many lines", "a:  b\n" + strings.Repeat("  b\n\n", 100_000), "a: b\n" + strings.TrimSuffix(strings.Repeat("  b\n\n", 100_000), "\n")},
		{"deep flow collections", strings.Repeat("[ ", deep) + strings.Repeat("]", deep) + "\n", strings.Repeat("[", deep) + strings.Repeat("]", deep) + "\n"},
		{
			"comments in deep block collections",
			strings.Repeat("-  ", deep) + "a\n" + strings.Repeat("# b\n", 100_000),
			strings.Repeat("- ", deep) + "a\n" + strings.Repeat("# b\n", 100_000),
		},
	}
	r := formatting.NewRegistry(language(t, yaml.Options{}))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("x.yaml", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("%d bytes, %.200v, want %d bytes", len(got.Text), err, len(test.want))
			}
		})
	}
}
