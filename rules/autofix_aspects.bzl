"""Aspects that check the sources of targets, and the function that makes sets of them."""

load("//rules/private:autofix_aspects.bzl", _autofix = "autofix", _autofix_aspects = "autofix_aspects", _autofix_debug = "autofix_debug", _autofix_fix = "autofix_fix", _autofix_strict = "autofix_strict")

autofix = _autofix
autofix_aspects = _autofix_aspects
autofix_debug = _autofix_debug
autofix_fix = _autofix_fix
autofix_strict = _autofix_strict
