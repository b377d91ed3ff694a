"""A repository with the configuration that the root module names."""

_BUILD = """\
filegroup(
    name = "config",
    srcs = {files},
    visibility = ["//visibility:public"],
)
"""

def _config_repository_impl(rctx):
    rctx.file("BUILD.bazel", _BUILD.format(files = repr(rctx.attr.files)))

config_repository = repository_rule(
    doc = "Has the target `config`, the default of the flag `@rules_autofix//rules:config`.",
    implementation = _config_repository_impl,
    attrs = {
        "files": attr.string_list(doc = "The files of the target, and other targets with files, as canonical labels."),
    },
)
