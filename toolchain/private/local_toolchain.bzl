"""A repository with a toolchain of an autofix binary on this machine."""

load("//toolchain:platforms.bzl", "COMPANIONS")

_BUILD = """\
load({toolchain_bzl}, "autofix_toolchain")

autofix_toolchain(
    name = "local",
    companions = {companions},
    tool = {tool},
    visibility = ["//visibility:public"],
)

toolchain(
    name = "local_toolchain",
    toolchain = ":local",
    toolchain_type = {toolchain_type},
)
"""

def _local_toolchain_impl(rctx):
    # A relative path is joined to the root module's folder; an absolute one is taken as it is.
    path = rctx.workspace_root.get_child(rctx.attr.path)

    # The repository is fetched again when the file changes, appears or disappears.
    rctx.watch(path)
    given = "autofix.local(path = {})".format(repr(rctx.attr.path))
    if not path.exists:
        fail("""{}: no such file: {}
Build or install the autofix tool there, or name in MODULE.bazel where it is (absolute, or relative to the folder of MODULE.bazel).""".format(given, path))
    if path.is_dir:
        fail("{}: is a folder: {}\nName the autofix executable itself.".format(given, path))

    suffix = ".exe" if path.basename.endswith(".exe") else ""
    tool = "autofix" + suffix
    _take(rctx, path, tool)
    companions = []
    for name in COMPANIONS:
        companion = path.realpath.dirname.get_child(name + suffix)
        rctx.watch(companion)
        if companion.exists and not companion.is_dir:
            _take(rctx, companion, name + suffix)
            companions.append(name + suffix)
    rctx.file("BUILD.bazel", _BUILD.format(
        toolchain_bzl = repr(str(Label("//toolchain:toolchain.bzl"))),
        toolchain_type = repr(str(Label("//toolchain:toolchain_type"))),
        tool = repr(tool),
        companions = repr(companions),
    ))

def _take(rctx, path, name):
    """Brings the program at a path into the repository."""
    if str(path.realpath).startswith("/tmp/"):
        # linux-sandbox gives actions a /tmp of their own, in which a link to this one is broken.
        rctx.download(url = "file://" + str(path.realpath), output = name, executable = True)
    else:
        rctx.symlink(path, name)

local_toolchain = repository_rule(
    doc = "A toolchain of an autofix binary on this machine.",
    implementation = _local_toolchain_impl,
    attrs = {
        "path": attr.string(
            doc = "The binary's path: absolute, or relative to the root module's folder.",
            mandatory = True,
        ),
    },
)
