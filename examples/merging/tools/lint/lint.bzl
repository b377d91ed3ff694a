"""Aspects with three checkers of Python."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "lint",
    checkers = [
        Label("//tools/lint:ruff_checker"),
        Label("//tools/lint:upgrades"),
        Label("//tools/lint:wording"),
    ],
    fix = "//:fix",
)

lint = _made.autofix
lint_debug = _made.autofix_debug
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
