"""Which files of a target are checked, by which checkers, and why others are not."""

load(":patterns.bzl", "matches_any")

# Label attributes whose files are sources, by the conventions of the ecosystem's rules.
SOURCE_ATTRS = ["srcs", "hdrs", "src", "dockerfile"]

# What checks nothing of a target at all.
_SKIP_TAGS = ["no-autofix", "no-lint"]

# "no-autofix-text" turns off the checker of that name, be it built in or one of your own.
_WITHOUT_TAG = "no-autofix-"

# "no-autofix-autofix" turns off all built-in checkers, and only them: "autofix" is their tool's name.
_BUILTIN = "autofix"

def reach(ctx, attrs):
    """Returns what is to be checked of the visited target.

    Only source files of the main repository are: nobody can fix a generated file, nor another repository's.

    Args:
      ctx: the context of an aspect.
      attrs: a list of string, the names of the attributes that have sources. Those that the target lacks, and those
        that are no label attributes, such as a string, have none.

    Returns:
      A struct with `files`, a list of File without duplicates, in the order of the attributes; `off`, a list of
      string, the checkers that tags turn off; and `skipped`, a string that says why nothing of the target is checked,
      or None.
    """
    tags = getattr(ctx.rule.attr, "tags", [])
    off = [tag.removeprefix(_WITHOUT_TAG) for tag in tags if tag.startswith(_WITHOUT_TAG)]
    skipped = None
    files = {}
    if ctx.label.repo_name != "":
        skipped = "it is of another repository"
    elif [tag for tag in tags if tag in _SKIP_TAGS]:
        skipped = "it is tagged " + [tag for tag in tags if tag in _SKIP_TAGS][0]
    else:
        for name in attrs:
            for file in getattr(ctx.rule.files, name, []):
                if not why_passed_over(file):
                    files[file] = None
    return struct(files = files.keys(), off = off, skipped = skipped)

def why_passed_over(file):
    """Returns why a file of a target is not checked.

    Args:
      file: a File.

    Returns:
      A string, or None for a file that is.
    """
    if not file.is_source:
        return "it is generated"
    if file.owner.repo_name != "":
        return "it is of another repository"
    return None

def builtin_files(reached):
    """Returns the files that the built-in checkers are given: which of them looks at which is for them to know.

    Args:
      reached: what `reach` returned.

    Returns:
      A list of File.
    """
    return [] if _BUILTIN in reached.off else reached.files

def checker_files(reached, checker):
    """Returns the files that a checker of one's own is given.

    Args:
      reached: what `reach` returned.
      checker: an AutofixCheckerInfo.

    Returns:
      A list of File.
    """
    if checker.name in reached.off:
        return []
    return [file for file in reached.files if matches_any(file.short_path, checker.patterns)]
