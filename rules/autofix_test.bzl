"""The rule that tests that no fix is pending."""

load("//rules/private:autofix_aspects.bzl", _autofix_test = "autofix_test")
load("//rules/private:autofix_test.bzl", _autofix_test_rule = "autofix_test_rule")

autofix_test = _autofix_test
autofix_test_rule = _autofix_test_rule
