"""The actions that check. Each writes an artifact, which other actions render. A finding never fails them."""

load(":config_files.bzl", "add_config")
load(":label_text.bzl", "label_text")
load(":placeholders.bzl", "escaped")
load(":render_action.bzl", "rendered")
load(":target_flags.bzl", "FLAGS_MARK")
load(":tool.bzl", "PROGRAM_REQUIREMENTS", "TOOLCHAIN_TYPE", "UNMAPPED_REQUIREMENTS", "autofix_tool", "execution_requirements", "output_file", "param_file_args")

def builtin_check(ctx, name, files, config, without, warned, mistakes):
    """Checks files with all built-in checkers, in one action and one process.

    Args:
      ctx: the context of the check aspect.
      name: a string, the name of the outputs without extension.
      files: a list of File, not empty.
      config: the configuration, as of `config_files`.
      without: a list of string, the built-in checkers that are left out.
      warned: a dict whose keys are the files, among others, whose findings shut no gate.
      mistakes: a list of string, what is wrong with the tags of the target, for the first check of it.

    Returns:
      A struct with the outputs: `artifact`, `diff`, `report` and `sarif`.
    """
    artifact = output_file(ctx, name + ".json")
    sources = depset(files)
    args = param_file_args(ctx)
    args.add("--declared")
    _add_common(ctx, args, artifact, config, [file for file in files if file in warned], mistakes)
    args.add_all(without, format_each = "--without=%s")
    args.add("--")

    # Bazel takes an argument of a worker that starts with @ for the name of a file with more of them.
    args.add_all(files, format_each = "./%s")
    _run(
        ctx,
        verb = "check",
        args = args,
        artifact = artifact,
        mnemonic = "AutofixCheck",
        progress_message = "Autofix %{label}",
        inputs = depset(config.inputs, transitive = [sources]),
        execution_requirements = execution_requirements(ctx),
    )
    return rendered(ctx, name, artifact, sources, config)

def own_check(ctx, checker, files, flags, reports, config, warned, mistakes):
    """Checks files with one of the user's own checkers, in one action.

    Args:
      ctx: the context of the check aspect.
      checker: an AutofixCheckerInfo.
      files: a list of File, not empty.
      flags: what `target_flags` returned, which skips nothing.
      reports: a list of File, the output of a checker that the target's own rule has run, as of `checker_reports`.
      config: the configuration, as of `config_files`.
      warned: as for `builtin_check`.
      mistakes: as for `builtin_check`.

    Returns:
      A struct with the outputs: `artifact`, `diff`, `report` and `sarif`.
    """
    artifact = output_file(ctx, checker.name + ".json")
    sources = depset(files)
    args = param_file_args(ctx)
    args.add(checker.name, format = "--checker=%s")
    if checker.output_group:
        args.add_all(reports, format_each = "--program-output=%s", expand_directories = False)
    else:
        args.add(checker.program.executable, format = "--program=%s")
    for argument in checker.arguments:
        if argument.format == FLAGS_MARK:
            args.add_all([escaped(flag) for flag in flags.args], format_each = "--arg=%s")
        elif argument.file:
            args.add(argument.file, format = "--arg=" + argument.format)
        else:
            args.add(argument.format, format = "--arg=%s")
    args.add_all(["{}={}".format(name, value) for name, value in checker.env.items()], format_each = "--env=%s")
    args.add_all(checker.exit_codes, format_each = "--exit-code=%s")
    args.add(checker.format, format = "--output=%s")
    if checker.pattern:
        args.add(checker.pattern, format = "--pattern=%s")
    if checker.safety:
        args.add(checker.safety, format = "--safety=%s")
    args.add_all(["{}={}".format(rule, safety) for rule, safety in checker.safety_of.items()], format_each = "--safety-of=%s")
    if checker.stream != "stdout":
        args.add(checker.stream, format = "--stream=%s")
    if flags.named:
        args.add("--no-files")
    if checker.in_place or checker.format == "text":
        _add_rewrite(args, checker)
    _add_common(ctx, args, artifact, config, [file for file in files if file in warned], mistakes)
    args.add("--")
    args.add_all(files)
    _run(
        ctx,
        verb = "run-checker",
        args = args,
        artifact = artifact,
        mnemonic = "AutofixChecker",
        progress_message = "Autofix %{label} with " + checker.name,
        inputs = depset(config.inputs + reports, transitive = [sources, checker.data, flags.inputs]),
        tools = [checker.program] if checker.program else [],
        execution_requirements = PROGRAM_REQUIREMENTS if flags.mapped else UNMAPPED_REQUIREMENTS,
    )
    return rendered(ctx, checker.name, artifact, sources, config)

def _add_rewrite(args, checker):
    # The program runs in a copy of its files, which has the data too.
    if checker.in_place:
        args.add("--in-place")
    if checker.phase:
        args.add(checker.phase, format = "--phase=%s")
    args.add(checker.timeout, format = "--timeout=%s")
    args.add_all(checker.data, format_each = "--data=%s", expand_directories = False)

def _add_common(ctx, args, artifact, config, warned, mistakes):
    args.add(label_text(ctx.label), format = "--origin=%s")
    args.add(artifact, format = "--out=%s")
    args.add("--brief")
    args.add_all(warned, format_each = "--warn=%s")
    args.add_all(mistakes, format_each = "--tag-mistake=%s")
    add_config(args, config)

def _run(ctx, *, verb, args, artifact, **kwargs):
    # The verb stays outside of the param file: everything before that file is the same for all targets.
    first = ctx.actions.args()
    first.add(verb)
    ctx.actions.run(
        executable = autofix_tool(ctx),
        arguments = [first, args],
        outputs = [artifact],
        toolchain = TOOLCHAIN_TYPE,
        **kwargs
    )
