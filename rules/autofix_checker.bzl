"""The rule that declares a checker."""

load("//rules/private:autofix_checker.bzl", _autofix_checker = "autofix_checker")

autofix_checker = _autofix_checker
