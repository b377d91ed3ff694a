"""A repository with what this module needs of the root module's rules_go."""

_DEFS = """\
load("{repository}//go:def.bzl", _GoArchive = "GoArchive", _GoInfo = "GoInfo", _go_binary = "go_binary", _go_context = "go_context", _go_reset_target = "go_reset_target")

GO_TOOLCHAIN = "{repository}//go:toolchain"
GoArchive = _GoArchive
GoInfo = _GoInfo
go_binary = _go_binary
go_context = _go_context
go_reset_target = _go_reset_target
"""

# What loads it fails with the way out.
_NO_TAG = '''\
fail("""autofix: no tag says which rules_go to use. In MODULE.bazel, use that of your module:

    bazel_dep(name = "rules_go", version = "X.Y.Z")

    autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
    autofix.go(rules_go = "@rules_go")
""")

GO_TOOLCHAIN = None
GoArchive = None
GoInfo = None
go_binary = None
go_context = None
go_reset_target = None
'''

_BUILD = """\
load("@bazel_skylib//:bzl_library.bzl", "bzl_library")

bzl_library(
    name = "defs",
    srcs = ["defs.bzl"],
    visibility = ["//visibility:public"],
    deps = {deps},
)
"""

def _rules_go_repository_impl(rctx):
    rules_go = rctx.attr.repository
    rctx.file("defs.bzl", _DEFS.format(repository = rules_go) if rules_go else _NO_TAG)
    rctx.file("BUILD.bazel", _BUILD.format(deps = repr([rules_go + "//go:def"] if rules_go else [])))

rules_go_repository = repository_rule(
    doc = "Has `defs.bzl`, with the rules and providers of rules_go that `autofix_go_checker` needs.",
    implementation = _rules_go_repository_impl,
    attrs = {
        "repository": attr.string(doc = "The canonical name of the repository of rules_go, with its two @. Empty: loading `defs.bzl` fails."),
    },
)
