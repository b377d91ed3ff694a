"""Targets that run the autofix tool with given arguments, without a shell or quoting."""

load(":tool.bzl", "autofix_tool", "autofix_tool_runfiles")

def runfile_mark(ctx, file):
    """Returns the text that stands for a runfile in an argument of `launch`.

    Args:
      ctx: the context of a rule.
      file: a File in the runfiles.

    Returns:
      A string that the tool replaces by the file's absolute path.
    """
    return "{rlocation:" + _rlocation_path(ctx, file) + "}"

def launch(*, ctx, arguments, files, companions = [], program = None):
    """Makes the tool this target's executable.

    The executable is the tool itself; its arguments are in a file that an environment variable names. The arguments
    that a caller of `bazel run` adds come after them.

    Args:
      ctx: the context of an executable rule whose `toolchains` are TOOLCHAINS.
      arguments: a list of strings. None may contain a line break.
      files: a list of File for the runfiles.
      companions: a list of File, the programs that the tool looks for beside itself. Of equal names, the last counts.
      program: a File, the program to run instead of the tool: a companion.

    Returns:
      A list of providers: DefaultInfo and RunEnvironmentInfo.
    """
    program = program or autofix_tool(ctx).executable
    suffix = ".exe" if program.extension == "exe" else ""

    # Not a file of the target's name itself: the folder of a package could be there, as that of docs/ would be for //:docs.
    folder = ctx.label.name + "_/"
    executable = ctx.actions.declare_file(folder + ctx.label.name + suffix)
    ctx.actions.symlink(
        output = executable,
        target_file = program,
        is_executable = True,
    )
    beside = []
    for name, file in {file.basename: file for file in companions}.items():
        link = ctx.actions.declare_file(folder + name)
        ctx.actions.symlink(output = link, target_file = file, is_executable = True)
        beside.append(link)
    args_file = ctx.actions.declare_file(folder + ctx.label.name + ".args")
    ctx.actions.write(
        output = args_file,
        content = "".join([argument + "\n" for argument in arguments]),
    )
    return [
        DefaultInfo(
            executable = executable,
            files = depset([executable]),
            runfiles = ctx.runfiles(files = [args_file] + beside + files).merge(autofix_tool_runfiles(ctx)),
        ),
        RunEnvironmentInfo(environment = {
            "AUTOFIX_ARGS_FILE": _rlocation_path(ctx, args_file),
        }),
    ]

def _rlocation_path(ctx, file):
    if file.short_path.startswith("../"):
        return file.short_path.removeprefix("../")
    return ctx.workspace_name + "/" + file.short_path
