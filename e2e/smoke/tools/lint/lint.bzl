"""Aspects of our own, with a configuration of their own."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    config = Label("//tools/lint:lint.toml"),
    fix = "//tools/lint:fix",
)

lint = _made.autofix
lint_fix = _made.autofix_fix
lint_strict = _made.autofix_strict
