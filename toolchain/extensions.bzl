"""The module extension that brings the autofix tool as a binary: a release,

```starlark
autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
autofix.toolchain(version = "0.1.0")
use_repo(autofix, "autofix_toolchains")
register_toolchains("@autofix_toolchains//:all")
```

or, in place of the second line, one that is already on this machine:

```starlark
autofix.local(path = "/usr/local/bin/autofix")
```

It also names the configuration of the checks, so that no build needs a flag for it:

```starlark
autofix.config(files = ["//:autofix_config"])
```

And it names the rules_go with which `autofix_go_checker` builds, for those who have one:

```starlark
autofix.go(rules_go = "@rules_go")
```
"""

load("//toolchain/private:autofix_extension.bzl", _autofix = "autofix")

autofix = _autofix
