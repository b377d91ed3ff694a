"""A repository for a workspace that does not say which autofix tool to use."""

def _no_toolchain_impl(rctx):
    fail(rctx.attr.reason)

no_toolchain = repository_rule(
    doc = "Fails for whoever needs the tool.",
    implementation = _no_toolchain_impl,
    attrs = {"reason": attr.string(doc = "The message.", mandatory = True)},
)
