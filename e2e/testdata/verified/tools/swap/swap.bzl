"""The checker of this workspace alone."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "swap",
    builtin_checkers = False,
    checkers = [Label("//tools/swap:swap")],
    fix = "//tools/swap:fix",
)

swap = _made.autofix
swap_fix = _made.autofix_fix
