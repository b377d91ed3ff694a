"""The command that applies fixes, ready to be pasted into a shell."""

load(":configuration_flags.bzl", "ConfigurationFlagsInfo")
load(":label_text.bzl", "label_text")

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-"

# The `attrs` that a rule or an aspect needs in order to call `fix_command`.
FIX_COMMAND_ATTRS = {
    "_configuration_flags": attr.label(
        doc = "The flags of the configuration.",
        default = Label("//rules:configuration_flags"),
        providers = [ConfigurationFlagsInfo],
    ),
}

def fix_command(ctx, fix, labels):
    """Returns the command that fixes targets, ready to be pasted into a POSIX shell.

    Args:
      ctx: the context of a rule or an aspect with FIX_COMMAND_ATTRS.
      fix: a string, the label of the `fix` target.
      labels: a list of Label, the targets to fix; none for all of the workspace.

    Returns:
      A string such as `bazel run //:fix -- //app:server`. If the configuration is not Bazel's default, its flags
      come after a second `--`: another configuration may select other sources.
    """
    words = ["bazel", "run", fix]
    flags = ctx.attr._configuration_flags[ConfigurationFlagsInfo].flags
    if labels or flags:
        words.append("--")
    words += [label_text(label) for label in labels]
    if flags:
        words += ["--"] + flags
    return " ".join([_shell_word(word) for word in words])

def _shell_word(word):
    for char in word.elems():
        if char not in _PLAIN:
            return "'" + word.replace("'", "'\\''") + "'"
    return word
