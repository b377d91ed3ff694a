"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:java.bzl", _google_java_format_checker = "google_java_format_checker")

google_java_format_checker = _google_java_format_checker
