"""The gate as a test."""

load(":autofix_info.bzl", "AutofixInfo")
load(":fix_command.bzl", "FIX_COMMAND_ATTRS", "fix_command")
load(":launcher.bzl", "launch", "runfile_mark")
load(":tool.bzl", "TOOLCHAINS")

def _autofix_test_impl(ctx):
    artifacts = depset(transitive = [target[AutofixInfo].artifacts for target in ctx.attr.targets]).to_list()
    arguments = ["gate", "--fix-command=" + fix_command(ctx, ctx.attr._fix, [target.label for target in ctx.attr.targets])]
    files = list(artifacts)

    # Without it, the gate fails if no file was checked: a test that checks nothing must not pass unnoticed.
    if ctx.attr.allow_empty:
        arguments.append("--allow-empty")

    # All targets were checked by one aspect, so with one configuration.
    info = ctx.attr.targets[0][AutofixInfo]
    if info.config:
        arguments.append("--config=" + runfile_mark(ctx, info.config))
        arguments.append("--config-path=" + info.config_origin.short_path)
        files.append(info.config)
    return launch(
        ctx = ctx,
        arguments = arguments + ["--"] + [runfile_mark(ctx, artifact) for artifact in artifacts],
        files = files,
    )

def autofix_test_rule(*, check, fix = "//:fix"):
    """Makes the test rule of a check aspect of your own.

    Args:
      check: the `autofix` of autofix_aspects, already assigned to a variable at the top of its file.
      fix: a string, the label of the `fix` target, for the command in the message.

    Returns:
      A test rule.
    """
    return rule(
        doc = "Fails while a safe fix of its targets is pending or an error stands, and prints the command that applies the fixes.",
        implementation = _autofix_test_impl,
        attrs = FIX_COMMAND_ATTRS | {
            "allow_empty": attr.bool(
                doc = "Whether the test passes if no file is checked, because all targets are skipped or no checker knows their files.",
            ),
            "targets": attr.label_list(
                doc = "The targets whose own sources are checked, without those of their dependencies.",
                mandatory = True,
                allow_empty = False,
                aspects = [check],
            ),
            "_fix": attr.string(
                doc = "The label of the fix target.",
                default = fix,
            ),
        },
        test = True,
        toolchains = TOOLCHAINS,
    )
