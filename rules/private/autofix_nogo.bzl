"""The checker nogo, which rules_go runs itself."""

load(":autofix_checker_info.bzl", "AutofixCheckerInfo", "output_group_checker")
load(":checker_name.bzl", "check_name")

def _autofix_nogo_impl(ctx):
    name = ctx.attr.checker_name or ctx.label.name
    check_name(ctx, name)
    return [output_group_checker(name = name, format = "nogo", output_group = "nogo_fix", safety = ctx.attr.safety)]

autofix_nogo = rule(
    doc = """Declares [nogo](../nogo.md) of rules_go as a checker.

    ```starlark
    autofix_nogo(
        name = "nogo",
        safety = "safe",
    )
    ```

    `autofix_aspects(checkers = [Label("//tools/lint:nogo")])` puts it into a set of aspects. rules_go runs nogo, on the
    targets and with the analyzers of `go_sdk.nogo`; this takes the patches that it writes to the output group `nogo_fix`
    of Go targets. Their fixes are merged, gated and applied with those of all other checkers. nogo does not run twice,
    and a target on which it does not run is not checked.""",
    implementation = _autofix_nogo_impl,
    attrs = {
        "checker_name": attr.string(
            doc = "The checker's name in outputs, summaries and the tag `no-autofix-NAME`. By default the target's name.",
        ),
        "safety": attr.string(
            doc = "The safety of the fixes, which nogo does not say. Only `safe` ones are applied without being asked for.",
            default = "suggestion",
            values = ["safe", "suggestion", "unsafe"],
        ),
    },
    provides = [AutofixCheckerInfo],
)
