"""The checkers that a tag no-autofix-NAME may name."""

load(":nearest.bzl", "nearest")

# A test in checks/builtin holds this to the tool, which refuses other names.
BUILTIN_CHECKERS = ["dockerfile", "format", "schema", "starlark", "text"]

def unknown_checker_tags(off, checkers):
    """Returns the tags of a target that turn off no checker of a set of aspects.

    They are not mistakes by themselves: another set of aspects may have the checker.

    Args:
      off: a list of string, the names in tags no-autofix-NAME.
      checkers: a list of AutofixCheckerInfo, the user's own checkers of the set.

    Returns:
      A list of struct with `name`, the NAME of the tag; `text`, a string for people; and `near`, a bool: whether the tag
      is likely a misspelling of a checker's tag.
    """
    known = ["autofix"] + BUILTIN_CHECKERS + [checker.name for checker in checkers]
    unknown = []
    for name in off:
        if name not in known:
            near = nearest(name, known)
            unknown.append(struct(
                name = name,
                near = near != None,
                text = "the tag no-autofix-{} turns off no checker: {}".format(
                    name,
                    "did you mean no-autofix-{}?".format(near) if near else "the checkers are " + ", ".join(sorted(known)),
                ),
            ))
    return unknown
