"""Aspects for sources in other attributes than a plain `srcs`."""

load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "handed",
    attrs = [
        "embed",
        "single",
    ],
)

handed = _made.autofix
handed_debug = _made.autofix_debug

def _holder_impl(_ctx):
    return []

holder = rule(
    doc = "Has its sources in other attributes.",
    implementation = _holder_impl,
    attrs = {
        "embed": attr.label_list(),
        "single": attr.label(allow_single_file = True),
    },
)
