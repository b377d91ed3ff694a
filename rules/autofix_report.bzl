"""The rule that makes one report of several targets."""

load("//rules/private:autofix_aspects.bzl", _autofix_report = "autofix_report")
load("//rules/private:autofix_report.bzl", _autofix_report_rule = "autofix_report_rule")

autofix_report = _autofix_report
autofix_report_rule = _autofix_report_rule
