"""A rule whose action does what a check must never do: it writes to a source."""

def _writer_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".done")
    ctx.actions.run(
        mnemonic = "WriteSource",
        executable = "/bin/sh",
        arguments = ["-c", ctx.attr.script, "sh", ctx.file.src.path, out.path],
        inputs = [ctx.file.src],
        outputs = [out],
    )
    return [DefaultInfo(files = depset([out]))]

writer = rule(
    doc = "Runs a script that writes to a source.",
    implementation = _writer_impl,
    attrs = {
        "script": attr.string(doc = "The script; its arguments are the source and the output.", mandatory = True),
        "src": attr.label(doc = "The source.", allow_single_file = True, mandatory = True),
    },
)
