"""Whether actions may run the tool as a persistent worker."""

WorkersInfo = provider(
    doc = "Whether actions may run the tool as a persistent worker.",
    fields = {"enabled": "A bool."},
)

workers = rule(
    doc = "Carries the decision from `select` to the toolchains.",
    implementation = lambda ctx: [WorkersInfo(enabled = ctx.attr.enabled)],
    attrs = {
        "enabled": attr.bool(
            doc = "The decision.",
            mandatory = True,
        ),
    },
)

path_mapped_workers_flag = rule(
    doc = "The flag `//toolchain:path_mapped_workers`.",
    implementation = lambda _ctx: [],
    build_setting = config.bool(flag = True),
)
