"""The source that lists the analyzers of a program."""

load("@autofix_rules_go//:defs.bzl", "GoInfo")

_SOURCE = """\
package main

import (
{imports}
)

func init() {{
	given = []origin{{
{origins}
	}}
}}
"""

def _go_checker_source_impl(ctx):
    symbols = [(dep, "Analyzer") for dep in ctx.attr.analyzers] + ctx.attr.suites.items()
    imports, origins = [], []
    for number, (dep, symbol) in enumerate(symbols, 1):
        path = dep[GoInfo].importpath
        imports.append("\tanalyzers{} {}".format(number, json.encode(path)))
        origins.append("\t\t{{{}, analyzers{}.{}}},".format(json.encode(path), number, symbol))
    source = ctx.actions.declare_file(ctx.label.name + ".go")
    ctx.actions.write(source, _SOURCE.format(
        imports = "\n".join(imports),
        origins = "\n".join(origins),
    ))
    return [DefaultInfo(files = depset([source]))]

go_checker_source = rule(
    doc = "Writes the source that lists the analyzers of a program.",
    implementation = _go_checker_source_impl,
    attrs = {
        "analyzers": attr.label_list(
            doc = "Packages with a variable `Analyzer`.",
            providers = [GoInfo],
        ),
        "suites": attr.label_keyed_string_dict(
            doc = "Packages with several analyzers, and the name of the variable with them.",
            providers = [GoInfo],
        ),
    },
)
