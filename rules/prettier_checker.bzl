"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:web.bzl", _prettier_checker = "prettier_checker")

prettier_checker = _prettier_checker
