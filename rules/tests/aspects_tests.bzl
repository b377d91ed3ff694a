"""Tests of the aspects: their providers, output groups and actions."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "AUTOFIX_SOURCE_ATTRS", "autofix_aspects", _default = "autofix", _default_strict = "autofix_strict")
load("//rules:providers.bzl", "AutofixCheckerInfo", "AutofixInfo")

_own = autofix_aspects(
    name = "own",
    attrs = AUTOFIX_SOURCE_ATTRS + ["label", "keyed", "text"],
    checkers = [
        Label("//rules/tests:first"),
        Label("//rules/tests:second"),
    ],
)
own = _own.autofix
own_strict = _own.autofix_strict

_SeenInfo = provider(
    doc = "A target after the aspects have visited it.",
    fields = {
        "actions": "list of Action, those of the aspects.",
        "groups": "dict of string to list of string: the output groups that are ours, as paths in the package.",
        "info": "The AutofixInfo.",
    },
)

def _seen_impl(target, ctx):
    groups = target[OutputGroupInfo]
    return [_SeenInfo(
        actions = [action for action in target.actions if action.mnemonic.startswith("Autofix")],
        groups = {
            name: sorted([file.short_path.removeprefix(ctx.label.package + "/") for file in groups[name].to_list()])
            for name in groups
            if name.startswith("autofix_") or name in ["_validation", "default"]
        },
        info = target[AutofixInfo],
    )]

seen_by_default = aspect(
    doc = "Looks at a target after the default aspects.",
    implementation = _seen_impl,
    requires = [_default, _default_strict],
)

seen_by_own = aspect(
    doc = "Looks at a target after aspects with the user's own checkers.",
    implementation = _seen_impl,
    requires = [own, own_strict],
)

_ATTRS = {
    "checkers": attr.string_list(doc = "The names of the outputs of the checks, without extension."),
    "files": attr.string_list(doc = "The files that are checked, as paths in the package."),
    "folder": attr.string(doc = "The folder of the set of aspects, with a slash after it."),
}

def _aspects_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    seen = target[_SeenInfo]
    base = "{}.autofix/{}".format(target.label.name, ctx.attr.folder)

    groups = {}
    for group, extension in {"artifact": "json", "diff": "diff", "report": "txt", "sarif": "sarif"}.items():
        groups["autofix_" + group] = sorted(["{}{}.{}".format(base, name, extension) for name in ctx.attr.checkers])

    # Without an output group, Bazel builds the reports, so the checks run.
    groups["default"] = groups["autofix_report"]
    if ctx.attr.checkers:
        groups["_validation"] = [base + "autofix.gate"]
    asserts.equals(env, groups, seen.groups)
    for group, files in {
        "artifact": seen.info.artifacts,
        "diff": seen.info.diffs,
        "report": seen.info.reports,
        "sarif": seen.info.sarifs,
    }.items():
        asserts.equals(env, len(groups["autofix_" + group]), len(files.to_list()))

    # One action for all built-in checkers and all files, one for each of the user's own checkers, three that
    # render the artifact of each, and one gate.
    mnemonics = ["AutofixCheck" if name == "autofix" else "AutofixChecker" for name in ctx.attr.checkers]
    mnemonics += ["AutofixRender"] * (3 * len(ctx.attr.checkers))
    if mnemonics:
        mnemonics.append("AutofixGate")
    asserts.equals(env, sorted(mnemonics), sorted([action.mnemonic for action in seen.actions]))
    for action in seen.actions:
        _assert_action(env, action, target.label, ctx.attr.files)
    return analysistest.end(env)

_VERBS = {"AutofixCheck": "check", "AutofixChecker": "run-checker", "AutofixGate": "gate", "AutofixRender": "render"}

def _assert_action(env, action, label, files):
    asserts.equals(env, 1, len(action.outputs.to_list()), "outputs of " + action.mnemonic)
    asserts.equals(env, _VERBS[action.mnemonic], action.argv[1])
    asserts.equals(env, {}, action.env, "the environment of " + action.mnemonic)
    if action.mnemonic == "AutofixGate":
        return
    if action.mnemonic == "AutofixRender":
        _assert_render(env, action, label, files)
        return
    asserts.true(env, "--origin=//{}:{}".format(label.package, label.name) in action.argv)

    # After the --: the files, and nothing else.
    given = action.argv[action.argv.index("--") + 1:]
    known = [file for file in files if action.mnemonic == "AutofixCheck" or file.endswith(".bzl")]
    want = sorted(["{}/{}".format(label.package, file) for file in known])
    asserts.equals(env, want, sorted([path.removeprefix("./") for path in given]))

def _assert_render(env, action, label, files):
    given = action.argv[action.argv.index("--") + 1:]
    asserts.equals(env, 1, len(given))
    inputs = [file.path for file in action.inputs.to_list()]
    asserts.true(env, given[0] in inputs and given[0].endswith(".json"))

    # A report needs only the artifact: if a source changes and its findings do not, the report is not rendered again.
    sources = [file for file in files if "{}/{}".format(label.package, file) in inputs]
    if "--format=text" in action.argv:
        asserts.equals(env, [], sources)
    else:
        asserts.true(env, len(sources) > 0)

default_aspects_test = analysistest.make(
    _aspects_impl,
    attrs = _ATTRS,
    extra_target_under_test_aspects = [seen_by_default],
)

own_aspects_test = analysistest.make(
    _aspects_impl,
    attrs = _ATTRS,
    extra_target_under_test_aspects = [seen_by_own],
)

def _checker_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[AutofixCheckerInfo]
    asserts.equals(env, "first", info.name)
    asserts.equals(env, "artifact", info.format)
    asserts.equals(env, [0, 1], info.exit_codes)
    asserts.equals(env, {"RULE": "x/y"}, info.env)
    asserts.equals(env, ["*.bzl"], info.patterns)
    asserts.equals(env, "checker.sh", info.program.executable.basename)
    asserts.equals(
        env,
        [("--100%", None), ("--data=%s", "BUILD.bazel"), ("a%%b=%s,c", "BUILD.bazel"), ("{files}", None)],
        [(argument.format, argument.file.basename if argument.file else None) for argument in info.arguments],
    )
    asserts.equals(env, ["BUILD.bazel"], [file.basename for file in info.data.to_list()])
    return analysistest.end(env)

checker_test = analysistest.make(_checker_impl)

def _refused_impl(ctx):
    env = analysistest.begin(ctx)
    asserts.expect_failure(env, ctx.attr.message)
    return analysistest.end(env)

refused_test = analysistest.make(
    _refused_impl,
    attrs = {"message": attr.string(doc = "A part of the failure's message.")},
    expect_failure = True,
)

def _holder_impl(_ctx):
    return []

holder = rule(
    doc = "Has files in attributes of several kinds.",
    implementation = _holder_impl,
    attrs = {
        "dockerfile": attr.label(
            doc = "A file.",
            allow_single_file = True,
        ),
        "hdrs": attr.label_list(
            doc = "Files.",
            allow_files = True,
        ),
        "keyed": attr.label_keyed_string_dict(
            doc = "Files.",
            allow_files = True,
        ),
        "label": attr.label(
            doc = "A file.",
            allow_single_file = True,
        ),
        "src": attr.label(
            doc = "A file.",
            allow_single_file = True,
        ),
        "srcs": attr.string_list(
            doc = "Not files, despite the name.",
        ),
        "text": attr.string(
            doc = "No file either.",
        ),
    },
)
