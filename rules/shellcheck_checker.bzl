"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:shell.bzl", _shellcheck_checker = "shellcheck_checker")

shellcheck_checker = _shellcheck_checker
