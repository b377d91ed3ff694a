"""The rule that declares analyzers of Go as a checker. Loading it loads rules_go."""

load("//rules/private/go_checker:checker.bzl", _autofix_go_checker = "autofix_go_checker")

autofix_go_checker = _autofix_go_checker
