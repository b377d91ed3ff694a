package yaml_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "a:\n  b: c: d\n", Want: "x.yaml:2:7: mapping values are not allowed in this context"},
		{Name: "in bytes", Src: "é: ü: b\n", Want: "x.yaml:1:7: mapping values are not allowed in this context"},
		{Name: "behind a byte order mark", Src: "\ufeffa: b: c\n", Want: "x.yaml:1:8: mapping values are not allowed in this context"},
		{Name: "below a byte order mark", Src: "\ufeffa: b\n c: d\n", Want: "x.yaml:2:3: mapping values are not allowed in this context"},
		{Name: "at the end", Src: "a: [b\n", Want: "x.yaml:2:1: did not find expected ',' or ']'"},
		{Name: "at the end without a newline", Src: "a: \"b", Want: "x.yaml:1:6: found unexpected end of stream"},
		{Name: "a tab as indentation", Src: "a:\n\tb: c\n", Want: "x.yaml:2:1: found character that cannot start any token"},
		{Name: "an alias of nothing", Src: "a: *b\n", Want: "x.yaml:1:4: unknown anchor 'b' referenced"},
		{Name: "bad indentation", Src: "a:\n    b: c\n  d: e\n", Want: "x.yaml:3:3: did not find expected key"},
		{Name: "text that is not UTF-8", Src: "a: b\nc: \xff\n", Want: "x.yaml:2:4: invalid leading UTF-8 octet (value: 255)"},
		{Name: "a control character", Src: "a: b\nc: \x01\n", Want: "x.yaml:2:4: control characters are not allowed (value: 1)"},
		{Name: "in a later document", Src: "a: b\n---\n}\n", Want: "x.yaml:3:1: did not find expected node content"},
		{Name: "quoted expressions do not make a template", Src: "a: \"{{ b }}\"\n c: d\n", Want: "x.yaml:2:2: did not find expected key"},
	}
	formattest.SyntaxErrors(t, language(t, yaml.Options{}), "x.yaml", tests)
	formattest.ValueErrors(t, language(t, yaml.Options{}), "x.yaml", tests)
}

// A text that is not YAML, or that cannot be judged, is refused. That is not a
// mistake in the file.
func TestRefusals(t *testing.T) {
	const template = "a template, not YAML"
	tests := []formattest.Case{
		{Name: "Helm", Src: "a: b\n{{- if .Values.c }}\nd: e\n{{- end }}\n", Want: template + " (line 2); the parser stops at line 3, column 1: "},
		{Name: "Helm, within a line", Src: "a: b\nc: {{ .Values.d }}-e\n", Want: template + " (line 2)"},
		{Name: "Helm, where it parses", Src: "a:   {{ .Values.b }}\n", Want: template},
		{Name: "Helm, where it parses as a key", Src: "{{ .Values.b }}: c\n", Want: template},
		{Name: "Jinja", Src: "{% if a %}\nb: c\n{% endif %}\n", Want: template + " (line 1)"},
		{Name: "ERB", Src: "<% if a %>\nb: c: d\n<% end %>\n", Want: template + " (line 1)"},
		{Name: "expand_template", Src: "a: @b@\n", Want: template + " (line 1)"},
		{Name: "in the middle of what does not parse", Src: "a: b\nc: - {{ d }}\n", Want: template + " (line 2)"},
		{Name: "deep flow collections", Src: strings.Repeat("[", 100_000), Want: "collections are nested more than 10000 levels deep"},
		{Name: "deep block collections", Src: strings.Repeat("- ", 100_000), Want: "collections are nested more than 10000 levels deep"},
		{Name: "NUL", Src: "a: \x00\n", Want: "NUL byte at offset 3"},
		{Name: "mixed line endings", Src: "a: b\r\nc: d\n", Want: "mixed line endings"},
		{Name: "UTF-16", Src: "\xff\xfea\xd8", Want: "encoded in UTF-16"},
		{Name: "a CR alone", Src: "a: b\rc: d\n", Want: "YAML treats the CR at offset 4 as a line ending"},
		{Name: "what the parser and the standard disagree on", Src: "|\na\n---\nb:  c\n", Want: "would change its value"},
		{Name: "50 MB", Src: strings.Repeat("a\n", 25<<20), Want: "exceeds the limit"},
	}
	formattest.Refuses(t, language(t, yaml.Options{}), "x.yaml", tests)
}

// Size does not matter: neither lines, nor depth, nor many comments at great
// depth.
func TestLargeInput(t *testing.T) {
	long := strings.Repeat("abc ", 500_000) + "d"
	deep := 9_990
	tests := []formattest.Case{
		{Name: "a huge line", Src: "a:  " + long + "\n", Want: "a: " + long + "\n"},
		{Name: "a huge line in a flow collection", Src: "[ " + strings.Repeat("a,", 100_000) + "b]\n", Want: "[" + strings.Repeat("a, ", 100_000) + "b]\n"},
		{Name: "a huge quoted line", Src: "a:  \"" + long + "\"\n", Want: "a: \"" + long + "\"\n"},
		{Name: "many lines", Src: "a:\n" + strings.Repeat("    - b\n", 100_000), Want: "a:\n" + strings.Repeat("  - b\n", 100_000)},
		{Name: "a scalar of many lines", Src: "a:  b\n" + strings.Repeat("  b\n\n", 100_000), Want: "a: b\n" + strings.TrimSuffix(strings.Repeat("  b\n\n", 100_000), "\n")},
		{Name: "deep flow collections", Src: strings.Repeat("[ ", deep) + strings.Repeat("]", deep) + "\n", Want: strings.Repeat("[", deep) + strings.Repeat("]", deep) + "\n"},
		{
			Name: "comments in deep block collections",
			Src:  strings.Repeat("-  ", deep) + "a\n" + strings.Repeat("# b\n", 100_000),
			Want: strings.Repeat("- ", deep) + "a\n" + strings.Repeat("# b\n", 100_000),
		},
	}
	formattest.Format(t, language(t, yaml.Options{}), "x.yaml", tests)
}
