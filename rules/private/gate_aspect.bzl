"""The gate, as an aspect: the build fails while a safe fix is pending or an error stands."""

load(":autofix_info.bzl", "AutofixInfo")
load(":config_files.bzl", "add_toml")
load(":fix_command.bzl", "FIX_COMMAND_ATTRS", "fix_command")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "output_file", "param_file_args")

def _gate_aspect_impl(target, ctx):
    info = target[AutofixInfo]
    artifacts = info.artifacts
    if not artifacts:
        return []

    stamp = output_file(ctx, "autofix.gate")

    verb = ctx.actions.args()
    verb.add("gate")

    args = param_file_args(ctx)

    # A run over all targets leaves manual ones out.
    all_labels = [ctx.label] if "manual" in getattr(ctx.rule.attr, "tags", []) else []
    args.add(fix_command(ctx, ctx.attr._fix, [ctx.label]), format = "--fix-command=%s")
    args.add(fix_command(ctx, ctx.attr._fix, all_labels), format = "--all-command=%s")
    args.add(stamp, format = "--stamp=%s")

    # A target may have only files that no checker knows.
    args.add("--allow-empty")
    add_toml(args, info.config, info.config_origin)
    args.add("--")
    args.add_all(artifacts)

    ctx.actions.run(
        mnemonic = "AutofixGate",
        progress_message = "Autofix gate %{label}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = depset([info.config] if info.config else [], transitive = [artifacts]),
        outputs = [stamp],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
    return [OutputGroupInfo(_validation = depset([stamp]))]

def gate_aspect(*, check, fix, folder):
    """Makes the aspect that judges what a check aspect found.

    It reads the artifacts of the other aspect and computes nothing again, so switching between the two repeats no check.

    Args:
      check: the aspect of check_aspect.
      fix: a string, the label of the `fix` target, for the command in the message.
      folder: a string, as for check_aspect.

    Returns:
      An aspect that provides the output group `_validation` if something was checked.
    """
    return aspect(
        doc = "Fails the build while a safe fix is pending or an error stands, and prints the command that applies the fixes.",
        implementation = _gate_aspect_impl,
        attr_aspects = [],
        attrs = FIX_COMMAND_ATTRS | {
            "_fix": attr.string(
                doc = "The label of the fix target.",
                default = fix,
            ),
            "_folder": attr.string(
                doc = "The folder of the outputs in the target's folder.",
                default = folder,
            ),
        },
        requires = [check],
        toolchains = TOOLCHAINS,
    )
