"""The aspect that the fix step builds with."""

load(":autofix_info.bzl", "AutofixInfo")

def _fix_aspect_impl(target, _ctx):
    return [OutputGroupInfo(autofix_artifact = target[AutofixInfo].artifacts)]

def fix_aspect(*, check):
    """Makes the aspect that hands a check aspect's artifacts to the fix step.

    Bazel refuses an aspect that is named twice, and a .bazelrc may name the check or the gate for every build. Nobody
    else names this aspect, and it requires the check, so the check runs even if nothing else asks for it.

    Args:
      check: the aspect of check_aspect.

    Returns:
      An aspect that provides the output group `autofix_artifact`.
    """
    return aspect(
        doc = "Provides the artifacts of the check to `bazel run //:fix`.",
        implementation = _fix_aspect_impl,
        attr_aspects = [],
        requires = [check],
    )
