"""The Go packages that a target compiles."""

def packages_of(target, archive):
    """Returns the archives of the packages that a target itself compiles.

    A go_test has two: the package with its tests and with what it embeds, and the external tests, which may be empty.

    Args:
      target: a Go target.
      archive: its GoArchive.

    Returns:
      A list of GoArchive.
    """
    external = _filtered(target, archive, "only")
    if not external:
        return [archive]
    return _filtered(target, external[0], "exclude") + external

def _filtered(target, archive, kind):
    return [
        imported
        for imported in archive.direct
        if imported.data.label == target.label and getattr(imported.source, "testfilter", None) == kind
    ]
