"""Tests of checkers that get the flags of a target, and of ready-made declarations."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts", "unittest")
load("//rules:defs.bzl", "autofix_aspects")
load("//rules:providers.bzl", "AutofixCheckerInfo")
load("//rules/private:placeholders.bzl", "escaped", "placeholder_mistake")
load("//rules/private:shell_words.bzl", "shell_words")

_WORDS = [
    # (text, words)
    ("", []),
    ("  ", []),
    ("-Wall", ["-Wall"]),
    (" -include  a.h ", ["-include", "a.h"]),
    ("-DX='a b'c", ["-DX=a bc"]),
    ("-DX=\\\"a\\\"", ["-DX=\"a\""]),
    ("'a\\b' \"a\\\"b\" ''", ["a\\b", "a\"b", ""]),
    ("a\\ b", ["a b"]),
]

def _shell_words_impl(ctx):
    env = unittest.begin(ctx)
    for text, want in _WORDS:
        asserts.equals(env, want, shell_words(text), text)
    return unittest.end(env)

shell_words_test = unittest.make(_shell_words_impl)

_ESCAPED = [
    # (text, argument)
    ("-DX=1", "-DX=1"),
    ("-DX={out}", "-DX={{out}}"),
    ("{{x}}", "{{{x}}}"),
    ("{} {1} {a b} ${x}", "{} {1} {a b} ${x}"),
]

def _escaped_impl(ctx):
    env = unittest.begin(ctx)
    for text, want in _ESCAPED:
        asserts.equals(env, want, escaped(text))
        asserts.equals(env, None, placeholder_mistake(escaped(text)))
    return unittest.end(env)

escaped_test = unittest.make(_escaped_impl)

_made = autofix_aspects(
    name = "flags",
    builtin_checkers = False,
    checkers = [
        Label("//rules/tests/checkers:cc_flags"),
        Label("//rules/tests/checkers:rust_flags"),
    ],
)
flags = _made.autofix

_ActionsInfo = provider(
    doc = "The actions of the aspects.",
    fields = {"checks": "list of Action: those that run a checker."},
)

def _seen_impl(target, _ctx):
    return [_ActionsInfo(checks = [action for action in target.actions if action.mnemonic == "AutofixChecker"])]

seen_flags = aspect(
    doc = "Looks at a target after the aspects.",
    implementation = _seen_impl,
    requires = [flags],
)

def _checked_impl(ctx):
    env = analysistest.begin(ctx)
    checks = analysistest.target_under_test(env)[_ActionsInfo].checks
    asserts.equals(env, 0 if ctx.attr.skipped else 1, len(checks))
    for action in checks:
        args = [arg.removeprefix("--arg=") for arg in action.argv]
        got = [arg for arg in args if arg in ctx.attr.want]
        asserts.equals(env, sorted(ctx.attr.want), sorted({arg: None for arg in got}.keys()), str(args))
        for text in ctx.attr.without:
            asserts.false(env, [arg for arg in args if text in arg], text)
        inputs = [file.path for file in action.inputs.to_list()]
        for path in ctx.attr.want_inputs:
            asserts.true(env, path in inputs, path)
    return analysistest.end(env)

checked_flags_test = analysistest.make(
    _checked_impl,
    attrs = {
        "skipped": attr.bool(doc = "Whether no checker checks the target."),
        "want": attr.string_list(doc = "Arguments of the action."),
        "want_inputs": attr.string_list(doc = "Paths of inputs of the action."),
        "without": attr.string_list(doc = "Texts that are in no argument."),
    },
    extra_target_under_test_aspects = [seen_flags],
)

def _crate_impl(_ctx):
    return []

crate = rule(
    doc = "Has the attributes of a rule of Rust.",
    implementation = _crate_impl,
    attrs = {
        "crate_features": attr.string_list(doc = "Features."),
        "deps": attr.label_list(doc = "Other crates."),
        "edition": attr.string(doc = "The edition."),
        "srcs": attr.label_list(
            doc = "Sources.",
            allow_files = True,
        ),
    },
)

def _info_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[AutofixCheckerInfo]
    asserts.equals(env, ctx.attr.want, [argument.format for argument in info.arguments] + [
        ", ".join([str(code) for code in info.exit_codes]),
        info.format,
        " ".join(info.patterns),
    ])
    return analysistest.end(env)

info_test = analysistest.make(
    _info_impl,
    attrs = {"want": attr.string_list(doc = "Arguments, exit codes, format and patterns.")},
)
