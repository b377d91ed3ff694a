"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:cc.bzl", _clang_tidy_checker = "clang_tidy_checker")

clang_tidy_checker = _clang_tidy_checker
