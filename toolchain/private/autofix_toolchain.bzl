"""The toolchain rule."""

load(":workers.bzl", "WorkersInfo")

def _autofix_toolchain_impl(ctx):
    info = ctx.attr.tool[DefaultInfo]
    return [platform_common.ToolchainInfo(
        companions = ctx.files.companions,
        runfiles = info.default_runfiles,
        tool = info.files_to_run,
        workers = ctx.attr._workers[WorkersInfo].enabled,
    )]

autofix_toolchain = rule(
    doc = """Names an autofix tool. It becomes a toolchain by a `toolchain` target of the type
    `@rules_autofix//toolchain:toolchain_type`.

    Its ToolchainInfo has `tool`, the FilesToRunProvider of the tool, `runfiles`, its runfiles, `companions`, a list of
    File, and `workers`, whether actions may run it as a persistent worker.""",
    implementation = _autofix_toolchain_impl,
    attrs = {
        "companions": attr.label_list(
            doc = """The programs that the tool starts outside of actions, such as autofix-certify: executables with these
            names. Actions do not depend on them, but whatever uses the toolchain loads their packages.""",
            allow_files = True,
            cfg = "exec",
        ),
        "tool": attr.label(
            doc = "The autofix executable.",
            mandatory = True,
            allow_files = True,
            executable = True,
            cfg = "exec",
        ),
        "_workers": attr.label(
            doc = "Whether actions may run the tool as a persistent worker.",
            default = "//toolchain/private:workers_supported",
            providers = [WorkersInfo],
        ),
    },
)
