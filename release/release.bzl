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

def _archive(ctx, platform, program):
    archive = ctx.actions.declare_file(archive_name(ctx.attr.version, platform))
    args = ctx.actions.args()
    args.add("archive")
    args.add("-out", archive)
    args.add("-program", program, format = program_name(platform) + "=%s")
    args.add("-file", ctx.file.license, format = "LICENSE=%s")
    ctx.actions.run(
        mnemonic = "ReleaseArchive",
        progress_message = "Packing %{output}",
        executable = ctx.executable._pack,
        arguments = [args],
        inputs = [program, ctx.file.license],
        outputs = [archive],
    )
    return archive

def _sums(ctx, archives):
    sums = ctx.actions.declare_file("SHA256SUMS")
    args = ctx.actions.args()
    args.add("sums")
    args.add("-out", sums)
    args.add_all(archives.values())
    ctx.actions.run(
        mnemonic = "ReleaseSums",
        executable = ctx.executable._pack,
        arguments = [args],
        inputs = archives.values(),
        outputs = [sums],
    )
    return sums

def _versions(ctx, archives):
    versions = ctx.actions.declare_file("versions.bzl")
    args = ctx.actions.args()
    args.add("versions")
    args.add("-table", ctx.file.versions)
    args.add("-version", ctx.attr.version)
    args.add("-out", versions)
    for platform, archive in archives.items():
        args.add(archive, format = platform + "=%s")
    ctx.actions.run(
        mnemonic = "ReleaseVersions",
        executable = ctx.executable._pack,
        arguments = [args],
        inputs = [ctx.file.versions] + archives.values(),
        outputs = [versions],
    )
    return versions

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
        "license": attr.label(
            doc = "The license, for every archive.",
            mandatory = True,
            allow_single_file = True,
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
            default = "//release/pack",
            executable = True,
            cfg = "exec",
        ),
    },
)
