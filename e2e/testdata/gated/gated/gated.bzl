"""A build setting, as many workspaces have their own."""

_FlavorInfo = provider(doc = "A value.", fields = {"value": "string"})

def _flavor_impl(ctx):
    return [_FlavorInfo(value = ctx.build_setting_value)]

flavor = rule(
    doc = "A string that a build may set.",
    implementation = _flavor_impl,
    build_setting = config.string(flag = True),
)
