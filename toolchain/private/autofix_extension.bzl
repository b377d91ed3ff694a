"""The module extension."""

load(":local_toolchain.bzl", "local_toolchain")

_REPOSITORY = "autofix_toolchains"

_local = tag_class(
    doc = "Takes an autofix binary that is already on this machine. Only the root module's tag counts.",
    attrs = {
        "path": attr.string(
            doc = "The binary's path: absolute, or relative to the folder of the root module's MODULE.bazel.",
            mandatory = True,
        ),
    },
)

def _autofix_impl(mctx):
    # What a machine has at a path is for the root module to say: another module's tag would be about another's machine.
    tags = [tag for module in mctx.modules if module.is_root for tag in module.tags.local]
    if len(tags) != 1:
        fail("""autofix: {} tags `autofix.local` where there must be one. In MODULE.bazel:

    autofix.local(path = "path/to/autofix")
""".format(len(tags)))
    local_toolchain(name = _REPOSITORY, path = tags[0].path)

    dev = mctx.is_dev_dependency(tags[0])
    return mctx.extension_metadata(
        reproducible = True,
        root_module_direct_deps = [] if dev else [_REPOSITORY],
        root_module_direct_dev_deps = [_REPOSITORY] if dev else [],
    )

autofix = module_extension(
    doc = "Brings the autofix tool as a toolchain, in the repository `autofix_toolchains`.",
    implementation = _autofix_impl,
    tag_classes = {
        "local": _local,
    },
)
