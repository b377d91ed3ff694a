"""The rule that declares nogo of rules_go as a checker."""

load("//rules/private:autofix_nogo.bzl", _autofix_nogo = "autofix_nogo")

autofix_nogo = _autofix_nogo
