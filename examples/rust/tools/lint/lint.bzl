"""Aspects that run the built-in checkers and those of this folder."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "lint",
    checkers = [
        Label("//tools/lint:clippy"),
        Label("//tools/lint:rustfmt"),
    ],
    fix = "//:fix",
)

lint = _made.autofix
lint_debug = _made.autofix_debug
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
