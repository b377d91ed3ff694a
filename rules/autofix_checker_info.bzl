"""The provider of checkers."""

load("//rules/private:autofix_checker_info.bzl", _AutofixCheckerInfo = "AutofixCheckerInfo")

AutofixCheckerInfo = _AutofixCheckerInfo
