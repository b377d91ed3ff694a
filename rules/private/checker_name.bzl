"""The names of checkers of your own."""

load(":checker_tags.bzl", "BUILTIN_CHECKERS")

# Names are parts of file names and of tags.
_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"

# The name of the outputs of all built-in checkers, and the names of these checkers.
_TAKEN = ["autofix"] + BUILTIN_CHECKERS

def check_name(ctx, name):
    """Fails if a checker of the user's own cannot have a name.

    Args:
      ctx: the context of the rule that declares it.
      name: a string.
    """
    if name in _TAKEN or name.startswith("autofix."):  # which may be followed by a number
        fail("{}: the name {} is taken: set checker_name to another one".format(ctx.label, repr(name)))
    for char in name.elems():
        if char not in _NAME:
            fail("{}: the name {} contains {}, which tags or file names cannot have: set checker_name to another one".format(
                ctx.label,
                repr(name),
                repr(char),
            ))
