"""The public providers of rules_autofix.

Each is also in a file of its own, `autofix_info.bzl` and `autofix_checker_info.bzl`.
"""

load(":autofix_checker_info.bzl", _AutofixCheckerInfo = "AutofixCheckerInfo")
load(":autofix_info.bzl", _AutofixInfo = "AutofixInfo")

AutofixCheckerInfo = _AutofixCheckerInfo
AutofixInfo = _AutofixInfo
