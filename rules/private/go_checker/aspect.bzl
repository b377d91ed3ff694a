"""The aspect that runs the analyzers of a checker, package by package."""

load("@autofix_rules_go//:defs.bzl", "GO_TOOLCHAIN", "GoArchive", "go_context")
load(":action.bzl", "analyze")
load(":info.bzl", "GoCheckerInfo", "GoFactsInfo")
load(":packages.bzl", "packages_of")

def _go_aspect_impl(target, ctx):
    # Whatever else has a GoArchive has no context to build in.
    if GoArchive not in target or not hasattr(ctx.rule.attr, "_go_context_data"):
        return []
    checker = ctx.attr._checker[GoCheckerInfo]
    go = go_context(ctx, ctx.rule.attr, include_deprecated_properties = False)
    imported = _imported(ctx)
    made = []
    for number, archive in enumerate(packages_of(target, target[GoArchive]), 1):
        made.append(analyze(
            ctx,
            go,
            checker,
            archive,
            name = "{}.autofix/{}/{}".format(ctx.label.name, checker.output_group, number),
            # External tests import the package with its tests.
            imported = imported + [before.facts for before in made],
            # Nobody can fix another repository, so only its facts are used.
            report = ctx.label.repo_name == "",
        ))
    return [
        GoFactsInfo(
            imported = imported,
            own = [made[0].facts],
        ),
        OutputGroupInfo(**{checker.output_group: depset([one.findings for one in made if one.findings])}),
    ]

def _imported(ctx):
    # An embedded library is compiled with the target, and its imports are imports of the target.
    facts = {}
    for dependency in getattr(ctx.rule.attr, "deps", []):
        if GoFactsInfo in dependency:
            facts.update({one.importmap: one for one in dependency[GoFactsInfo].own})
    for embedded in getattr(ctx.rule.attr, "embed", []):
        if GoFactsInfo in embedded:
            facts.update({one.importmap: one for one in embedded[GoFactsInfo].imported})
    return facts.values()

def autofix_go_aspect(*, checker):
    """Makes the aspect that runs the analyzers of an `autofix_go_checker`, for `autofix_aspects(requires = [...])`.

    It visits `go_library`, `go_binary`, `go_test` and what they depend on: what an analyzer has learned about a package,
    its facts, is an input where that package is imported. Nothing is analyzed before a check of the target, or of one
    that depends on it, asks for it.

    Args:
      checker: a Label, of an `autofix_go_checker`.

    Returns:
      An aspect. Assign it to a variable, which names it.
    """
    if type(checker) != "Label":
        fail("autofix_go_aspect: checker: {} is a {}: write Label({})".format(repr(checker), type(checker), repr(checker)))
    return aspect(
        doc = "Runs analyzers on the packages of Go targets.",
        implementation = _go_aspect_impl,
        attr_aspects = ["deps", "embed"],
        attrs = {
            "_checker": attr.label(
                doc = "The analyzers.",
                default = checker,
                providers = [GoCheckerInfo],
                cfg = "exec",
            ),
        },
        toolchains = [GO_TOOLCHAIN],
    )
