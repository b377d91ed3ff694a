"""The provider that declares a checker of your own."""

AutofixCheckerInfo = provider(
    doc = "A checker of your own: a program, or the output of the rule of a target. `autofix_checker`, `autofix_nogo` and `autofix_go_checker` make it; `autofix_aspects` takes it.",
    fields = {
        "arguments": "list of struct(format = string, file = File or None): an argument each; `format` has a `%s` for the path of `file`, if there is one.",
        "data": "depset of File: other inputs of the program.",
        "env": "dict of string to string: its environment, besides the few fixed variables.",
        "exit_codes": "list of int: the exit codes of a successful run, with or without findings.",
        "flags": "string: the flags of the target that `{flags}` stands for in its arguments, `cc` or `rust`; \"\" for none.",
        "format": "string: the format of its output.",
        "in_place": "bool: it writes to its files, of which it gets a copy, and has no output.",
        "name": "string: its name in outputs, summaries and the tag `no-autofix-NAME`.",
        "output_group": "string: the output group of the targets that has its output, instead of a program; \"\" for a program.",
        "pattern": "string: the regular expression of a line that is a finding, for the format `lines`; \"\" for the usual ones.",
        "patterns": "list of string: globs of the files that it checks, as in `autofix_checker`.",
        "phase": "string: the phase of the fixes of a program that fixes in place; \"\" for the default.",
        "program": "FilesToRunProvider: the executable, for the execution platform; None with `output_group`.",
        "safety": "string: the safety of the fixes of which its output says nothing; \"\" for the default.",
        "safety_of": "dict of string to string: the same for the fixes of single rules, which goes first.",
        "stream": "string: where it writes its output, if not to a file: `stdout` or `stderr`.",
        "timeout": "int: the most seconds of one run of a program that makes new texts; 0 for no limit.",
    },
)

def output_group_checker(*, name, format, output_group, safety = "", safety_of = {}):
    """Returns the checker of Go sources whose findings are an output group of the targets, instead of a program.

    Args:
      name: a string, its name.
      format: a string, the format of its output.
      output_group: a string, the output group.
      safety: a string, the safety of the fixes of which its output says nothing.
      safety_of: a dict of strings, the same for the fixes of single rules.

    Returns:
      An AutofixCheckerInfo.
    """
    return AutofixCheckerInfo(
        name = name,
        program = None,
        arguments = [],
        env = {},
        flags = "",
        format = format,
        in_place = False,
        output_group = output_group,
        pattern = "",
        patterns = ["*.go"],
        phase = "",
        safety = safety,
        safety_of = safety_of,
        stream = "stdout",
        timeout = 0,
        exit_codes = [0],
        data = depset(),
    )
