package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
)

func TestTestPart(t *testing.T) {
	const build = "load(\"@rules_go//go:def.bzl\", \"go_library\")\n\ngo_library(\n    name = \"a\",\n    srcs = [\"a.go\"],\n)\n"
	const tested = "\ngo_test(\n    name = \"a_test\",\n    srcs = [\"a_test.go\"],\n)\n"
	loads := strings.Replace(build, "\"go_library\"", "\"go_library\", \"go_test\"", 1)
	source := func(text string) string { return strings.Replace(text, "[\"a.go\"]", "[\"a.go\", \"b.go\"]", 1) }
	more := func(text string) string {
		return strings.Replace(text, "[\"a_test.go\"]", "[\"a_test.go\", \"b_test.go\"]", 1)
	}
	for _, row := range []struct {
		name, base, text, want string
	}{
		{"a new target and a new source", build, source(loads) + tested, loads + tested},
		{"a new file of a target, and a new source", loads + tested, source(loads) + more(tested), loads + more(tested)},
		{"a source", build, source(build), build},
		{"a comment", build, "# a\n" + build, build},
		{"a target that is gone", loads + tested, build, build},
		{"what does not parse", build, loads + "go_test((\n", build},
		{"a target that changes its rule", loads + tested, strings.Replace(loads+tested, "go_test(", "go_library(", 1), loads + tested},
	} {
		c := mustNew(t, fix, addTest, file("x/BUILD.bazel", row.base, row.text), created("docs/a.md", "x\n"), created("go.mod", "module a\n"))
		part := policy.TestPart(c)
		got := row.base
		if f := part.File("x/BUILD.bazel"); f != nil {
			got = string(f.After)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s: %s", row.name, diff)
		}
		want := []string{"a_test.go"}
		if row.want != row.base {
			want = append(want, "x/BUILD.bazel")
		}
		if diff := cmp.Diff(want, part.Paths()); diff != "" {
			t.Errorf("%s: %s", row.name, diff)
		}
	}
	part := policy.TestPart(mustNew(t, created("x/BUILD", tested), created("y/BUILD", build), deleted("z/BUILD", tested)))
	if diff := cmp.Diff([]string{"x/BUILD"}, part.Paths()); diff != "" {
		t.Error(diff)
	}
}
