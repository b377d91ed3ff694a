"""The public API of rules_autofix.

    load("@rules_autofix//rules:defs.bzl", "autofix_sources", "autofix_test", "canonical_sources", "fix")

The aspects are named on the command line or in a .bazelrc: `@rules_autofix//rules:defs.bzl%autofix`
reports, `@rules_autofix//rules:defs.bzl%autofix_strict` fails the build while a safe fix is pending.
"""

load("//rules/private:autofix_aspects.bzl", _autofix = "autofix", _autofix_aspects = "autofix_aspects", _autofix_fix = "autofix_fix", _autofix_strict = "autofix_strict", _autofix_test = "autofix_test")
load("//rules/private:autofix_sources.bzl", _autofix_sources = "autofix_sources")
load("//rules/private:autofix_test.bzl", _autofix_test_rule = "autofix_test_rule")
load("//rules/private:canonical_sources.bzl", _canonical_sources = "canonical_sources")
load("//rules/private:fix.bzl", _fix = "fix")

autofix = _autofix
autofix_aspects = _autofix_aspects
autofix_fix = _autofix_fix
autofix_sources = _autofix_sources
autofix_strict = _autofix_strict
autofix_test = _autofix_test
autofix_test_rule = _autofix_test_rule
canonical_sources = _canonical_sources
fix = _fix
