"""Globs of files, at analysis."""

def pattern_mistake(pattern):
    """Returns what is wrong with a pattern.

    Args:
      pattern: a string.

    Returns:
      A string, or None for a pattern that matches_any takes.
    """
    for char in ["?", "[", "]", "{", "}", "\\", "!"]:
        if char in pattern:
            return "a pattern cannot have %s; use * and **" % char
    for part in pattern.split("/"):
        if part in ["", ".", ".."]:
            return "a pattern is the glob of a base name, or of a path from the workspace's root"
        if "**" in part and part != "**":
            return "** stands for folders, between slashes"
    return None

def matches_any(path, patterns):
    """Reports whether a path matches one of several patterns.

    Args:
      path: a string, relative to the workspace.
      patterns: a list of string without mistakes: globs of base names, or, with a slash, of whole paths. `*` is any
        text without a slash, `**` any folders, also none.

    Returns:
      A bool.
    """
    parts = path.split("/")
    for pattern in patterns:
        if "/" in pattern:
            if _matches_path(parts, pattern.split("/")):
                return True
        elif _matches_name(parts[-1], pattern):
            return True
    return False

def _matches_name(name, glob):
    pieces = glob.split("*")
    if len(pieces) == 1:
        return name == glob
    if not name.startswith(pieces[0]):
        return False
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        at = name.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return name.endswith(pieces[-1]) and at + len(pieces[-1]) <= len(name)

def _matches_path(parts, globs):
    # The places in globs at which the parts so far may end, all at once: there is no recursion in Starlark.
    places = _with_no_folders({0: None}, globs)
    for part in parts:
        after = {}
        for place in places:
            if place == len(globs):
                continue
            if globs[place] == "**":
                after[place] = None
            elif _matches_name(part, globs[place]):
                after[place + 1] = None
        places = _with_no_folders(after, globs)
    return len(globs) in places

def _with_no_folders(places, globs):
    for place, glob in enumerate(globs):
        if glob == "**" and place in places:
            places[place + 1] = None
    return places
