"""Placeholders, such as {files}, in the arguments of a checker."""

load(":nearest.bzl", "nearest")

_PLACEHOLDERS = ["files", "files_list", "out"]

_FIRST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAME = _FIRST + "0123456789_-"

def placeholder_mistake(arg):
    """Returns what is wrong with the placeholders of an argument, by the rules of `autofix run-checker`.

    Args:
      arg: a string.

    Returns:
      A string, or None if nothing is.
    """
    parts = arg.split("{")
    for i in range(1, len(parts)):
        name, closed, _ = parts[i].partition("}")
        before = parts[i - 1]
        if not closed or not _is_name(name) or before.endswith("$") or (i > 1 and not before):
            continue
        if name not in _PLACEHOLDERS:
            near = nearest(name, _PLACEHOLDERS)
            return "unknown placeholder {{{name}}}{near}; there are {{files}}, {{files_list}} and {{out}}, and {{{{{name}}}}} is the text {{{name}}}".format(
                name = name,
                near = ", did you mean {%s}?" % near if near else "",
            )
        if name == "files" and arg != "{files}":
            return "{files} stands for several arguments and must be one of its own; {files_list} is a file with their paths, and {{files}} the text {files}"
    return None

def escaped(text):
    """Returns the argument that stands for a text, by the rules of `autofix run-checker`.

    Args:
      text: a string, which may look like a placeholder.

    Returns:
      A string without placeholders.
    """
    parts = text.split("{")
    argument = parts[0]
    for i in range(1, len(parts)):
        name, closed, rest = parts[i].partition("}")
        if closed and _is_name(name) and not argument.endswith("$"):
            argument += "{{" + name + "}}" + rest
        else:
            argument += "{" + parts[i]
    return argument

def _is_name(text):
    if not text or text[0] not in _FIRST:
        return False
    for char in text.elems():
        if char not in _NAME:
            return False
    return True
