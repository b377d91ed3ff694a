"""The autofix tool, as rules and aspects use it."""

load(":label_text.bzl", "label_text")

TOOLCHAIN_TYPE = Label("//toolchain:toolchain_type")

# For the `toolchains` of rules and aspects. Not mandatory, so that autofix_tool reports a missing toolchain: Bazel's
# own message says what is missing, but not what to do about it.
TOOLCHAINS = [config_common.toolchain_type(TOOLCHAIN_TYPE, mandatory = False)]

_NO_TOOL = """{label}: no autofix tool: no toolchain of type {type} is registered for the execution platform.
In MODULE.bazel, use a release that has this platform, or a binary that is on this machine:

    autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
    autofix.toolchain(version = "X.Y.Z")  # or: autofix.local(path = "path/to/autofix")
    use_repo(autofix, "autofix_toolchains")
    register_toolchains("@autofix_toolchains//:all")
"""

# Of an action whose arguments name folders of outputs, which are strings. A check needs no network.
UNMAPPED_REQUIREMENTS = {"block-network": "1"}

# Path mapping works because outputs are named through File objects only.
PROGRAM_REQUIREMENTS = UNMAPPED_REQUIREMENTS | {"supports-path-mapping": "1"}

# The tool handles many requests at once, reads each in its own sandbox, and stops requests that are canceled.
_WORKER_REQUIREMENTS = {
    "requires-worker-protocol": "json",
    "supports-multiplex-sandboxing": "1",
    "supports-multiplex-workers": "1",
    "supports-worker-cancellation": "1",
    "supports-workers": "1",
}

def execution_requirements(ctx):
    """Returns the execution requirements of an action that runs the tool.

    Args:
      ctx: the context of a rule or an aspect whose `toolchains` are TOOLCHAINS.

    Returns:
      A dict of strings.
    """
    return PROGRAM_REQUIREMENTS | _WORKER_REQUIREMENTS if _toolchain(ctx).workers else PROGRAM_REQUIREMENTS

def output_file(ctx, name):
    """Declares an output of an aspect.

    No two sets of aspects have the same folder, so that any number of them may visit one target.

    Args:
      ctx: the context of an aspect with an attribute `_folder`.
      name: a string, the base name.

    Returns:
      A File.
    """
    return ctx.actions.declare_file("{}.autofix/{}{}".format(ctx.label.name, ctx.attr._folder, name))

def has_tool(ctx):
    """Returns whether there is a tool for the execution platform.

    Args:
      ctx: the context of a rule or an aspect whose `toolchains` are TOOLCHAINS.

    Returns:
      A bool.
    """
    return ctx.toolchains[TOOLCHAIN_TYPE] != None

def autofix_tool(ctx):
    """Returns the tool of the resolved toolchain.

    Args:
      ctx: the context of a rule or an aspect whose `toolchains` are TOOLCHAINS.

    Returns:
      The FilesToRunProvider of the tool, for the execution platform.
    """
    return _toolchain(ctx).tool

def autofix_tool_runfiles(ctx):
    """Returns the files that the tool needs when it is run outside of an action.

    Args:
      ctx: the context of a rule or an aspect whose `toolchains` are TOOLCHAINS.

    Returns:
      A runfiles object.
    """
    return _toolchain(ctx).runfiles

def autofix_companions(ctx):
    """Returns the programs that the tool starts outside of actions.

    Args:
      ctx: the context of a rule or an aspect whose `toolchains` are TOOLCHAINS.

    Returns:
      A list of File.
    """
    return _toolchain(ctx).companions

def _toolchain(ctx):
    toolchain = ctx.toolchains[TOOLCHAIN_TYPE]
    if not toolchain:
        fail(_NO_TOOL.format(label = label_text(ctx.label), type = TOOLCHAIN_TYPE))
    return toolchain

def param_file_args(ctx):
    """Returns an Args that reaches the tool as a param file, one argument per line.

    It must be the last Args of its action.

    Args:
      ctx: the context of a rule or an aspect.

    Returns:
      An Args.
    """
    args = ctx.actions.args()
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    return args
