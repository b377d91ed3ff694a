"""`bazel run //:prove`: from a failing command to a patch with evidence."""

load("@platforms//host:constraints.bzl", "HOST_CONSTRAINTS")
load(":launcher.bzl", "launch")
load(":tool.bzl", "TOOLCHAINS", "autofix_companions")

_NO_PROGRAM = """{}: no autofix-prove: the toolchain has the tool alone.
Put autofix-prove beside the autofix that autofix.local(path = ...) names, both from one archive; or name it in
`companions` of the toolchain or of this target.
"""

def _program(ctx):
    """Returns the File of the program that makes proofs."""
    for file in ctx.files.companions + autofix_companions(ctx):
        if file.basename.removesuffix(".exe") == "autofix-prove":
            return file
    fail(_NO_PROGRAM.format(ctx.label))

def _prove_impl(ctx):
    arguments = ["prove"]
    if ctx.attr.setup:
        arguments.append("--setup=" + ctx.attr.setup)

    # Words of a command may look like flags, and a command that the caller gives takes their place.
    arguments.extend(["--default-command=" + word for word in ctx.attr.command])
    arguments.extend(ctx.attr.flags)
    for argument in arguments:
        if "\n" in argument or "\r" in argument:
            fail("{}: {} has a line break".format(ctx.label, repr(argument)))
    for flag in ctx.attr.flags:
        if not flag.startswith("--") or flag == "--":
            fail("{}: flags: {} is no flag: write --NAME=VALUE, and the command into `command`".format(ctx.label, repr(flag)))
    return launch(ctx = ctx, arguments = arguments, files = [], program = _program(ctx))

_prove = rule(
    doc = "Proves that a patch makes a failing command pass, with evidence.",
    implementation = _prove_impl,
    attrs = {
        "command": attr.string_list(
            doc = """The command to prove, one word each, if the caller gives none: `["bazel", "test", "//app:server_test"]`.
            Empty: the caller must give one.""",
        ),
        "companions": attr.label_list(
            doc = """The program autofix-prove: an executable with this name. Needed only if the toolchain has none: that of
            a release does.""",
            allow_files = True,
            cfg = "exec",
        ),
        "flags": attr.string_list(
            doc = """Flags of `autofix prove`, such as `--attempts=3`, each with its value in the same string. Those of
            the caller come after them.""",
        ),
        "setup": attr.string(
            doc = """The command that runs first, with the network, as in `--setup`: `bazel fetch //...`. Empty for none.""",
        ),
    },
    executable = True,
    toolchains = TOOLCHAINS,
)

def prove(*, name, command = None, companions = None, flags = None, setup = None, **kwargs):
    """Makes `bazel run //:prove [-- flags] [-- command]`.

    It takes a command that fails on the last commit to a patch, with evidence that the command fails without the patch
    and passes with it. It runs from any folder of the workspace, and the command runs in that folder of a sealed copy:
    no file of the workspace changes. `bazel run //:prove -- --help` lists the flags.

    ```starlark
    prove(
        name = "prove",
        setup = "bazel fetch //...",
    )
    ```

    ```console
    $ bazel run //:prove -- --patch="$PWD/fix.diff" -- bazel test //app:server_test
    ```

    Args:
      name: the target's name.
      command: a list of strings, the command to prove where the caller gives none, one word each:
        `["bazel", "test", "//app:server_test"]`.
      companions: labels with the program `autofix-prove`, if the toolchain does not have it: a release does.
      flags: a list of strings, flags of `autofix prove` that come before those of the caller: `["--attempts=3"]`.
      setup: a string, the command that runs first, and alone has the network: `bazel fetch //...`. `--setup` of the
        caller takes its place.
      **kwargs: attributes common to all rules.
    """
    _prove(
        name = name,
        command = command or [],
        companions = companions or [],
        flags = flags or [],
        setup = setup or "",
        # It runs commands of this machine, so it must run on this machine, whatever the execution platform is.
        exec_compatible_with = [Label(constraint) for constraint in HOST_CONSTRAINTS],
        **kwargs
    )
