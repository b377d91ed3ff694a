"""The rule that builds the files of a release."""

load("//toolchain:platforms.bzl", "PLATFORMS", "archive_name", "program_name")

def _all_platforms_impl(_settings, _attr):
    # All that a flag could change about the program is set here: a release has the same digests whoever builds it.
    # The platforms are those without cgo: the program is pure Go, and so static where the system allows it.
    return {
        platform: {
            "//command_line_option:compilation_mode": "opt",
            "//command_line_option:platforms": str(Label("@rules_go//go/toolchain:" + platform)),
            "//command_line_option:stamp": False,
            "//command_line_option:strip": "always",
        }
        for platform in PLATFORMS
    }

_all_platforms = transition(
    implementation = _all_platforms_impl,
    inputs = [],
    outputs = [
        "//command_line_option:compilation_mode",
        "//command_line_option:platforms",
        "//command_line_option:stamp",
        "//command_line_option:strip",
    ],
)

def _pack(ctx, *, verb, name, args, inputs):
    """Runs a verb of //release/pack that writes one file, and returns that File."""
    out = ctx.actions.declare_file(name)
    first = ctx.actions.args()
    first.add(verb)
    first.add("-out", out)
    ctx.actions.run(
        mnemonic = "ReleasePack",
        progress_message = "Packing %{output}",
        executable = ctx.executable._pack,
        arguments = [first, args],
        inputs = inputs,
        outputs = [out],
    )
    return out

def _archive(ctx, platform, program):
    args = ctx.actions.args()
    args.add("-program", program, format = program_name(platform) + "=%s")
    for file in ctx.files.notices:
        args.add("-file", file, format = file.basename + "=%s")
    return _pack(
        ctx,
        verb = "archive",
        name = archive_name(ctx.attr.version, platform),
        args = args,
        inputs = [program] + ctx.files.notices,
    )

def _sums(ctx, archives):
    args = ctx.actions.args()
    args.add_all(archives.values())
    return _pack(ctx, verb = "sums", name = "SHA256SUMS", args = args, inputs = archives.values())

def _versions(ctx, archives):
    args = ctx.actions.args()
    args.add("-table", ctx.file.versions)
    args.add("-version", ctx.attr.version)
    for platform, archive in archives.items():
        args.add(archive, format = platform + "=%s")
    return _pack(
        ctx,
        verb = "versions",
        name = "versions.bzl",
        args = args,
        inputs = [ctx.file.versions] + archives.values(),
    )

def _release_impl(ctx):
    archives = {
        platform: _archive(ctx, platform, ctx.split_attr.binary[platform][DefaultInfo].files_to_run.executable)
        for platform in PLATFORMS
    }
    sums = _sums(ctx, archives)
    versions = _versions(ctx, archives)
    return [
        DefaultInfo(files = depset(archives.values() + [sums, versions])),
        OutputGroupInfo(**{platform: depset([archive]) for platform, archive in archives.items()}),
    ]

release = rule(
    doc = """Builds what a release consists of: an archive for each platform; SHA256SUMS, as sha256sum writes and reads it;
    and versions.bzl, the table of versions with this one in it.

    Each platform is an output group too, so that one archive can be had without building the others.""",
    implementation = _release_impl,
    attrs = {
        "binary": attr.label(
            doc = "The program: a go_binary.",
            mandatory = True,
            cfg = _all_platforms,
        ),
        "notices": attr.label_list(
            doc = "The license, and those of what the program is made of: files that every archive has too.",
            mandatory = True,
            allow_empty = False,
            allow_files = True,
        ),
        "version": attr.string(
            doc = "The version, such as 1.2.3.",
            mandatory = True,
        ),
        "versions": attr.label(
            doc = "The table of the versions so far.",
            mandatory = True,
            allow_single_file = [".bzl"],
        ),
        "_pack": attr.label(
            doc = "What packs.",
            default = "//release/pack",
            executable = True,
            cfg = "exec",
        ),
    },
)
