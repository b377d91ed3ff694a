"""The aspect that says what is checked, what is not, and why."""

load(":autofix_info.bzl", "AutofixInfo")
load(":check_aspect.bzl", "check_attrs", "checkers_of")
load(":checked_config.bzl", "read_config")
load(":checker_tags.bzl", "WARN_TAG", "tag_mistakes", "unknown_checker_tags")
load(":config_files.bzl", "add_config")
load(":label_text.bzl", "label_text")
load(":reach.bzl", "builtin_groups", "checker_files", "checker_reports", "reach", "why_no_source")
load(":target_flags.bzl", "FLAG_FRAGMENTS", "target_flags")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "output_file", "param_file_args")

def _debug_aspect_impl(target, ctx):
    reached = reach(ctx, ctx.attr._source_attrs, target[AutofixInfo].handed_on)
    own = [checker for checker in checkers_of(ctx) if not checker.output_group or checker_reports(target, checker)]
    if reached.skipped:
        lines = ["skipped: " + reached.skipped]
    else:
        lines = _tags(ctx, reached) + _files(target, ctx, reached, own) + _not_run(ctx, reached, own) or ["nothing to check: it has no file in {}".format(
            ", ".join(ctx.attr._source_attrs),
        )]
        lines = lines + _elsewhere(ctx, reached)

    text = "\n  ".join(["autofix: {} ({})".format(label_text(ctx.label), ctx.rule.kind)] + lines)

    # Bazel shows this text once, when it analyzes the target, and the output of an action once, when the action runs.
    # The file is for later builds, which do neither.
    # buildifier: disable=print
    print(text)
    file = output_file(ctx, "autofix.debug")
    if reached.files:
        draft = output_file(ctx, "autofix.debug.draft")
        ctx.actions.write(draft, text + "\n")
        _complete(ctx, draft, reached.files, read_config(ctx.label, ctx.attr._config), file)
    else:
        ctx.actions.write(file, text + "\n")
    return [OutputGroupInfo(autofix_debug = depset([file]))]

def _complete(ctx, draft, files, config, output):
    # A rule cannot tell a source folder from a file, and does not know which files are left alone by default. An action
    # can.
    verb = ctx.actions.args()
    verb.add("debug")
    args = param_file_args(ctx)
    args.add(draft, format = "--draft=%s")
    args.add(output, format = "--out=%s")
    add_config(args, config)
    args.add("--")
    args.add_all(files, format_each = "./%s")
    ctx.actions.run(
        mnemonic = "AutofixDebug",
        progress_message = "Autofix debug %{label}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = files + [draft] + config.inputs,
        outputs = [output],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )

def _tags(ctx, reached):
    # A tag that turns off no checker is named whether another is near or not.
    unknown = {tag.name: tag.text for tag in unknown_checker_tags(reached.off, checkers_of(ctx))}
    return tag_mistakes(getattr(ctx.rule.attr, "tags", []), [], checkers_of(ctx)) + [
        unknown.get(name) or "checker {}: turned off by the tag no-autofix-{}".format(name, name)
        for name in reached.off
    ] + [
        "{}: its findings shut no gate, by the tag {}".format(file.short_path, WARN_TAG)
        for file in reached.warned
    ]

def _not_run(ctx, reached, own):
    return [
        "checker {}: skipped: {} has nothing in the output group {}".format(checker.name, ctx.rule.kind, checker.output_group)
        for checker in checkers_of(ctx)
        if checker not in own and checker_files(reached, checker)
    ]

def _files(target, ctx, reached, own):
    checkers = {file: [] for file in reached.files}
    if ctx.attr._builtin:
        for group in builtin_groups(reached):
            text = "the built-in checkers"
            without = [name for name in group.off if name not in reached.off]
            for file in group.files:
                checkers[file].append(text + " without " + " and ".join(without) if without else text)
    lines = {}
    for checker in own:
        files = checker_files(reached, checker)
        flags = target_flags(target, ctx, checker, files) if files else None
        if flags and flags.skipped:
            lines["checker {}: skipped: {}".format(checker.name, flags.skipped)] = None
        elif flags:
            for file in files:
                checkers[file].append(checker.name)

    for name in ctx.attr._source_attrs:
        if hasattr(ctx.rule.files, name):
            for file in getattr(ctx.rule.files, name):
                lines["{}: {}".format(file.short_path, _fate(file, reached.why.get(file), checkers.get(file)))] = None
        elif hasattr(ctx.rule.attr, name):
            lines["attribute {}: skipped: it is not a label attribute".format(name)] = None
    return lines.keys()

def _elsewhere(ctx, reached):
    lines = {}
    for name in dir(ctx.rule.attr):
        files = getattr(ctx.rule.files, name, None)
        if name in ctx.attr._source_attrs or name.startswith("_") or type(files) != "list":
            continue
        for file in files:
            if file not in reached.files and not why_no_source(file):
                lines["{}: skipped: it is in {}, which is not checked".format(file.short_path, name)] = None
    return lines.keys()

def _fate(file, why, checkers):
    why = why_no_source(file) or why
    if why:
        return "skipped: " + why
    if not checkers:
        return "skipped: no checker handles it"
    return "checked by " + ", ".join(checkers)

def debug_aspect(*, check, **kwargs):
    """Makes the aspect that says what a check aspect does.

    Args:
      check: the aspect of check_aspect.
      **kwargs: what check_attrs took for it.

    Returns:
      An aspect that prints a few lines per target, and has them in the output group `autofix_debug` as well.
    """
    return aspect(
        doc = "Says for each target which checkers check which files, which files are skipped, and why.",
        implementation = _debug_aspect_impl,
        attr_aspects = [],
        attrs = check_attrs(**kwargs),
        fragments = FLAG_FRAGMENTS,
        requires = [check],
        toolchains = TOOLCHAINS,
    )
