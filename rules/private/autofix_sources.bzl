"""Makes files that no other rule owns visible to the aspect."""

def _autofix_sources_impl(ctx):
    return [DefaultInfo(files = depset(ctx.files.srcs))]

autofix_sources = rule(
    doc = """Makes files that no other rule owns visible to the aspect: Dockerfiles, YAML, BUILD files.

    A file that several targets own is fixed once.""",
    implementation = _autofix_sources_impl,
    attrs = {
        "srcs": attr.label_list(
            doc = "The files.",
            mandatory = True,
            allow_files = True,
        ),
    },
)
