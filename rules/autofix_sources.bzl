"""The rule for files that no other rule owns."""

load("//rules/private:autofix_sources.bzl", _autofix_sources = "autofix_sources")

autofix_sources = _autofix_sources
