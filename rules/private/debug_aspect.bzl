"""The aspect that says what is checked, and what is not and why."""

load(":check_aspect.bzl", "check_attrs", "checkers_of")
load(":checker_tags.bzl", "unknown_checker_tags")
load(":label_text.bzl", "label_text")
load(":reach.bzl", "builtin_files", "checker_files", "reach", "why_passed_over")
load(":tool.bzl", "output_file")

def _debug_aspect_impl(_target, ctx):
    reached = reach(ctx, ctx.attr._source_attrs)
    if reached.skipped:
        lines = ["passed over: " + reached.skipped]
    else:
        lines = _turned_off(ctx, reached) + _files(ctx, reached) or ["nothing to check: it has no file in {}".format(
            ", ".join(ctx.attr._source_attrs),
        )]

    text = "\n  ".join(["autofix: {} ({})".format(label_text(ctx.label), ctx.rule.kind)] + lines)

    # Bazel tells what is printed once, when it analyses the target; and so it does with what an action prints, when it
    # runs. The file is for later builds, which do neither.
    # buildifier: disable=print
    print(text)
    file = output_file(ctx, "autofix.debug")
    ctx.actions.write(file, text + "\n")
    return [OutputGroupInfo(autofix_debug = depset([file]))]

def _turned_off(ctx, reached):
    unknown = {tag.name: tag.text for tag in unknown_checker_tags(reached.off, checkers_of(ctx))}
    return [
        unknown.get(name) or "checker {}: turned off by the tag no-autofix-{}".format(name, name)
        for name in reached.off
    ]

def _files(ctx, reached):
    checkers = {file: [] for file in reached.files}
    if ctx.attr._builtin:
        for file in builtin_files(reached):
            checkers[file].append("the built-in checkers")
    for checker in checkers_of(ctx):
        for file in checker_files(reached, checker):
            checkers[file].append(checker.name)

    lines = {}
    for name in ctx.attr._source_attrs:
        if hasattr(ctx.rule.files, name):
            for file in getattr(ctx.rule.files, name):
                lines["{}: {}".format(file.short_path, _fate(file, checkers.get(file)))] = None
        elif hasattr(ctx.rule.attr, name):
            lines["attribute {}: passed over: it is no label attribute".format(name)] = None
    return lines.keys() + _elsewhere(ctx, checkers)

def _elsewhere(ctx, checkers):
    lines = {}
    for name in dir(ctx.rule.attr):
        files = getattr(ctx.rule.files, name, None)
        if name in ctx.attr._source_attrs or name.startswith("_") or type(files) != "list":
            continue
        for file in files:
            if file not in checkers and not why_passed_over(file):
                lines["{}: passed over: it is in {}, which no check looks at".format(file.short_path, name)] = None
    return lines.keys()

def _fate(file, checkers):
    why = why_passed_over(file)
    if why:
        return "passed over: " + why
    if not checkers:
        return "passed over: no checker is for it"
    return "checked by " + ", ".join(checkers)

def debug_aspect(*, check, **kwargs):
    """Makes the aspect that says what a check aspect does.

    Args:
      check: the aspect of check_aspect.
      **kwargs: what check_attrs took for it.

    Returns:
      An aspect that prints a few lines a target, and has them in the output group `autofix_debug` as well.
    """
    return aspect(
        doc = "Says for each target which files are checked by which checkers, and which are passed over and why.",
        implementation = _debug_aspect_impl,
        attr_aspects = [],
        attrs = check_attrs(**kwargs),
        requires = [check],
    )
