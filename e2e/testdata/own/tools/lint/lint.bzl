"""Aspects with a configuration of their own."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects", "autofix_test_rule")

_made = autofix_aspects(
    config = Label("//tools/lint:lint.toml"),
    fix = "//tools/lint:fix",
)

lint = _made.autofix
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
lint_test = autofix_test_rule(
    check = lint,
    fix = "//tools/lint:fix",
)
