"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:rust.bzl", _clippy_checker = "clippy_checker")

clippy_checker = _clippy_checker
