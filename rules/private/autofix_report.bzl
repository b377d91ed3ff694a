"""One report of many targets, from what their checks wrote."""

load(":autofix_info.bzl", "AutofixInfo")
load(":config_files.bzl", "add_toml")
load(":fix_command.bzl", "FIX_COMMAND_ATTRS", "fix_command")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "param_file_args")

# The formats, with the extension of their files, and whether they need the sources: for columns in other units than
# those of an artifact, or for fingerprints. A test compares the names with those of the tool.
REPORT_FORMATS = {
    "agent": struct(extension = "agent.txt", sources = False),
    "artifacts": struct(extension = "artifacts.json", sources = False),
    "checkstyle": struct(extension = "checkstyle.xml", sources = True),
    "files": struct(extension = "files.txt", sources = False),
    "full": struct(extension = "full.txt", sources = True),
    "github": struct(extension = "github.txt", sources = True),
    "gitlab": struct(extension = "gitlab.json", sources = True),
    "json": struct(extension = "json", sources = False),
    "junit": struct(extension = "junit.xml", sources = False),
    "markdown": struct(extension = "md", sources = False),
    "rdjson": struct(extension = "rdjson", sources = True),
    "rdjsonl": struct(extension = "rdjsonl", sources = True),
    "sarif": struct(extension = "sarif", sources = True),
    "text": struct(extension = "txt", sources = False),
}

def _autofix_report_impl(ctx):
    infos = [target[AutofixInfo] for target in ctx.attr.targets]
    artifacts = depset(transitive = [info.artifacts for info in infos])
    sources = depset(transitive = [info.sources for info in infos])
    if not ctx.attr.formats:
        fail("formats: it is empty: name at least one of " + ", ".join(REPORT_FORMATS))

    # All targets were checked by one aspect, so with one configuration.
    first = infos[0]
    groups = {
        format.replace("-", "_"): depset([_render(ctx, format, artifacts, sources, first)])
        for format in ctx.attr.formats
    }
    return [
        DefaultInfo(files = depset(transitive = groups.values())),
        OutputGroupInfo(**groups),
    ]

def _render(ctx, name, artifacts, sources, info):
    if name not in REPORT_FORMATS:
        fail("formats: {}: unknown format; the formats are {}".format(repr(name), ", ".join(REPORT_FORMATS)))
    format = REPORT_FORMATS[name]
    output = ctx.actions.declare_file("{}.{}".format(ctx.label.name, format.extension))

    verb = ctx.actions.args()
    verb.add("render")

    args = param_file_args(ctx)
    args.add("--declared")
    args.add(name, format = "--format=%s")
    args.add(output, format = "--out=%s")
    args.add(fix_command(ctx, ctx.attr._fix, [target.label for target in ctx.attr.targets]), format = "--fix-command=%s")
    add_toml(args, info.config, info.config_origin)
    if ctx.attr.allow_empty:
        args.add("--allow-empty")
    args.add("--")
    args.add_all(artifacts)

    ctx.actions.run(
        mnemonic = "AutofixReport",
        progress_message = "Autofix %{output}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = depset([info.config] if info.config else [], transitive = [artifacts] + ([sources] if format.sources else [])),
        outputs = [output],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
    return output

def autofix_report_rule(*, check, fix = "//:fix"):
    """Makes the report rule of a check aspect of your own.

    Args:
      check: the `autofix` of autofix_aspects, already assigned to a variable at the top of its file.
      fix: a string, the label of the `fix` target, for the command in the reports.

    Returns:
      A rule.
    """
    return rule(
        doc = """One report of all findings in its targets' own sources. A finding that several targets have is in it once.

        It reads what the checks wrote, and runs none again. The report in a format such as `sarif` is the file
        `NAME.sarif`, and is in the output group of that name. A report never fails the build because of findings.""",
        implementation = _autofix_report_impl,
        attrs = FIX_COMMAND_ATTRS | {
            "allow_empty": attr.bool(
                doc = "Whether there is a report, of nothing, if no file is checked, because all targets are skipped or no checker knows their files.",
            ),
            "formats": attr.string_list(
                doc = "The formats: " + ", ".join(["`{}`".format(name) for name in REPORT_FORMATS]) + ".",
                default = ["sarif"],
            ),
            "targets": attr.label_list(
                doc = "The targets whose own sources are reported, without those of their dependencies.",
                mandatory = True,
                allow_empty = False,
                aspects = [check],
            ),
            "_fix": attr.string(
                doc = "The label of the fix target.",
                default = fix,
            ),
        },
        toolchains = TOOLCHAINS,
    )
