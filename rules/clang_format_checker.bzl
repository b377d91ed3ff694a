"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:cc.bzl", _clang_format_checker = "clang_format_checker")

clang_format_checker = _clang_format_checker
