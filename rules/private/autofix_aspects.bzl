"""The aspects that belong together, and the default ones with their test rule."""

load(":autofix_test.bzl", "autofix_test_rule")
load(":check_aspect.bzl", "check_aspect")
load(":fix_aspect.bzl", "fix_aspect")
load(":gate_aspect.bzl", "gate_aspect")

def autofix_aspects(*, config = None, fix = "//:fix"):
    """Makes aspects with a configuration of their own.

    Aspects and rules take their names from the variables that they are assigned to, so assign each:

        _made = autofix_aspects(config = Label("//tools:autofix.toml"))
        autofix = _made.autofix
        autofix_fix = _made.autofix_fix
        autofix_strict = _made.autofix_strict
        autofix_test = autofix_test_rule(check = autofix)

    and have `fix` use them: `fix(name = "fix", aspect = "//tools:lint.bzl%autofix_fix")`.

    One configuration for everything needs none of this: set the flag `--@rules_autofix//rules:config`.

    Args:
      config: a Label of an autofix.toml; None for the one of the flag `//rules:config`.
      fix: a string, the label of the `fix` target, for the command that the gate prints.

    Returns:
      A struct with `autofix`, the aspect that checks; `autofix_strict`, the aspect that fails the build; and
      `autofix_fix`, the aspect that the fix step builds with.
    """
    check = check_aspect(config = config)
    return struct(
        autofix = check,
        autofix_fix = fix_aspect(check = check),
        autofix_strict = gate_aspect(check = check, fix = fix),
    )

_default = autofix_aspects()

autofix = _default.autofix
autofix_fix = _default.autofix_fix
autofix_strict = _default.autofix_strict
autofix_test = autofix_test_rule(check = autofix)
