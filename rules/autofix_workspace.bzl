"""The macro for the root of a workspace."""

load("//rules/private:autofix_workspace.bzl", _autofix_workspace = "autofix_workspace")

autofix_workspace = _autofix_workspace
