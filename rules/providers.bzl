"""The public providers of rules_autofix."""

load("//rules/private:autofix_info.bzl", _AutofixInfo = "AutofixInfo")

AutofixInfo = _AutofixInfo
