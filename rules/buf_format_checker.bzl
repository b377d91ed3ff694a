"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:protobuf.bzl", _buf_format_checker = "buf_format_checker")

buf_format_checker = _buf_format_checker
