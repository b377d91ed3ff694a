"""The provider of the results of checks."""

load("//rules/private:autofix_info.bzl", _AutofixInfo = "AutofixInfo")

AutofixInfo = _AutofixInfo
