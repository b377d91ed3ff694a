"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:python.bzl", _ruff_format_checker = "ruff_format_checker")

ruff_format_checker = _ruff_format_checker
