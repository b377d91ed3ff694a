"""Which archives a version has, with their URLs and digests."""

load("//toolchain:platforms.bzl", "PLATFORMS", "archive_name")
load(":versions.bzl", "VERSIONS")

_UNKNOWN = """autofix.toolchain(version = {version}): this version of rules_autofix does not know the digests of that release. It knows {known}.
In MODULE.bazel, name a known release; or name the SHA256SUMS of the release:

    autofix.toolchain(
        version = {version},
        sums = "//tools:SHA256SUMS",
        # The addresses of the archives, if they are not where releases are published.
        urls = ["https://mirror.example.com/autofix/{{version}}/{{archive}}"],
    )

or use a binary that is on this machine:

    autofix.local(path = "path/to/autofix")
"""

def archives_of(mctx, tag):
    """Returns the archives of the version that a tag asks for.

    Args:
      mctx: the module_ctx of the extension.
      tag: a tag of the class `toolchain`.

    Returns:
      A dict: platform -> struct with `urls`, a list of strings, and `sha256`, a string of 64 hex digits.
    """
    for url in tag.urls:
        if "{archive}" not in url and "{platform}" not in url:
            fail("autofix.toolchain(urls = ...): {}: the same address for every platform: add {{archive}}, the file name, or {{platform}}".format(
                repr(url),
            ))
    digests = _digests_in(mctx, tag) if tag.sums else VERSIONS.get(tag.version)
    if not digests:
        fail(_UNKNOWN.format(
            version = repr(tag.version),
            known = ", ".join(VERSIONS) or "none, since nothing has been released yet",
        ))
    return {
        platform: struct(
            urls = [_filled(url, tag.version, platform) for url in tag.urls],
            sha256 = sha256,
        )
        for platform, sha256 in digests.items()
    }

def _filled(url, version, platform):
    for name, value in {
        "archive": archive_name(version, platform),
        "platform": platform,
        "version": version,
    }.items():
        url = url.replace("{" + name + "}", value)
    return url

def _digests_in(mctx, tag):
    by_name = {}
    for number, line in enumerate(mctx.read(tag.sums).splitlines()):
        if not line:
            continue

        # A star before the name means that the file was read as bytes.
        sha256, _, name = line.partition(" ")
        if name[:1] not in [" ", "*"] or len(sha256) != 64 or sha256.strip("0123456789abcdef"):
            fail("{}:{}: not a line of sha256sum: {}: it has 64 hex digits, two spaces and a file name".format(
                mctx.path(tag.sums),
                number + 1,
                repr(line),
            ))
        by_name[name[1:]] = sha256
    names = {platform: archive_name(tag.version, platform) for platform in PLATFORMS}
    digests = {platform: by_name[name] for platform, name in names.items() if name in by_name}
    if not digests:
        fail("{}: no archive of version {}: it has {}, but needs one of {}".format(
            mctx.path(tag.sums),
            tag.version,
            ", ".join(by_name) or "no line",
            ", ".join(names.values()),
        ))
    return digests
