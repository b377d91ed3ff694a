"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:python.bzl", _black_checker = "black_checker")

black_checker = _black_checker
