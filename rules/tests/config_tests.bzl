"""Tests of how the configuration reaches the tool: as inputs of actions, and as paths in the workspace."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "configured",
    checkers = [Label("//rules/tests:first")],
    config = Label("//rules/tests:config"),
)
configured = _made.autofix
configured_strict = _made.autofix_strict

_PACKAGE = "rules/tests/"
_TOML = _PACKAGE + "config/lint.toml"
_TOOL_FILES = [_PACKAGE + name for name in ["config/.editorconfig", "config/.hadolint.yaml", "config/service.schema.json", "config/web.dockerignore"]]

_ActionsInfo = provider(
    doc = "The actions of the aspects on a target.",
    fields = {"actions": "list of Action."},
)

def _actions_impl(target, _ctx):
    return [_ActionsInfo(actions = [action for action in target.actions if action.mnemonic.startswith("Autofix")])]

actions = aspect(
    doc = "Looks at a target after aspects with several configuration files.",
    implementation = _actions_impl,
    requires = [configured, configured_strict],
)

def _given(arguments, flag):
    return [argument.removeprefix(flag) for argument in arguments if argument.startswith(flag)]

def _assert_given(env, action, toml, tool_files):
    # What checks read of the autofix.toml is made from it, and stands for it.
    asserts.equals(env, [toml] if toml else [], _given(action.argv, "--config-path="), "autofix.toml of " + action.mnemonic)
    made = _given(action.argv, "--config=")
    asserts.equals(env, ["rules/checked_config/" + toml] if toml else [], [_in_bin(path) for path in made], "--config of " + action.mnemonic)
    asserts.equals(env, tool_files, _given(action.argv, "--tool-config="), "files of other tools of " + action.mnemonic)
    inputs = [file.path for file in action.inputs.to_list() if "/config/" in file.path]
    asserts.equals(env, sorted(made + tool_files), sorted(inputs), "inputs of " + action.mnemonic)

def _in_bin(path):
    return path.partition("/bin/")[2]

def _checks_config_impl(ctx):
    env = analysistest.begin(ctx)
    seen = analysistest.target_under_test(env)[_ActionsInfo].actions
    mnemonics = ["AutofixCheck", "AutofixChecker", "AutofixGate"] + ["AutofixRender"] * 6
    asserts.equals(env, mnemonics, sorted([action.mnemonic for action in seen]))
    for action in seen:
        # The gate and a report need only the autofix.toml. SARIF shows the findings whatever the configuration is.
        settings = action.mnemonic == "AutofixGate" or "--format=text" in action.argv
        toml = "" if "--format=sarif" in action.argv else _TOML
        _assert_given(env, action, toml, _TOOL_FILES if toml and not settings else [])
    return analysistest.end(env)

checks_config_test = analysistest.make(
    _checks_config_impl,
    extra_target_under_test_aspects = [actions],
)

_ATTRS = {
    "tool_files": attr.string_list(doc = "The files of other tools, as paths in the package."),
    "toml": attr.string(doc = "The autofix.toml, as path in the package; empty if there is none."),
}

def _canonical_config_impl(ctx):
    env = analysistest.begin(ctx)
    made = [action for action in analysistest.target_actions(env) if action.mnemonic == "AutofixCanonicalize"]
    asserts.equals(env, 1, len(made))
    toml = _PACKAGE + ctx.attr.toml if ctx.attr.toml else ""
    _assert_given(env, made[0], toml, [_PACKAGE + name for name in ctx.attr.tool_files])
    return analysistest.end(env)

canonical_config_test = analysistest.make(_canonical_config_impl, attrs = _ATTRS)

def _fix_config_impl(ctx):
    env = analysistest.begin(ctx)
    written = [action.content for action in analysistest.target_actions(env) if action.content and "bazel-fix" in action.content]
    asserts.equals(env, 1, len(written))
    arguments = written[0].split("\n")

    # The autofix.toml is read from the runfiles, the others from the workspace.
    toml = ["{rlocation:_main/" + _PACKAGE + ctx.attr.toml + "}"] if ctx.attr.toml else []
    asserts.equals(env, toml, _given(arguments, "--config="))
    asserts.equals(env, [_PACKAGE + name for name in ctx.attr.tool_files], _given(arguments, "--tool-config="))
    return analysistest.end(env)

fix_config_test = analysistest.make(_fix_config_impl, attrs = _ATTRS)
