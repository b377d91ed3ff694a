"""The flags with which a target is compiled, for checkers that compile its files."""

load(":cc_flags.bzl", "cc_flags")
load(":rust_flags.bzl", "rust_flags")

# Of an argument of its own, for which these flags stand.
FLAGS_MARK = "{flags}"

_KINDS = {
    "cc": cc_flags,
    "rust": rust_flags,
}

# The values of the attribute `flags` of a checker.
FLAG_KINDS = _KINDS.keys()

# The fragments of an aspect that calls target_flags.
FLAG_FRAGMENTS = ["cpp"]

def target_flags(target, ctx, checker, files):
    """Returns the flags of a target for a checker.

    Args:
      target: the target that the aspect visits.
      ctx: the context of an aspect with FLAG_FRAGMENTS.
      checker: an AutofixCheckerInfo.
      files: a list of File, those that it checks, not empty.

    Returns:
      A struct: `skipped`, a string that says why the checker cannot check this target, or None; `args`, a list of
      string that stands for `{flags}`; `inputs`, a depset of File that a compiler reads with these flags; `mapped`, a
      bool, whether the flags name no output folder, so that paths may be mapped; and `named`, a bool, whether the
      flags name the files, which are then not arguments themselves.
    """
    if not checker.flags:
        return struct(args = [], inputs = depset(), mapped = True, named = False, skipped = None)
    return _KINDS[checker.flags](target, ctx, files)
