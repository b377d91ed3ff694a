"""The public API of rules_autofix.

    load("@rules_autofix//rules:defs.bzl", "autofix_sources", "autofix_test", "canonical_sources", "fix")

The aspects are named on the command line or in a .bazelrc: `@rules_autofix//rules:defs.bzl%autofix`
reports, `@rules_autofix//rules:defs.bzl%autofix_strict` fails the build while a safe fix is pending, and
`@rules_autofix//rules:defs.bzl%autofix_debug` says what is checked.

Each symbol is also in a file of its own, such as `fix.bzl` for `fix`, which loads only what that symbol needs. The
aspects and `autofix_aspects` are in `autofix_aspects.bzl`, and `autofix_report_rule` and `autofix_test_rule` are in the
files of the rules that they make.
"""

load(":autofix_aspects.bzl", _autofix = "autofix", _autofix_aspects = "autofix_aspects", _autofix_debug = "autofix_debug", _autofix_fix = "autofix_fix", _autofix_strict = "autofix_strict")
load(":autofix_checker.bzl", _autofix_checker = "autofix_checker")
load(":autofix_config_files.bzl", _AUTOFIX_CONFIG_FILES = "AUTOFIX_CONFIG_FILES")
load(":autofix_nogo.bzl", _autofix_nogo = "autofix_nogo")
load(":autofix_report.bzl", _autofix_report = "autofix_report", _autofix_report_rule = "autofix_report_rule")
load(":autofix_source_attrs.bzl", _AUTOFIX_SOURCE_ATTRS = "AUTOFIX_SOURCE_ATTRS")
load(":autofix_sources.bzl", _autofix_sources = "autofix_sources")
load(":autofix_test.bzl", _autofix_test = "autofix_test", _autofix_test_rule = "autofix_test_rule")
load(":autofix_workspace.bzl", _autofix_workspace = "autofix_workspace")
load(":canonical_sources.bzl", _canonical_sources = "canonical_sources")
load(":committed_sources.bzl", _committed_sources = "committed_sources")
load(":fix.bzl", _fix = "fix")
load(":prove.bzl", _prove = "prove")

# Globs of each autofix.toml and of all configuration files of other tools that are read, for the target that the flag
# `//rules:config` names: `glob(AUTOFIX_CONFIG_FILES, allow_empty = True, exclude = ["bazel-*/**"])`.
AUTOFIX_CONFIG_FILES = _AUTOFIX_CONFIG_FILES

# The attributes in which sources are found by default, for `autofix_aspects(attrs = AUTOFIX_SOURCE_ATTRS +
# ["templates"])`.
AUTOFIX_SOURCE_ATTRS = _AUTOFIX_SOURCE_ATTRS

autofix = _autofix
autofix_aspects = _autofix_aspects
autofix_checker = _autofix_checker
autofix_debug = _autofix_debug
autofix_fix = _autofix_fix
autofix_nogo = _autofix_nogo
autofix_report = _autofix_report
autofix_report_rule = _autofix_report_rule
autofix_sources = _autofix_sources
autofix_strict = _autofix_strict
autofix_test = _autofix_test
autofix_test_rule = _autofix_test_rule
autofix_workspace = _autofix_workspace
canonical_sources = _canonical_sources
committed_sources = _committed_sources
fix = _fix
prove = _prove
