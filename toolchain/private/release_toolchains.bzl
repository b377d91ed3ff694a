"""The repositories of a release: one for each platform, and one with the toolchains of them all."""

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")
load("//toolchain:platforms.bzl", "COMPANIONS", "PLATFORMS", "program_name")

_PROGRAM = """\
load({toolchain_bzl}, "autofix_toolchain")

autofix_toolchain(
    name = "autofix_toolchain",
    companions = glob({companions}, allow_empty = True),
    tool = {program},
    visibility = ["//visibility:public"],
)
"""

_TOOLCHAIN = """\
toolchain(
    name = "{platform}",
    exec_compatible_with = {constraints},
    toolchain = "@{repository}//:autofix_toolchain",
    toolchain_type = {toolchain_type},
)
"""

def _toolchains_impl(rctx):
    rctx.file("BUILD.bazel", "\n".join([
        _TOOLCHAIN.format(
            constraints = repr([str(Label(constraint)) for constraint in PLATFORMS[platform]]),
            platform = platform,
            repository = _repository(platform),
            toolchain_type = repr(str(Label("//toolchain:toolchain_type"))),
        )
        for platform in rctx.attr.platforms
    ]))

_toolchains = repository_rule(
    doc = "The toolchains of all platforms. It names their repositories, and fetches none.",
    implementation = _toolchains_impl,
    attrs = {
        "platforms": attr.string_list(
            doc = "Keys of PLATFORMS.",
            mandatory = True,
        ),
    },
)

def _repository(platform):
    return "autofix_" + platform

def release_toolchains(*, name, archives):
    """Makes the repositories. Bazel fetches that of a platform when an action is to run on it.

    Args:
      name: a string, the name of the repository with the toolchains.
      archives: what archives_of returns.
    """
    for platform, archive in archives.items():
        # http_archive supports what companies need: .netrc, mirrors, the repository cache.
        http_archive(
            name = _repository(platform),
            build_file_content = _PROGRAM.format(
                companions = repr([program_name(platform, name) for name in COMPANIONS]),
                program = repr(program_name(platform)),
                toolchain_bzl = repr(str(Label("//toolchain:toolchain.bzl"))),
            ),
            sha256 = archive.sha256,
            urls = archive.urls,
        )
    _toolchains(name = name, platforms = archives.keys())
