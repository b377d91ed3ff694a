"""The aspect that runs analyzers of Go. Loading it loads rules_go."""

load("//rules/private/go_checker:aspect.bzl", _autofix_go_aspect = "autofix_go_aspect")

autofix_go_aspect = _autofix_go_aspect
