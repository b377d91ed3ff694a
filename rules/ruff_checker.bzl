"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:python.bzl", _ruff_checker = "ruff_checker")

ruff_checker = _ruff_checker
