"""Checkers of shell scripts."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

def shellcheck_checker(*, name, tool, config = None, args = [], data = [], patterns = ["*.sh", "*.bash"], **kwargs):
    """Declares ShellCheck as a checker. Its fixes are suggestions.

    Tried with ShellCheck 0.11.0.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of shellcheck.
      config: the label of a `.shellcheckrc`. None: ShellCheck looks for one among `data`, and without any, it has its
        defaults.
      args: more arguments for shellcheck, such as `--enable=all`.
      data: other inputs, such as scripts that are sourced.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--rcfile=%s", without = ["--norc"])
    autofix_checker(
        name = name,
        args = ["--format=json1"] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "shellcheck",
        patterns = patterns,
        tool = tool,
        **kwargs
    )
