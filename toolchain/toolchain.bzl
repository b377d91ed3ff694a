"""The toolchain rule: which autofix tool the checks run."""

load("//toolchain/private:autofix_toolchain.bzl", _autofix_toolchain = "autofix_toolchain")

autofix_toolchain = _autofix_toolchain
