"""Which of several versions is the highest."""

def highest(tags):
    """Returns the tag of the highest version; of equals, the first.

    Args:
      tags: a list, not empty, of tags of the class `toolchain`.

    Returns:
      One of them.
    """
    best = tags[0]
    for tag in tags[1:]:
        if _order(tag.version) > _order(best.version):
            best = tag
    return best

def _order(version):
    """Returns a value that sorts as semantic versions do, except that pre-releases sort as text."""
    release, _, pre = version.partition("+")[0].partition("-")
    parts = release.split(".")
    for part in parts:
        if not part.isdigit():
            fail("autofix.toolchain(version = {}): not a version such as 1.2.3".format(repr(version)))
    return ([int(part) for part in parts], 0 if pre else 1, pre)
