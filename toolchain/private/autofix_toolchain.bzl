"""The toolchain rule."""

def _autofix_toolchain_impl(ctx):
    info = ctx.attr.tool[DefaultInfo]
    return [platform_common.ToolchainInfo(
        runfiles = info.default_runfiles,
        tool = info.files_to_run,
    )]

autofix_toolchain = rule(
    doc = """Names an autofix tool. It becomes a toolchain by a `toolchain` target of the type
    `@rules_autofix//toolchain:toolchain_type`.

    Its ToolchainInfo has `tool`, the FilesToRunProvider of the tool, and `runfiles`, its runfiles.""",
    implementation = _autofix_toolchain_impl,
    attrs = {
        "tool": attr.label(
            doc = "The autofix executable.",
            mandatory = True,
            allow_files = True,
            executable = True,
            cfg = "exec",
        ),
    },
)
