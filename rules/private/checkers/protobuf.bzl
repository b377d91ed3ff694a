"""Checkers of Protocol Buffers."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")

def buf_format_checker(*, name, tool, args = [], data = [], patterns = ["*.proto"], **kwargs):
    """Declares `buf format` as the formatter of Protocol Buffers. It has no configuration.

    Tried with buf 1.75.0.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of buf.
      args: more arguments for `buf format`.
      data: other inputs.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    autofix_checker(
        name = name,
        args = ["format"] + args + ["{files}"],
        data = data,
        format = "text",
        patterns = patterns,
        tool = tool,
        **kwargs
    )
