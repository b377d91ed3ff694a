"""The aspect that checks: it computes findings and fixes, never fails because of them, and writes no source."""

load(":autofix_checker_info.bzl", "AutofixCheckerInfo")
load(":autofix_info.bzl", "AutofixInfo")
load(":check_action.bzl", "builtin_check", "own_check")
load(":checked_config.bzl", "checked_config_attr", "read_config")
load(":checker_tags.bzl", "tag_mistakes")
load(":label_text.bzl", "label_text")
load(":reach.bzl", "builtin_groups", "checker_files", "checker_reports", "handed_on", "propagation_attrs", "reach")
load(":target_flags.bzl", "FLAG_FRAGMENTS", "target_flags")
load(":tool.bzl", "TOOLCHAINS")

def _check_aspect_impl(target, ctx):
    tagged = handed_on(target, ctx, ctx.attr._source_attrs)
    reached = reach(ctx, ctx.attr._source_attrs, tagged)
    config = read_config(ctx.label, ctx.attr._config)
    checkers = checkers_of(ctx)
    mistakes = _mistakes(ctx, reached, checkers)
    made = []
    if ctx.attr._builtin:
        for number, group in enumerate(builtin_groups(reached), 1):
            name = "autofix" if number == 1 else "autofix.{}".format(number)
            made.append(builtin_check(ctx, name, group.files, config, group.off, reached.warned, [] if made else mistakes))
    for checker in checkers:
        files = checker_files(reached, checker)
        reports = checker_reports(target, checker)
        if not files or (checker.output_group and not reports):
            continue
        flags = target_flags(target, ctx, checker, files)
        if not flags.skipped:
            made.append(own_check(ctx, checker, files, flags, reports, config, reached.warned, [] if made else mistakes))
    info = AutofixInfo(
        artifacts = depset([check.artifact for check in made]),
        config = config.toml,
        config_origin = config.toml_origin,
        diffs = depset([check.diff for check in made]),
        handed_on = tagged,
        reports = depset([check.report for check in made]),
        sarifs = depset([check.sarif for check in made]),
        sources = depset(transitive = [check.sources for check in made]),
    )

    # A target may have an output group of one of these names itself. Two groups of one name fail the whole build, so
    # the target's own group is left alone.
    taken = target[OutputGroupInfo] if OutputGroupInfo in target else {}

    # Bazel builds the group `default` if nobody names another. So an aspect that is named without an output group runs its
    # checks: otherwise nothing would ask for them, and a build without findings would look the same.
    groups = {
        "autofix_artifact": info.artifacts,
        "autofix_diff": info.diffs,
        "autofix_report": info.reports,
        "autofix_sarif": info.sarifs,
        "default": info.reports,
    }
    return [
        info,
        OutputGroupInfo(**{name: files for name, files in groups.items() if name not in taken}),
    ]

def _mistakes(ctx, reached, checkers):
    # They are findings of the first check, so that whoever reads findings sees them. Bazel shows what is printed once.
    if reached.skipped:
        return []
    found = [
        "{}: {}".format(label_text(ctx.label), text)
        for text in tag_mistakes(getattr(ctx.rule.attr, "tags", []), reached.off, checkers)
    ]
    for text in found:
        # buildifier: disable=print
        print("autofix: " + text)
    return found

def checkers_of(ctx):
    """Returns the user's own checkers that a set of aspects has.

    Args:
      ctx: the context of an aspect with the attributes of `check_attrs`.

    Returns:
      A list of AutofixCheckerInfo, no two of one name.
    """
    labels = {}
    for target in ctx.attr._checkers:
        name = target[AutofixCheckerInfo].name
        if name in labels:
            fail("autofix_aspects: checkers: {} and {} are both called {}: set the checker_name of one".format(
                labels[name],
                target.label,
                repr(name),
            ))
        labels[name] = target.label
    return [target[AutofixCheckerInfo] for target in ctx.attr._checkers]

def check_attrs(*, attrs, builtin, checkers, config, folder):
    """Returns the attributes that say what a set of aspects checks.

    Args:
      attrs: a list of string, the names of the attributes that have sources.
      builtin: a bool, whether the built-in checkers run.
      checkers: a list of Label of targets with AutofixCheckerInfo.
      config: a Label of the configuration; None for that of the flag `//rules:config`.
      folder: a string, the folder of the outputs in the target's folder: "" or a name with a slash after it.

    Returns:
      A dict of attributes for `aspect`.
    """
    return {
        "_builtin": attr.bool(
            doc = "Whether the built-in checkers run.",
            default = builtin,
        ),
        "_checkers": attr.label_list(
            doc = "The user's own checkers.",
            default = checkers,
            providers = [AutofixCheckerInfo],
            cfg = "exec",
        ),
        "_config": checked_config_attr(config),
        "_folder": attr.string(
            doc = "The folder of the outputs in the target's folder.",
            default = folder,
        ),
        "_source_attrs": attr.string_list(
            doc = "The attributes that have sources.",
            default = attrs,
        ),
    }

def check_aspect(*, attrs, requires, **kwargs):
    """Makes the aspect that checks.

    It checks only the targets that are built: a dependency is checked when it is itself among the targets. It visits
    the rules in the source attributes too, but only for their tags: their checks run only if somebody requests them.

    Args:
      attrs: a list of string, as for check_attrs.
      requires: a list of aspects, whose output groups have the output of checkers.
      **kwargs: the other arguments of check_attrs.

    Returns:
      An aspect that provides AutofixInfo and the output groups `autofix_artifact`, `autofix_diff`,
      `autofix_report`, `autofix_sarif`, and `default`, which has the reports too.
    """
    return aspect(
        doc = "Checks the sources of a target, and computes their fixes.",
        implementation = _check_aspect_impl,
        attr_aspects = propagation_attrs(attrs),
        attrs = check_attrs(attrs = attrs, **kwargs),
        fragments = FLAG_FRAGMENTS,
        provides = [AutofixInfo],
        requires = requires,
        toolchains = TOOLCHAINS,
    )
