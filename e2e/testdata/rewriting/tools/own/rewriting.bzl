"""Aspects with checkers that make new texts of files."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "rewriting",
    checkers = [
        Label("//tools/own:hues"),
        Label("//tools/own:layout"),
    ],
    fix = "//tools/own:fix",
)

rewriting = _made.autofix
rewriting_fix = _made.autofix_fix
rewriting_strict = _made.autofix_strict
