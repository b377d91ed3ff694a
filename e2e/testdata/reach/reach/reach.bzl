"""Rules that have their sources in other ways than a plain `srcs`."""

load("@rules_autofix//rules:defs.bzl", "autofix", "autofix_aspects", "autofix_sources")
load("@rules_autofix//rules:providers.bzl", "AutofixInfo")

_made = autofix_aspects(
    name = "reach",
    attrs = [
        "embed",
        "keyed",
        "named",
        "single",
        "srcs",
        "text",
        "words",
    ],
    fix = "//reach:fix",
)

reach = _made.autofix
reach_debug = _made.autofix_debug
reach_fix = _made.autofix_fix

def _holder_impl(_ctx):
    return []

holder = rule(
    doc = "Has files in attributes of all kinds.",
    implementation = _holder_impl,
    attrs = {
        "embed": attr.label_list(providers = [DefaultInfo]),
        "keyed": attr.label_keyed_string_dict(allow_files = True),
        "named": attr.string_keyed_label_dict(allow_files = True),
        "single": attr.label(allow_single_file = True),
        "srcs": attr.label_list(allow_files = True),
        "text": attr.string(),
        "words": attr.string_list(),
    },
)

def _optimize_impl(_settings, _attr):
    return {"//command_line_option:compilation_mode": "opt"}

_optimize = transition(
    implementation = _optimize_impl,
    inputs = [],
    outputs = ["//command_line_option:compilation_mode"],
)

optimized = rule(
    doc = "A target that is always built in another configuration.",
    implementation = _holder_impl,
    attrs = {"srcs": attr.label_list(allow_files = True)},
    cfg = _optimize,
)

def _both_impl(_settings, _attr):
    return {mode: {"//command_line_option:compilation_mode": mode} for mode in ["dbg", "opt"]}

_both = transition(
    implementation = _both_impl,
    inputs = [],
    outputs = ["//command_line_option:compilation_mode"],
)

def _twice_impl(ctx):
    artifacts = [target[AutofixInfo].artifacts for target in ctx.attr.target]
    return [OutputGroupInfo(autofix_artifact = depset(transitive = artifacts))]

twice = rule(
    doc = "Has a target checked in two configurations, and hands on the artifacts of both.",
    implementation = _twice_impl,
    attrs = {"target": attr.label(aspects = [autofix], cfg = _both)},
)

def pages(name, srcs):
    """A macro that makes a target of each file.

    Args:
      name: the first part of the targets' names.
      srcs: the files.
    """
    for src in srcs:
        autofix_sources(
            name = "{}_{}".format(name, src),
            srcs = [src],
        )
