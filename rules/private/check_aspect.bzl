"""The aspect that checks: it computes findings and fixes, fails on none of them, and writes no source."""

load(":autofix_info.bzl", "AutofixInfo")
load(":checked_files.bzl", "checked_files", "checkers_off")
load(":label_text.bzl", "label_text")
load(":tool.bzl", "CONFIG_FLAG", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "config_file", "execution_requirements", "param_file_args")

def _check_aspect_impl(target, ctx):
    files = checked_files(ctx)
    config = config_file(ctx.label, ctx.files._config)
    info = _check(ctx, files, config) if files else _nothing_checked(config)

    # A target may have a group of one of these names itself. Two of a name are an error of Bazel's, which would
    # take the whole build down: the target's own is left alone.
    taken = target[OutputGroupInfo] if OutputGroupInfo in target else {}
    groups = {
        "autofix_artifact": info.artifacts,
        "autofix_diff": info.diffs,
        "autofix_report": info.reports,
        "autofix_sarif": info.sarifs,
    }
    return [
        info,
        OutputGroupInfo(**{name: files for name, files in groups.items() if name not in taken}),
    ]

def _nothing_checked(config):
    return AutofixInfo(
        artifacts = depset(),
        config = config,
        diffs = depset(),
        reports = depset(),
        sarifs = depset(),
    )

def _check(ctx, files, config):
    # One action and one process for all built-in checkers and all files of the target.
    artifact = ctx.actions.declare_file(ctx.label.name + ".autofix/autofix.json")
    diff = ctx.actions.declare_file(ctx.label.name + ".autofix/autofix.diff")
    report = ctx.actions.declare_file(ctx.label.name + ".autofix/autofix.txt")
    sarif = ctx.actions.declare_file(ctx.label.name + ".autofix/autofix.sarif")

    # The verb stays outside of the param file: everything before that file is the same for all targets.
    verb = ctx.actions.args()
    verb.add("check")

    args = param_file_args(ctx)
    args.add("--declared")
    args.add(label_text(ctx.label), format = "--origin=%s")
    args.add(artifact, format = "--out=%s")
    args.add(diff, format = "--diff=%s")
    args.add(sarif, format = "--sarif=%s")
    args.add(report, format = "--report=%s")
    if config:
        args.add(config, format = "--config=%s")
    args.add_all(checkers_off(ctx), format_each = "--without=%s")
    args.add("--")

    # Bazel takes an argument of a worker that starts with @ for the name of a file with more of them.
    args.add_all(files, format_each = "./%s")

    ctx.actions.run(
        mnemonic = "AutofixCheck",
        progress_message = "Autofix %{label}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = files + ctx.files._config,
        outputs = [artifact, diff, sarif, report],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
    return AutofixInfo(
        artifacts = depset([artifact]),
        config = config,
        diffs = depset([diff]),
        reports = depset([report]),
        sarifs = depset([sarif]),
    )

def check_aspect(*, config = None):
    """Makes the aspect that checks.

    It visits the targets that are built and no others: `attr_aspects` is empty, so a dependency is checked when
    it is itself among the targets.

    Args:
      config: a Label of an autofix.toml; None for the one of the flag `//rules:config`.

    Returns:
      An aspect that provides AutofixInfo and the output groups `autofix_artifact`, `autofix_diff`,
      `autofix_report` and `autofix_sarif`.
    """
    return aspect(
        doc = "Checks the sources of a target, and computes their fixes.",
        implementation = _check_aspect_impl,
        attr_aspects = [],
        attrs = {
            "_config": attr.label(
                doc = "The autofix.toml, if any.",
                default = config or CONFIG_FLAG,
                allow_files = True,
            ),
        },
        provides = [AutofixInfo],
        toolchains = TOOLCHAINS,
    )
