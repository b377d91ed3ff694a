"""The tags that turn checks off or keep findings from shutting a gate, and those that look like one of them."""

load(":nearest.bzl", "distance_of", "nearest")

# Tags that turn off every check of a target. The list is closed: a tag that is not among them protects nothing, and one
# that is close to them is reported.
SKIP_TAGS = ["no-autofix", "no-lint"]

# "no-autofix-text" turns off the checker of that name, be it built in or one of your own.
WITHOUT_TAG = "no-autofix-"

# The findings of a target with this tag are reported, and shut no gate.
WARN_TAG = "autofix-warn"

# A test in internal/checks/builtin holds this to the tool, which refuses other names.
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

def tag_mistakes(tags, off, checkers):
    """Returns what is likely wrong with the tags of a target.

    Args:
      tags: a list of string, the tags.
      off: a list of string, the names in those that begin with WITHOUT_TAG.
      checkers: a list of AutofixCheckerInfo, the user's own checkers of the set.

    Returns:
      A list of string for people, one for each tag that is close to a tag of this file, and does nothing.
    """
    near = [tag.text for tag in unknown_checker_tags(off, checkers) if tag.near]
    for tag in tags:
        meant = _meant(tag, BUILTIN_CHECKERS + [checker.name for checker in checkers])
        if meant:
            near.append("the tag {} protects nothing: did you mean {}?".format(tag, meant))
    return near

def _meant(tag, checkers):
    if tag in SKIP_TAGS or tag == WARN_TAG or tag.startswith(WITHOUT_TAG):
        return None
    plain = _letters(tag)
    if plain.startswith("autofixwarn") or len(plain) in range(9, 14) and distance_of(plain, "autofixwarn") <= 2:
        return WARN_TAG
    if plain.startswith("noautofix"):
        named = [name for name in checkers if _letters(name) == plain.removeprefix("noautofix")]
        return WITHOUT_TAG + named[0] if named else "no-autofix"
    if plain.startswith("nolint"):
        return "no-lint"
    if plain != "autofix" and len(plain) in range(7, 12) and distance_of(plain, "noautofix") <= 2:
        return "no-autofix"

    # One letter in place of another makes other words of it, such as no-link.
    if len(plain) in [5, 7] and distance_of(plain, "nolint") == 1:
        return "no-lint"
    return None

def _letters(text):
    return "".join([char for char in text.lower().elems() if char.isalnum()])
