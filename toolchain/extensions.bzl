"""The module extension that brings the autofix tool as a binary.

    autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
    autofix.local(path = "/usr/local/bin/autofix")
    use_repo(autofix, "autofix_toolchains")
    register_toolchains("@autofix_toolchains//:all")
"""

load("//toolchain/private:autofix_extension.bzl", _autofix = "autofix")

autofix = _autofix
