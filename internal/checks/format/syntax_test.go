package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files whose formatter is off are parsed all the same.
func TestNotFormatted(t *testing.T) {
	const workflow = ".github/workflows/a.yml"
	off := func(language string) string { return "[format." + language + "]\nenabled = false\n" }
	for _, test := range []struct{ name, path, toml, src, want string }{
		{"a list that does not end", "a.yaml", "", "a: [1\n", "2:1 error syntax/yaml: did not find expected ',' or ']'"},
		{"the second document", "a.yaml", "", "a: 1\n---\nb: {\n", "4:1 error syntax/yaml: did not find expected node content"},
		{"a tab as indentation", "a.yml", "", "a:\n\tb: 1\n", "2:1 error syntax/yaml: found character that cannot start any token"},
		{"an alias to nothing", "a.yaml", "", "a: *b\n", "1:4 error syntax/yaml: unknown anchor 'b' referenced"},
		{"a conflict of a merge", "a.yaml", "", "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n", "2:2 error syntax/yaml: mapping values are not allowed in this context"},
		{"CRLF", "a.yaml", "", "a: 1\r\nb: [\r\n", "3:1 error syntax/yaml: did not find expected node content"},
		{"not in canonical form", "a.yaml", "", "a:   [ 1 ]\n", ""},
		{"a Helm chart", "templates/a.yaml", "", "{{- if .Values.a }}\na: {{ .Values.b }}\n  {{- end }}\n", ""},
		{"a template that does not parse elsewhere", "a.yaml", "", "a: {{ b }}\nc: [1\n", ""},
		{"Jinja", "a.yml", "", "{% for a in b %}\n- {{ a }}\n{% endfor %}\n", ""},
		{"ERB", "a.yml", "", "a: <%= b %>\n<% if c %>\nd: [<%= e %>, f]\n<% end %>\n", ""},
		{"substitutions", "a.yaml", "", "a: @VERSION@\nb: @@NAME@@\n", ""},
		{"a template within quotes", "a.yaml", "", "a: \"{{ default \"b\" .c }}\"\n", ""},
		{"expressions in quotes are no template", "a.yaml", "", "a: \"{{ b }}\" c\n", "1:14 error syntax/yaml: did not find expected key"},
		{"an expression that is a value", "a.yaml", "", "a: ${{ b }}\nc: \"{{ d }}\"\n", ""},
		{"expressions in a flow collection", "a.yaml", "", "a: [${{ b }}-c, d]\n", ""},
		{"which GitHub does not accept", workflow, "", "a: [${{ b }}-c, d]\n", "1:6 error syntax/yaml: did not find expected ',' or ']'"},
		{"a workflow", workflow, "", "on: push\njobs:\n  a: ${{ b }}: c\n", "3:14 error syntax/yaml: mapping values are not allowed in this context"},
		{"a template of a workflow", workflow, "", "{%- if a %}\non: push\n{%- endif %}\njobs: [\n", ""},
		{"own tags, anchors, merges", "a.yaml", "", "a: !Sub &b {c: 1}\nd:\n  <<: *b\n  e: !GetAtt f.g\n", ""},
		{"tabs between tokens", "a.yaml", "", "a:\tb\nc: [\t1,\n\t2]\n\t\n", ""},
		{"a lone dash", "a.yaml", "", "waitFor: [-]\n", ""},
		{"UTF-16", "a.yaml", "", "\xff\xfea\x00", ""},
		{"empty", "a.yaml", "", "", ""},
		{"a file of locks", "pnpm-lock.yaml", "", "a: [1\n", ""},
		{"the rule is off", "a.yaml", "[rules.\"syntax/yaml\"]\nseverity = \"off\"\n", "a: [1\n", ""},
		{"the rules are off", "a.yaml", "[rules.\"syntax/yaml\"]\nseverity = \"off\"\n[rules.\"syntax/duplicate-key\"]\nseverity = \"off\"\n", "a: [1\n", ""},
		{"formatted YAML", "a.yaml", "[format.yaml]\nenabled = true\n", "a: [1\n", "2:1 error syntax/yaml: did not find expected ',' or ']'"},
		{"Protobuf", "a.proto", "", "message A {\n  }\n}\n", "3:1 error syntax/protobuf: } has no opening bracket"},
		{"Go", "a.go", off("go"), "package p }\n", "1:11 error syntax/go: expected declaration, found '}'"},
		{"JSON", "a.json", off("json"), "{\"a\": 1\n", "2:1 error syntax/json: the file ends too early"},
		{"JSON with comments", "a.json", off("json"), "{\"a\": 1, // b\n}\n", ""},
		{"TOML", "a.toml", off("toml"), "a = = 1\n", "1:5 error syntax/toml: ..."},
		{"a script", "a.sh", off("shell"), "a )\n", ""},
		{"a value on each line", "a.json", off("json"), "{}\n{}\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) { finds(t, test.path, test.toml, test.src, test.want) })
	}
}

func TestDuplicateKeys(t *testing.T) {
	const again = "the key \"a\" is already defined at line 1, column "
	for _, test := range []struct{ name, path, toml, src, want string }{
		{"YAML", "a.yaml", "", "a: 1\nb: 2\na: 3\n", "3:1 error syntax/duplicate-key: " + again + "1"},
		{"formatted YAML", "a.yaml", "[format.yaml]\nenabled = true\n", "a: 1\nb:  2\na: 3\n", "3:1 error syntax/duplicate-key: " + again + "1, 2:1 warning format/yaml: not formatted at line 2"},
		{"JSON", "a.json", "", "{ \"a\": 1, \"a\": 2 }\n", "1:11 warning syntax/duplicate-key: " + again + "3"},
		{"JSON that is not formatted", "a.json", "[format.json]\nenabled = false\n", "{ \"a\":1, \"a\": 2 }\n", "1:10 warning syntax/duplicate-key: " + again + "3"},
		{"JSON with comments", "tsconfig.json", "", "{ \"a\": 1, /* b */ \"a\": 2, }\n", "1:19 warning syntax/duplicate-key: " + again + "3"},
		{"TOML", "a.toml", "", "a = 1\na = 2\n", "2:1 error syntax/toml: " + again + "1"},
		{"CRLF", "a.yaml", "", "a: 1\r\na: 3\r\n", "2:1 error syntax/duplicate-key: " + again + "1"},
		{"names that are comments", "package.json", "", "{ \"//\": \"a\", \"//\": \"b\", \"_comment\": 1, \"_comment\": 2 }\n", ""},
		{"a template in comments", "a.yaml", "", "# {{ if b }}\na: 1\n# {{ else }}\na: 2\n# {{ end }}\n", ""},
		{"lines of a preprocessor", "a.yaml", "", "#ifdef B\na: 1\n#else\na: 2\n#endif\n", ""},
		{"lines of a template in JSON", "a.jsonc", "", "{\n  // {% if b %}\n  \"a\": 1,\n  // {% else %}\n  \"a\": 2\n}\n", ""},
		{"a template elsewhere", "a.yaml", "", "a: 1\na: 2\n# {{ if b }}\n", "2:1 error syntax/duplicate-key: " + again + "1"},
		{"expressions in values", "a.yaml", "", "a: \"{{ b }}\"\na: \"{{ c }}\"\n", "2:1 error syntax/duplicate-key: " + again + "1"},
		{"another severity", "a.json", "[rules.\"syntax/duplicate-key\"]\nseverity = \"error\"\n", "{ \"a\": 1, \"a\": 2 }\n", "1:11 error syntax/duplicate-key: " + again + "3"},
		{"off", "a.yaml", "[rules.\"syntax/duplicate-key\"]\nseverity = \"off\"\n", "a: 1\na: 2\n", ""},
		{"a long key", "a.yaml", "", strings.Repeat("a", 70) + ": 1\n" + strings.Repeat("a", 70) + ": 1\n", "2:1 error syntax/duplicate-key: the key \"" + strings.Repeat("a", 60) + "...\" is already defined at line 1, column 1"},
	} {
		t.Run(test.name, func(t *testing.T) { finds(t, test.path, test.toml, test.src, test.want) })
	}
}

// finds compares the findings of a file with those that are wanted, each as
// "LINE:COLUMN SEVERITY RULE: MESSAGE". A message that ends in ... may go on.
func finds(t *testing.T, path, toml, src, want string) {
	t.Helper()
	a, err := check(t, path, src, toml)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range a.Diagnostics {
		found = append(found, fmt.Sprintf("%d:%d %s %s: %s", d.Line, d.Column, d.Severity, d.Rule, d.Message))
	}
	got := strings.Join(found, ", ")
	if begin, ok := strings.CutSuffix(want, " ..."); ok && strings.HasPrefix(got, begin) {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
