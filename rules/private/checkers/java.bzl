"""Checkers of Java."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")

def google_java_format_checker(*, name, tool, args = [], data = [], patterns = ["*.java"], **kwargs):
    """Declares google-java-format as the formatter of Java.

    Not tried: made after its documentation.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of google-java-format.
      args: more arguments for it, such as `--aosp`.
      data: other inputs.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    autofix_checker(
        name = name,
        args = ["--replace"] + args + ["{files}"],
        data = data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )
