"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:rust.bzl", _rustfmt_checker = "rustfmt_checker")

rustfmt_checker = _rustfmt_checker
