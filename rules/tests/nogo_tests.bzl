"""Tests of nogo as a checker, with a rule that has its output as rules_go has it, and of declared safety."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "nogo",
    builtin_checkers = False,
    checkers = [
        Label("//rules/tests:nogo"),
        Label("//rules/tests:patching"),
    ],
)
checked = _made.autofix

def _analyzed_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name + "_nogo")
    ctx.actions.run_shell(outputs = [folder], command = "mkdir -p $1", arguments = [folder.path])
    validation = ctx.actions.declare_file(ctx.label.name + ".nogo")
    ctx.actions.write(validation, "")
    return [OutputGroupInfo(
        _validation = [validation] if ctx.attr.validated else [],
        nogo_fix = [folder],
    )]

analyzed = rule(
    doc = "Has the output groups of a Go target.",
    implementation = _analyzed_impl,
    attrs = {
        "srcs": attr.label_list(
            doc = "The sources.",
            allow_files = True,
        ),
        "validated": attr.bool(
            doc = "Whether nogo reports, and does not only collect facts.",
            default = True,
        ),
    },
)

_ActionsInfo = provider(
    doc = "The actions of the aspects.",
    fields = {"checks": "list of Action: those that run a checker."},
)

def _seen_impl(target, _ctx):
    return [_ActionsInfo(checks = [action for action in target.actions if action.mnemonic == "AutofixChecker"])]

seen_nogo = aspect(
    doc = "Looks at a target after the aspects.",
    implementation = _seen_impl,
    requires = [checked],
)

_FLAGS = ["--program-output=", "--program=", "--safety=", "--output="]

def _nogo_impl(ctx):
    env = analysistest.begin(ctx)
    got = []
    for action in analysistest.target_under_test(env)[_ActionsInfo].checks:
        inputs = [file.path for file in action.inputs.to_list()]
        for arg in action.argv:
            flag, found, value = arg.partition("=")
            if not [known for known in _FLAGS if arg.startswith(known)]:
                continue
            if flag in ["--program-output", "--program"]:
                asserts.true(env, value in inputs, "{} is no input".format(value))
                value = value.split("/")[-1]
            got.append(flag + found + value)
    asserts.equals(env, ctx.attr.flags, got)
    return analysistest.end(env)

nogo_test = analysistest.make(
    _nogo_impl,
    attrs = {"flags": attr.string_list(doc = "The flags of all checks, with base names.")},
    extra_target_under_test_aspects = [seen_nogo],
)
