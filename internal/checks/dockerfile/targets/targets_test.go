package targets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, file, content string
		want                []Build
	}{
		{
			"a bake file", "docker-bake.hcl", "target \"a\" {\n  target = \"dev\"\n}\ntarget \"b\" {\n  context = \"b\"\n  dockerfile = \"x.Dockerfile\"\n}\n",
			[]Build{{"Dockerfile", "dev", false}, {"b/x.Dockerfile", "", false}},
		},
		{
			"targets that take from others", "a/docker-bake.hcl",
			"target \"c\" {\n  inherits = [\"a\", \"b\"]\n}\ntarget \"a\" {\n  target = \"one\"\n}\ntarget \"b\" {\n  target = \"two\"\n  context = \"..\"\n}\n",
			[]Build{{"Dockerfile", "two", false}, {"Dockerfile", "two", false}, {"a/Dockerfile", "one", false}},
		},
		{"variables", "docker-bake.hcl", "variable \"T\" {}\ntarget \"a\" {\n  target = T\n  context = \"${T}\"\n}\n", []Build{{"", "", true}}},
		{"a matrix", "docker-bake.hcl", "target \"a\" {\n  matrix = {t = [\"x\"]}\n  target = t\n}\n", []Build{{"Dockerfile", "", true}}},
		{"a target of another file", "docker-bake.hcl", "target \"a\" {\n  inherits = [\"b\"]\n}\n", []Build{{"", "", true}}},
		{"a circle", "docker-bake.hcl", "target \"a\" {\n  inherits = [\"a\", \"b\"]\n}\ntarget \"b\" {\n  inherits = [\"a\"]\n}\n", []Build{{"", "", true}, {"", "", true}}},
		{"an URL", "docker-bake.hcl", "target \"a\" {\n  context = \"https://example.com/x.git\"\n}\n", []Build{{"", "", false}}},
		{"above the workspace", "docker-bake.hcl", "target \"a\" {\n  context = \"..\"\n}\n", []Build{{"", "", false}}},
		{"groups and functions alone", "docker-bake.hcl", "group \"default\" {\n  targets = [\"a\"]\n}\n", nil},
		{"no HCL", "docker-bake.hcl", "target {", []Build{{Any: true}}},
		{"a bake file in JSON", "docker-bake.json", `{"target": {"a": {"target": "dev", "inherits": ["b"]}, "b": {"dockerfile": "x"}}}`, []Build{{"x", "", false}, {"x", "dev", false}}},
		{"variables in JSON", "docker-bake.json", `{"target": {"a": {"target": "${T}"}}}`, []Build{{"Dockerfile", "", true}}},
		{"no JSON", "docker-bake.json", "[", []Build{{Any: true}}},
		{"Compose", "compose.yaml", "services:\n  a:\n    build: web\n  b:\n    build: {context: ., dockerfile: b.Dockerfile, target: dev}\n  c:\n    image: x\n", []Build{{"b.Dockerfile", "dev", false}, {"web/Dockerfile", "", false}}},
		{"anchors", "compose.yml", "x-a: &a\n  build: &b\n    target: dev\nservices:\n  a:\n    build:\n      <<: *b\n      context: a\n", []Build{{"a/Dockerfile", "dev", false}}},
		{"variables in Compose", "compose.yml", "services:\n  a:\n    build: {context: \"$D\", target: \"${T:-dev}\"}\n", []Build{{"", "", true}}},
		{"a Dockerfile within", "compose.yml", "services:\n  a:\n    build: {dockerfile_inline: FROM x}\n", nil},
		{"no text", "compose.yml", "services:\n  a:\n    build: {target: [a]}\n  b:\n    build: 1\n", []Build{{"Dockerfile", "", true}}},
		{"no YAML", "compose.yml", "services: {", []Build{{Any: true}}},
		{"nothing", "compose.yml", "", nil},
	} {
		got := Read(test.file, []byte(test.content))
		for i := range got {
			if got[i].Any {
				got[i].Stage = ""
			}
		}
		slices.SortFunc(got, func(a, b Build) int {
			return cmp.Or(cmp.Compare(a.Dockerfile, b.Dockerfile), cmp.Compare(a.Stage, b.Stage))
		})
		if d := diff.Diff(test.want, got); d != "" {
			t.Errorf("%s: builds (-want +got):\n%s", test.name, d)
		}
	}
}

// The time for targets that all inherit from each other is at most quadratic.
func TestManyTargetsTakeFromEachOther(t *testing.T) {
	var src strings.Builder
	for i := range 300 {
		fmt.Fprintf(&src, "target \"t%d\" {\n  inherits = [", i)
		for j := range 300 {
			fmt.Fprintf(&src, "\"t%d\", ", j)
		}
		src.WriteString("]\n}\n")
	}
	if got := len(Read("docker-bake.hcl", []byte(src.String()))); got != 300 {
		t.Errorf("%d builds, want 300", got)
	}
}
