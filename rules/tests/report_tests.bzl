"""Tests of autofix_report: its outputs, and what its actions read."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "autofix_report_rule")
load("//rules/tests:aspects_tests.bzl", _own = "own")

own_report = autofix_report_rule(check = _own, fix = "//tools:fix")

_WITH_SOURCES = ["checkstyle", "full", "github", "gitlab", "rdjson", "rdjsonl", "sarif"]

def _report_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    package = target.label.package + "/"
    want = {format: "{}{}.{}".format(package, target.label.name, extension) for format, extension in ctx.attr.files.items()}
    asserts.equals(env, sorted(want.values()), sorted([file.short_path for file in target[DefaultInfo].files.to_list()]))

    actions = {
        argument.removeprefix("--format="): action
        for action in analysistest.target_actions(env)
        for argument in action.argv
        if argument.startswith("--format=")
    }
    asserts.equals(env, sorted(want), sorted(actions))
    for format, action in actions.items():
        asserts.equals(env, "AutofixReport", action.mnemonic)
        asserts.equals(env, "render", action.argv[1])
        asserts.equals(env, {}, action.env, "the environment of " + format)
        asserts.equals(env, [want[format]], [file.short_path for file in action.outputs.to_list()])
        asserts.equals(env, [want[format]], [file.short_path for file in target[OutputGroupInfo][format].to_list()])

        # After the --: the artifacts of all targets, each once.
        inputs = [file.short_path for file in action.inputs.to_list()]
        given = [path for path in action.argv[action.argv.index("--") + 1:]]
        artifacts = sorted([package + name for name in ctx.attr.artifacts])
        asserts.equals(env, artifacts, sorted([path[path.index(package):] for path in given]))
        asserts.equals(env, artifacts, sorted([path for path in inputs if path.endswith(".json")]))
        asserts.true(env, "--fix-command=" + ctx.attr.fix_command in action.argv)
        asserts.equals(env, ctx.attr.empty, "--allow-empty" in action.argv)

        # A report that needs no source is not made again because one changes.
        sources = [path for path in inputs if path in [package + name for name in ctx.attr.sources]]
        asserts.equals(env, len(ctx.attr.sources) if format in _WITH_SOURCES else 0, len(sources), "sources of " + format)
    return analysistest.end(env)

report_test = analysistest.make(
    _report_impl,
    attrs = {
        "artifacts": attr.string_list(doc = "The artifacts, as paths in the package."),
        "empty": attr.bool(doc = "Whether there may be none."),
        "files": attr.string_dict(doc = "The extension of the report of each format."),
        "fix_command": attr.string(doc = "The command that applies the fixes."),
        "sources": attr.string_list(doc = "The sources, as paths in the package."),
    },
)
