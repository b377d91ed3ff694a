"""A checker of analyzers of Go."""

load("@autofix_rules_go//:defs.bzl", "go_binary", "go_reset_target")
load("//rules/private:autofix_checker_info.bzl", "AutofixCheckerInfo", "output_group_checker")
load("//rules/private:checker_name.bzl", "check_name")
load(":info.bzl", "GoCheckerInfo")
load(":source.bzl", "go_checker_source")
load(":suites.bzl", "SAFETIES", "safety_of", "suite_labels")

def _go_checker_impl(ctx):
    name = ctx.attr.checker_name or ctx.label.name
    check_name(ctx, name)
    for analyzer, safety in ctx.attr.safety.items():
        if safety not in SAFETIES:
            fail("{}: safety: {}: {} is not one of {}".format(ctx.label, analyzer, repr(safety), ", ".join(SAFETIES)))
    for flag, value in ctx.attr.flags.items():
        if "\n" in flag + value or "\r" in flag + value:
            fail("{}: flags: {} contains a line break, which an argument cannot have".format(ctx.label, repr(flag)))

    # Checkers of one name cannot be in one set of aspects, but several sets may visit a target.
    output_group = "autofix_go_{}_{}".format(name, "%x" % (hash(str(ctx.label)) & 0xffffffff))
    return [
        GoCheckerInfo(
            flags = ["{}={}".format(flag, value) for flag, value in ctx.attr.flags.items()],
            go_mod = ctx.file.go_mod,
            output_group = output_group,
            program = ctx.attr.program[DefaultInfo].files_to_run,
        ),
        output_group_checker(
            name = name,
            format = "go-analysis",
            output_group = output_group,
            safety_of = {"go/" + analyzer: safety for analyzer, safety in safety_of(ctx.attr.suites, ctx.attr.safety).items()},
        ),
    ]

_go_checker = rule(
    doc = "Declares a program of analyzers as a checker.",
    implementation = _go_checker_impl,
    attrs = {
        "checker_name": attr.string(
            doc = "The checker's name in outputs, summaries and the tag `no-autofix-NAME`. By default the target's name.",
        ),
        "flags": attr.string_dict(
            doc = "Flags of analyzers.",
        ),
        "go_mod": attr.label(
            doc = "The go.mod of the module.",
            allow_single_file = [".mod"],
        ),
        "program": attr.label(
            doc = "The program.",
            mandatory = True,
            executable = True,
            # The aspect takes the whole checker for the execution platform of its actions.
            cfg = "target",
        ),
        "safety": attr.string_dict(
            doc = "The safety of the fixes of single analyzers.",
        ),
        "suites": attr.string_list(
            doc = "The names of the suites that the program has.",
        ),
    },
    provides = [
        AutofixCheckerInfo,
        GoCheckerInfo,
    ],
)

def autofix_go_checker(
        *,
        name,
        analyzers = [],
        suites = [],
        checker_name = "",
        flags = {},
        go_mod = None,
        safety = {},
        staticcheck = "@co_honnef_go_tools",
        x_tools = "@org_golang_x_tools",
        **kwargs):
    """Declares analyzers of Go as a checker: see [Go analyzers](../go_checker.md).

    ```starlark
    autofix_go_checker(
        name = "go",
        analyzers = ["//tools/lint/sprintf"],
        go_mod = "//:go.mod",
        suites = ["vet", "fix"],
    )
    ```

    It builds a program of them, with the rules_go that `autofix.go` names in MODULE.bazel. `autofix_go_aspect` runs it on
    Go targets, and `autofix_aspects` takes both.

    Args:
      name: the name of the target, and of the checker.
      analyzers: labels of `go_library` targets, each of a package with a variable `Analyzer`, as for nogo: own ones, those
        of `@org_golang_x_tools//go/analysis/passes/...`, or of `@co_honnef_go_tools//staticcheck/...`.
      suites: names of suites. `vet` and `fix` are those of the go command and `modernize` is a part of the latter, all in
        the version of `x_tools`; `staticcheck`, `simple`, `stylecheck` and `quickfix` are those of `staticcheck`.
      checker_name: the checker's name in outputs, summaries and the tag `no-autofix-NAME`. By default the target's name.
      flags: a dict of flags of analyzers, such as `{"printf.funcs": "Logf"}`.
      go_mod: the label of the go.mod of the module that is checked. An analyzer then suggests nothing that a language
        version older than that of its `go` line lacks. None: the version of the Go SDK.
      safety: a dict of the names of analyzers to the safety of their fixes: `safe`, `suggestion` or `unsafe`. By default,
        fixes of the suites whose documentation promises that programs keep their behavior are safe, and all others are
        suggestions.
      staticcheck: the repository of honnef.co/go/tools, for its suites.
      x_tools: the repository of golang.org/x/tools.
      **kwargs: `visibility`, `tags` and other attributes that all rules have.
    """
    if not analyzers and not suites:
        fail("autofix_go_checker: {}: it has neither analyzers nor suites, so it would check nothing".format(name))
    labels = suite_labels(name, suites, x_tools = x_tools, staticcheck = staticcheck)

    # Parts that nobody builds but for the checker.
    tags = {"tags": ["manual"]}
    go_checker_source(
        name = name + ".analyzers",
        analyzers = analyzers,
        suites = labels,
        **tags
    )
    go_binary(
        name = name + ".binary",
        srcs = [
            Label("//rules/private/go_checker/program:sources"),
            name + ".analyzers",
        ],
        deps = {label: None for label in analyzers + labels.keys() + [
            x_tools + "//go/analysis",
            x_tools + "//go/gcexportdata",
            x_tools + "//go/types/objectpath",
        ]}.keys(),
        **tags
    )

    # It is built as a tool: neither with the tags of what it checks, nor checked by nogo.
    go_reset_target(
        name = name + ".program",
        dep = name + ".binary",
        **tags
    )
    _go_checker(
        name = name,
        checker_name = checker_name,
        flags = flags,
        go_mod = go_mod,
        program = name + ".program",
        safety = safety,
        suites = suites,
        **kwargs
    )
