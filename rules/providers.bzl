"""The public providers of rules_autofix."""

load("//rules/private:autofix_checker_info.bzl", _AutofixCheckerInfo = "AutofixCheckerInfo")
load("//rules/private:autofix_info.bzl", _AutofixInfo = "AutofixInfo")

AutofixCheckerInfo = _AutofixCheckerInfo
AutofixInfo = _AutofixInfo
