"""Checkers of Python."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

_PYTHON = ["*.py", "*.pyi"]

def ruff_checker(*, name, tool, config = None, args = [], data = [], patterns = _PYTHON, **kwargs):
    """Declares ruff as a checker: its findings, and the fixes that it calls safe or unsafe.

    Tried with ruff 0.16.10.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of ruff.
      config: the label of a `ruff.toml` or `pyproject.toml`. Patterns in it are relative to the workspace's root. None:
        ruff looks for one among `data`, and without any, it has its defaults.
      args: more arguments for `ruff check`, such as `--select=F,I`.
      data: other inputs, such as the `ruff.toml` of several folders.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config=%s", without = ["--isolated"])
    autofix_checker(
        name = name,
        args = ["check", "--output-format=json", "--no-fix", "--no-cache", "--force-exclude"] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "ruff",
        patterns = patterns,
        tool = tool,
        **kwargs
    )

def ruff_format_checker(*, name, tool, config = None, args = [], data = [], patterns = _PYTHON, **kwargs):
    """Declares `ruff format` as the formatter of Python.

    Tried with ruff 0.16.10.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of ruff.
      config: as for `ruff_checker`.
      args: more arguments for `ruff format`, such as `--line-length=100`.
      data: as for `ruff_checker`.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config=%s", without = ["--isolated"])
    autofix_checker(
        name = name,
        args = ["format", "--no-cache", "--force-exclude", "--quiet"] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )

def black_checker(*, name, tool, config = None, args = [], data = [], patterns = _PYTHON, **kwargs):
    """Declares black as the formatter of Python.

    Tried with black 26.10.1.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of black.
      config: the label of a `pyproject.toml`. None: black has its defaults, but for a `pyproject.toml` of the
        workspace's root that is among `data`.
      args: more arguments for black, such as `--line-length=100`.
      data: other inputs.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config=%s")
    autofix_checker(
        name = name,
        args = ["--quiet", "--no-cache"] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )
