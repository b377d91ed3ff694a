"""What the BUILD file at the root of a workspace has."""

load(":config_files.bzl", "CONFIG_FILES")
load(":fix.bzl", "fix")

# Folders of other files than sources.
_EXCLUDED = [
    "**/node_modules/**",
    "bazel-*/**",
]

def autofix_workspace(*, name, config = [], exclude = [], fix_name = "fix", **kwargs):
    """Declares, at the root of a workspace, the configuration of the checks and `bazel run //:fix`.

    The configuration has each file of the root package that the checks obey, and any that you add later. Name it in
    MODULE.bazel: `autofix.config(files = ["//:autofix_config"])`.

    `bazel run //:fix` also fixes files that no target has, by the built-in checkers. The checks of a build cannot reach
    them: `bazel run //:fix -- --mode=check --policy=strict` is the gate for all files.

    Args:
      name: the name of the target with the configuration, `autofix_config`.
      config: labels of more configuration files, which are in other packages.
      exclude: globs of files of the root package that are not configuration of the checks.
      fix_name: the name of the `fix` target. What the gate prints names `//:fix`.
      **kwargs: arguments of `fix`, such as `companions`.
    """
    native.filegroup(
        name = name,
        srcs = native.glob(CONFIG_FILES, allow_empty = True, exclude = _EXCLUDED + exclude) + config,
        visibility = ["//visibility:public"],
    )
    fix(name = fix_name, **({"undeclared": "fix"} | kwargs))
