"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:web.bzl", _eslint_checker = "eslint_checker")

eslint_checker = _eslint_checker
