"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:yaml.bzl", _actionlint_checker = "actionlint_checker")

actionlint_checker = _actionlint_checker
