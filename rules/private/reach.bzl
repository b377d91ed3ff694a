"""Which files of a target are checked."""

# Label attributes whose files are sources, by the conventions of the ecosystem's rules.
_SOURCE_ATTRS = ["srcs", "hdrs", "src"]

# "no-autofix-autofix" turns off all built-in checkers, and only them: "autofix" is their tool's name.
_SKIP_TAGS = ["no-autofix", "no-autofix-autofix", "no-lint"]

# "no-autofix-text" turns off the checker of that name.
_WITHOUT_TAG = "no-autofix-"

def checked_files(ctx):
    """Returns the files of the visited target that are to be checked.

    Only source files of the main repository: nobody can fix a generated file, nor another repository's.

    Args:
      ctx: the context of an aspect.

    Returns:
      A list of File without duplicates, in the order of the target's attributes; empty for a skipped target.
    """
    if ctx.label.repo_name != "":
        return []
    for tag in getattr(ctx.rule.attr, "tags", []):
        if tag in _SKIP_TAGS:
            return []
    files = {}
    for name in _SOURCE_ATTRS:
        for file in getattr(ctx.rule.files, name, []):
            if file.is_source and file.owner.repo_name == "":
                files[file] = None
    return files.keys()

def checkers_off(ctx):
    """Returns the names of the checkers that the visited target's tags turn off.

    Args:
      ctx: the context of an aspect.

    Returns:
      A list of strings, such as `["text"]`; a name may be that of no checker.
    """
    return [
        tag.removeprefix(_WITHOUT_TAG)
        for tag in getattr(ctx.rule.attr, "tags", [])
        if tag.startswith(_WITHOUT_TAG)
    ]
