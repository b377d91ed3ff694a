"""Aspects with checkers of this workspace's own."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects", "autofix_test_rule")

_made = autofix_aspects(
    name = "own",
    checkers = [
        Label("//tools/own:colour"),
        Label("//tools/own:grey"),
    ],
    fix = "//tools/own:fix",
)

own = _made.autofix
own_debug = _made.autofix_debug
own_fix = _made.autofix_fix
own_strict = _made.autofix_strict
own_test = autofix_test_rule(
    check = own,
    fix = "//tools/own:fix",
)

# Another set, without a name, and with one checker alone.
_other = autofix_aspects(
    builtin_checkers = False,
    checkers = [Label("//tools/own:colour")],
    fix = "//tools/own:fix_other",
)

other = _other.autofix
other_fix = _other.autofix_fix
other_strict = _other.autofix_strict
