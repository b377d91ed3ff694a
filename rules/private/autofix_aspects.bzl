"""Sets of aspects, and the default set with its test rule."""

load(":autofix_report.bzl", "autofix_report_rule")
load(":autofix_test.bzl", "autofix_test_rule")
load(":check_aspect.bzl", "check_aspect")
load(":debug_aspect.bzl", "debug_aspect")
load(":fix_aspect.bzl", "fix_aspect")
load(":gate_aspect.bzl", "gate_aspect")
load(":reach.bzl", "SOURCE_ATTRS")

_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

def autofix_aspects(*, name = None, config = None, checkers = [], attrs = SOURCE_ATTRS, builtin_checkers = True, fix = "//:fix", requires = []):
    """Makes aspects of your own, with other checkers, another configuration or other attributes.

    Aspects and rules take their names from the variables that they are assigned to, so assign each:

        _made = autofix_aspects(
            name = "lint",
            checkers = [Label("//tools:license_header")],
            fix = "//tools:fix",
        )
        autofix = _made.autofix
        autofix_debug = _made.autofix_debug
        autofix_fix = _made.autofix_fix
        autofix_strict = _made.autofix_strict
        autofix_test = autofix_test_rule(check = autofix, fix = "//tools:fix")

    and have `fix` use them: `fix(name = "fix", aspect = "//tools:lint.bzl%autofix_fix")`.

    To use another configuration for everything, none of this is needed: set the flag `--@rules_autofix//rules:config`.

    Args:
      name: a string, the folder of the outputs: those of a target //pkg:app are pkg/app.autofix/NAME/CHECKER.json and
        so on. By default it is derived from the other arguments, so that different sets never write the same file;
        without any argument it is that of the default aspects, pkg/app.autofix.
      config: a Label of an autofix.toml, or of a target with one and with files of other tools, such as .editorconfig;
        None for that of the flag `//rules:config`.
      checkers: a list of Label of `autofix_checker` targets, which run in addition to the built-in checkers.
      attrs: a list of string, the label attributes in which targets have their sources. An attribute that a target
        lacks, or that has something other than labels, is skipped.
      builtin_checkers: a bool; False to run only `checkers`.
      fix: a string, the label of the `fix` target, for the command that the gate prints.
      requires: a list of aspects that make the output of `checkers`, such as those of `autofix_go_aspect`.

    Returns:
      A struct with `autofix`, the aspect that checks; `autofix_strict`, the aspect that fails the build; `autofix_fix`,
      the aspect that the fix step builds with; and `autofix_debug`, the aspect that says what is checked.
    """
    _require_labels("config", [config] if config else [])
    _require_labels("checkers", checkers)
    if not builtin_checkers and not checkers:
        fail("autofix_aspects: builtin_checkers is False, and there are no checkers: nothing would be checked")
    if not attrs or type(attrs) != "list":
        fail("autofix_aspects: attrs: {}: it must be a list of attribute names that is not empty".format(repr(attrs)))
    folder = _folder(name, [str(config), [str(label) for label in checkers], attrs, builtin_checkers, fix])

    scope = {"attrs": attrs, "builtin": builtin_checkers, "checkers": checkers, "config": config, "folder": folder}
    check = check_aspect(requires = requires, **scope)
    return struct(
        autofix = check,
        autofix_debug = debug_aspect(check = check, **scope),
        autofix_fix = fix_aspect(check = check),
        autofix_strict = gate_aspect(check = check, fix = fix, folder = folder),
    )

def _require_labels(argument, labels):
    # Strings would be resolved in this repository, and not in that of the caller.
    for label in labels:
        if type(label) != "Label":
            fail("autofix_aspects: {}: {} is a {}: write Label({})".format(argument, repr(label), type(label), repr(label)))

_DEFAULTS = ["None", [], SOURCE_ATTRS, True, "//:fix"]

def _folder(name, arguments):
    if name == None:
        # Equal arguments make equal actions, which Bazel runs once, whoever asks for them.
        return "" if arguments == _DEFAULTS else "%x/" % (hash(str(arguments)) & 0xffffffff)
    if not name:
        fail("autofix_aspects: name: it is empty")
    for char in name.elems():
        if char not in _NAME:
            fail("autofix_aspects: name: {} contains {}: it is the name of a folder and may have only letters, digits, _ and -".format(repr(name), repr(char)))
    return name + "/"

_default = autofix_aspects()

autofix = _default.autofix
autofix_debug = _default.autofix_debug
autofix_fix = _default.autofix_fix
autofix_report = autofix_report_rule(check = autofix)
autofix_strict = _default.autofix_strict
autofix_test = autofix_test_rule(check = autofix)
