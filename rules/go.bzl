"""Analyzers of Go as a checker.

    load("@rules_autofix//rules:go.bzl", "autofix_go_aspect", "autofix_go_checker")

These build with the rules_go of the root module, which `autofix.go(rules_go = "@rules_go")` names in its MODULE.bazel.
Nothing else of this ruleset loads rules_go.
"""

load(":autofix_go_aspect.bzl", _autofix_go_aspect = "autofix_go_aspect")
load(":autofix_go_checker.bzl", _autofix_go_checker = "autofix_go_checker")

autofix_go_aspect = _autofix_go_aspect
autofix_go_checker = _autofix_go_checker
