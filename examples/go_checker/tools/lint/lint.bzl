"""Aspects with the built-in checkers and analyzers of Go."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")
load("@rules_autofix//rules:go.bzl", "autofix_go_aspect")

lint_go = autofix_go_aspect(checker = Label("//tools/lint:go"))

_made = autofix_aspects(
    name = "lint",
    checkers = [Label("//tools/lint:go")],
    fix = "//:fix",
    requires = [lint_go],
)

lint = _made.autofix
lint_debug = _made.autofix_debug
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
