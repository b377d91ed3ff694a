"""Checkers of C and C++."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

_SOURCES = ["*.c", "*.cc", "*.cpp", "*.cxx", "*.c++", "*.C"]
_HEADERS = ["*.h", "*.hh", "*.hpp", "*.hxx", "*.h++"]

def clang_tidy_checker(*, name, tool, config = None, args = [], data = [], patterns = _SOURCES + _HEADERS, **kwargs):
    """Declares clang-tidy as a checker of targets that have CcInfo. Its fixes are suggestions.

    It compiles each file with the include folders, defines and copts of its target. A header in `hdrs` is compiled by
    itself. Other targets, such as a filegroup of C++ files, are skipped.

    Tried with clang-tidy 21.1.8.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of clang-tidy.
      config: the label of a `.clang-tidy`. None: clang-tidy looks for one among `data`, and without any, it has its
        defaults.
      args: more arguments for clang-tidy, such as `--checks=-*,modernize-*` or `--extra-arg=-Wall`.
      data: other inputs, such as the `.clang-tidy` of several folders, or headers of the system.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config-file=%s", without = ["--config={}"])
    autofix_checker(
        name = name,
        args = ["--quiet", "--export-fixes={out}"] + made.args + args + ["{files}", "--", "{flags}"],
        data = made.data,
        exit_codes = [0, 1],
        flags = "cc",
        format = "clang-tidy",
        patterns = patterns,
        tool = tool,
        **kwargs
    )

def clang_format_checker(*, name, tool, config = None, args = [], data = [], patterns = _SOURCES + _HEADERS, **kwargs):
    """Declares clang-format as the formatter of C and C++.

    Tried with clang-format 21.1.8.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of clang-format.
      config: the label of a `.clang-format`. None: clang-format looks for one among `data`, and leaves files without one
        alone; without any `data`, it has the style of LLVM.
      args: more arguments for clang-format, such as `--sort-includes=0`.
      data: other inputs, such as the `.clang-format` of several folders.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--style=file:%s", without = ["--style=LLVM"])
    autofix_checker(
        name = name,
        args = ["-i", "--fallback-style=none"] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )
