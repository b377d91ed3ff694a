"""The canonical text of sources, as inputs of other rules."""

load(":checked_config.bzl", "CHECKED_OWN_CONFIG", "read_config")
load(":config_files.bzl", "CONFIG_DOC", "CONFIG_FLAG", "add_config")
load(":fix_command.bzl", "FIX_COMMAND_ATTRS", "fix_command")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "param_file_args")

def _canonical_sources_impl(ctx):
    config = read_config(ctx.label, ctx.attr._checked_config)
    outputs = [_canonicalize(ctx, source, config) for source in ctx.files.srcs]
    return [DefaultInfo(files = depset(outputs))]

def _canonicalize(ctx, source, config):
    output = ctx.actions.declare_file("{}/{}".format(ctx.label.name, _path_in_package(ctx, source)))

    verb = ctx.actions.args()
    verb.add("canonicalize")

    args = param_file_args(ctx)
    args.add(source.short_path, format = "--path=%s")
    args.add(output, format = "--out=%s")
    args.add(ctx.attr.policy, format = "--policy=%s")
    if ctx.attr.policy == "strict":
        args.add(fix_command(ctx, ctx.attr.fix, [ctx.label]), format = "--fix-command=%s")
    add_config(args, config)
    args.add("--")

    # Bazel takes an argument of a worker that starts with @ for the name of a file with more of them.
    args.add(source, format = "./%s")

    ctx.actions.run(
        mnemonic = "AutofixCanonicalize",
        progress_message = "Canonical text of %{input}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = [source] + config.inputs,
        outputs = [output],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
    return output

def _path_in_package(ctx, source):
    # Another repository's file has a short path that starts with "../".
    path = source.short_path.removeprefix("../")
    return path.removeprefix(ctx.label.package + "/") if ctx.label.package else path

canonical_sources = rule(
    doc = """The formatted and safely fixed text of sources, for the `srcs` of other rules.

    A build can use canonical text that nobody has written to the workspace yet. The texts are at `NAME/PATH`. PATH is
    the source's path in this package, or from the workspace's root if it is in another package.""",
    implementation = _canonical_sources_impl,
    attrs = FIX_COMMAND_ATTRS | {
        "config": attr.label(
            doc = "The configuration: " + CONFIG_DOC + ". By default that of the flag `//rules:config`.",
            default = CONFIG_FLAG,
            allow_files = True,
        ),
        "fix": attr.string(
            doc = "The label of the `fix` target, for the command in the message of the `strict` policy.",
            default = "//:fix",
        ),
        "policy": attr.string(
            doc = "`strict` fails the build if a source differs from its canonical text; `permissive` does not.",
            default = "permissive",
            values = ["permissive", "strict"],
        ),
        "_checked_config": CHECKED_OWN_CONFIG,
        "srcs": attr.label_list(
            doc = "The sources.",
            mandatory = True,
            allow_files = True,
        ),
    },
    toolchains = TOOLCHAINS,
)
