"""The module extension."""

load(":config_repository.bzl", "config_repository")
load(":local_toolchain.bzl", "local_toolchain")
load(":no_toolchain.bzl", "no_toolchain")
load(":release_archives.bzl", "archives_of")
load(":release_toolchains.bzl", "release_toolchains")
load(":rules_go_repository.bzl", "rules_go_repository")
load(":version_order.bzl", "highest")

_REPOSITORY = "autofix_toolchains"

# Only the flag //rules:config of this module names it.
_CONFIG_REPOSITORY = "autofix_config"

_config = tag_class(
    doc = """Names the configuration of the checks: what the flag `@rules_autofix//rules:config` is in a build that does
    not set it. Only the root module's tag counts.""",
    attrs = {
        "files": attr.label_list(
            doc = """The autofix.toml, configuration files of other tools, such as `.editorconfig`, or targets with such
            files, such as the target of `autofix_workspace`, which are visible to all.""",
            mandatory = True,
        ),
    },
)

# Only the files of rules that need rules_go load it.
_RULES_GO_REPOSITORY = "autofix_rules_go"

_go = tag_class(
    doc = """Names the rules_go with which `autofix_go_checker` builds: this module does not depend on it. Only the root
    module's tag counts.""",
    attrs = {
        "rules_go": attr.label(
            doc = "The repository of rules_go, by the name that the root module has for it: `@rules_go`.",
            mandatory = True,
        ),
    },
)

_local = tag_class(
    doc = """Takes an autofix binary that is already on this machine. Only the root module's tag counts, and it takes
    precedence over any `toolchain` tag.""",
    attrs = {
        "path": attr.string(
            doc = "The binary's path: absolute, or relative to the folder of the root module's MODULE.bazel.",
            mandatory = True,
        ),
    },
)

_toolchain = tag_class(
    doc = """Downloads a released autofix, for the execution platforms that are used. The root module's tag decides; if
    it has none, the highest version that a module asks for is used.""",
    attrs = {
        "sums": attr.label(
            doc = """A file with the SHA-256 of the version's archives, as sha256sum writes it: the SHA256SUMS of a release. If
            it is given, it replaces the table of versions that rules_autofix knows.""",
        ),
        "urls": attr.string_list(
            doc = """The addresses of the archives, tried in this order: URLs in which `{version}`, `{archive}` (the file name) and
            `{platform}` (such as linux_amd64) are replaced.""",
            default = ["https://github.com/rules-autofix/rules_autofix/releases/download/v{version}/{archive}"],
        ),
        "version": attr.string(
            doc = "The version, such as 0.1.0.",
            mandatory = True,
        ),
    },
)

_NO_TAG = """autofix: no tag says which autofix tool to use. In MODULE.bazel, use a release:

    autofix.toolchain(version = "X.Y.Z")

or a binary that is on this machine:

    autofix.local(path = "path/to/autofix")
"""

def _autofix_impl(mctx):
    configs = [_only(module, "config") for module in mctx.modules if module.is_root and module.tags.config]
    config_repository(
        name = _CONFIG_REPOSITORY,
        files = [str(file) for config in configs for file in config.files],
    )

    go = [_only(module, "go") for module in mctx.modules if module.is_root and module.tags.go]
    rules_go_repository(
        name = _RULES_GO_REPOSITORY,
        repository = "@@" + go[0].rules_go.repo_name if go else "",
    )

    # Only the root module knows what is at a path of this machine: the tag of another module is about another machine.
    local = [_only(module, "local") for module in mctx.modules if module.is_root and module.tags.local]
    if local:
        local_toolchain(name = _REPOSITORY, path = local[0].path)
        return _metadata(mctx, local[0])

    asked = [(module, _only(module, "toolchain")) for module in mctx.modules if module.tags.toolchain]
    roots = [tag for module, tag in asked if module.is_root]
    if not asked:
        # A workspace without the tool may still read //rules:config.
        no_toolchain(name = _REPOSITORY, reason = _NO_TAG)
        return _metadata(mctx, None)
    tag = roots[0] if roots else highest([tag for _, tag in asked])
    release_toolchains(name = _REPOSITORY, archives = archives_of(mctx, tag))
    return _metadata(mctx, roots[0] if roots else None)

def _only(module, name):
    tags = getattr(module.tags, name)
    if len(tags) > 1:
        fail("autofix: {} tags `autofix.{}` in module {}: remove all but one".format(
            len(tags),
            name,
            repr(module.name),
        ))
    return tags[0]

def _metadata(mctx, root_tag):
    # A root module without a tag may use the toolchains of another module's tag, or not.
    if not root_tag:
        return mctx.extension_metadata(reproducible = True)
    dev = mctx.is_dev_dependency(root_tag)
    return mctx.extension_metadata(
        reproducible = True,
        root_module_direct_deps = [] if dev else [_REPOSITORY],
        root_module_direct_dev_deps = [_REPOSITORY] if dev else [],
    )

autofix = module_extension(
    doc = """Brings the autofix tool as a toolchain, in the repository `autofix_toolchains`, and names the configuration of
    the checks, and the rules_go of Go checkers.""",
    implementation = _autofix_impl,
    tag_classes = {
        "config": _config,
        "go": _go,
        "local": _local,
        "toolchain": _toolchain,
    },
)
