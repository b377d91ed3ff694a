package main

import (
	"context"
	"strings"
	"testing"
)

func TestBazelFixNamesTheGatesThatItCannotOpen(t *testing.T) {
	const lint = `load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "lint",
    checkers = [Label("//lint:ruff")],
    fix = "//:fix",
)

lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
`
	const ran = "autofix: this run had the aspect @@r~//rules:defs.bzl%autofix_fix alone\n"
	for _, test := range []struct {
		name, bzl string
		args      []string
		want      string
	}{
		{
			"its fix target is this one", lint, nil,
			ran + "  //lint:lint.bzl%lint_strict also has ruff, which did not run; set aspect = \"//lint:lint.bzl%lint_fix\" in the target //:fix, or run: bazel run //:fix -- --aspect=//lint:lint.bzl%lint_fix\n",
		},
		{
			"with patterns and flags", lint,
			[]string{"--safety=suggestion", "//a:a", "--", "--config=x"},
			ran + "  //lint:lint.bzl%lint_strict also has ruff, which did not run; set aspect = \"//lint:lint.bzl%lint_fix\" in the target //:fix, or run: bazel run //:fix -- --aspect=//lint:lint.bzl%lint_fix --safety=suggestion //a:a -- --config=x\n",
		},
		{
			"another fix target", strings.Replace(lint, "//:fix", "//lint:fix", 1), nil,
			ran + "  //lint:lint.bzl%lint_strict also has ruff, which did not run; run it with: bazel run //lint:fix\n",
		},
		{
			"no aspect to fix with", strings.Replace(lint, "lint_fix = _made.autofix_fix\n", "", 1), nil,
			ran + "  //lint:lint.bzl%lint_strict also has ruff, which did not run; assign the autofix_fix of the set to a variable in lint/lint.bzl, and name it in `aspect` of //:fix\n",
		},
		{"its own aspect", lint, []string{"--aspect=//lint:lint.bzl%lint_fix"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, map[string]string{"a/x.go": "package a\n", "lint/lint.bzl": test.bzl, "lint/BUILD.bazel": ""}, "//a:a a/x.go\n", "")
			if code := b.run(context.Background(), test.args...); code != 0 {
				t.Fatalf("exit %d\n%s", code, b.stderr)
			}
			if _, got, _ := strings.Cut(b.stdout, "autofix: nothing pending\n"); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}
