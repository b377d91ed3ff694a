"""Tests of checkers that make new texts of files: their declaration and their action."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "autofix_aspects")
load("//rules:providers.bzl", "AutofixCheckerInfo")

_made = autofix_aspects(
    name = "rewriting",
    builtin_checkers = False,
    checkers = [
        Label("//rules/tests:in_place"),
        Label("//rules/tests:printing"),
    ],
)
rewriting = _made.autofix

_ActionsInfo = provider(
    doc = "The actions of the aspects.",
    fields = {"checks": "list of Action: those that run a checker."},
)

def _seen_impl(target, _ctx):
    return [_ActionsInfo(checks = [action for action in target.actions if action.mnemonic == "AutofixChecker"])]

seen_rewriting = aspect(
    doc = "Looks at a target after the aspects.",
    implementation = _seen_impl,
    requires = [rewriting],
)

_FLAGS = ["--in-place", "--phase=", "--safety=", "--timeout=", "--data=", "--output="]

def _actions_impl(ctx):
    env = analysistest.begin(ctx)
    got = {}
    for action in analysistest.target_under_test(env)[_ActionsInfo].checks:
        flags = [arg for arg in action.argv if [flag for flag in _FLAGS if arg.startswith(flag)]]
        got[action.outputs.to_list()[0].basename] = flags

        # All that is copied is an input.
        inputs = [file.path for file in action.inputs.to_list()]
        for flag in flags:
            if flag.startswith("--data="):
                asserts.true(env, flag.removeprefix("--data=") in inputs, flag)
    asserts.equals(env, {
        "in_place.json": [
            "--output=artifact",
            "--safety=suggestion",
            "--in-place",
            "--phase=format",
            "--timeout=30",
            "--data=rules/tests/BUILD.bazel",
        ],
        "printing.json": ["--output=text", "--timeout=600"],
    }, got)
    return analysistest.end(env)

rewrite_actions_test = analysistest.make(
    _actions_impl,
    extra_target_under_test_aspects = [seen_rewriting],
)

def _declaration_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[AutofixCheckerInfo]
    asserts.true(env, info.in_place)
    asserts.equals(env, ("format", "suggestion", 30), (info.phase, info.safety, info.timeout))
    return analysistest.end(env)

rewrite_declaration_test = analysistest.make(_declaration_impl)
