"""The rule that builds the files of a release."""

load("//toolchain:platforms.bzl", "COMPANIONS", "PLATFORMS", "archive_name", "program_name")

_PLATFORMS = "//tools/release:platforms"

def _all_platforms_impl(settings, _attr):
    platforms = settings[_PLATFORMS]
    for platform in platforms:
        if platform not in PLATFORMS:
            fail("{}: no such platform: {}: name some of {}".format(_PLATFORMS, platform, ", ".join(PLATFORMS)))
    if not platforms:
        fail("{}: no platform: name some of {}".format(_PLATFORMS, ", ".join(PLATFORMS)))

    # All that a flag could change about the program is set here: a release has the same digests whoever builds it.
    # The platforms are those without cgo: the program is pure Go, and so static where the system allows it.
    return {
        platform: {
            "//command_line_option:compilation_mode": "opt",
            "//command_line_option:platforms": str(Label("@rules_go//go/toolchain:" + platform)),
            "//command_line_option:stamp": False,
            "//command_line_option:strip": "always",
        }
        for platform in platforms
    }

_all_platforms = transition(
    implementation = _all_platforms_impl,
    inputs = [_PLATFORMS],
    outputs = [
        "//command_line_option:compilation_mode",
        "//command_line_option:platforms",
        "//command_line_option:stamp",
        "//command_line_option:strip",
    ],
)

def _pack(ctx, *, verb, name, args, inputs):
    """Runs a verb of //tools/release/pack that writes one file, and returns that File."""
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

# Shell -> the name in an archive of what completes command lines in it.
_COMPLETIONS = {
    "bash": "completions/autofix.bash",
    "fish": "completions/autofix.fish",
    "zsh": "completions/_autofix",
}

def _write_by_program(ctx, out, args):
    """Has the program write out, a File, as args tell it to."""
    ctx.actions.run(
        mnemonic = "ReleaseText",
        progress_message = "Writing %{output}",
        executable = ctx.executable._program,
        arguments = [args],
        outputs = [out],
    )

def _man_pages(ctx):
    """Returns a directory with the man pages."""
    out = ctx.actions.declare_directory(ctx.label.name + ".man1")
    args = ctx.actions.args()
    args.add("man")
    args.add_all([out], format_each = "--out=%s", expand_directories = False)
    _write_by_program(ctx, out, args)
    return out

def _completion(ctx, shell, name):
    """Returns the file that completes command lines in a shell."""
    out = ctx.actions.declare_file(ctx.label.name + "." + name)
    args = ctx.actions.args()
    args.add("completion")
    args.add(out, format = "--out=%s")
    args.add(shell)
    _write_by_program(ctx, out, args)
    return out

def _program(ctx, platform):
    """Returns the program of a platform, in a folder of that name."""
    program = ctx.split_attr.binary[platform][DefaultInfo].files_to_run.executable
    out = ctx.actions.declare_file(platform + "/" + program.basename)
    ctx.actions.symlink(output = out, target_file = program)
    return out

def _archive(ctx, platform, man_pages, completions):
    args = ctx.actions.args()
    programs = []
    for name, target in zip(["autofix"] + COMPANIONS, [ctx.split_attr.binary[platform]] + ctx.split_attr.companions[platform]):
        program = target[DefaultInfo].files_to_run.executable
        if program.basename != program_name(platform, name):
            fail("companions: {} where COMPANIONS has {}".format(program.basename, name))
        args.add("-program", program, format = program.basename + "=%s")
        programs.append(program)
    for file in ctx.files.notices:
        args.add("-file", file, format = file.basename + "=%s")
    for name, file in completions.items():
        args.add("-file", file, format = name + "=%s")
    args.add_all([man_pages], before_each = "-dir", format_each = "man/man1=%s", expand_directories = False)
    return _pack(
        ctx,
        verb = "archive",
        name = archive_name(ctx.attr.version, platform),
        args = args,
        inputs = programs + [man_pages] + completions.values() + ctx.files.notices,
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
    platforms = [platform for platform in PLATFORMS if platform in ctx.split_attr.binary]
    man_pages = _man_pages(ctx)
    completions = {name: _completion(ctx, shell, name) for shell, name in _COMPLETIONS.items()}
    archives = {
        platform: _archive(
            ctx,
            platform,
            man_pages,
            completions,
        )
        for platform in platforms
    }
    sums = _sums(ctx, archives)
    versions = _versions(ctx, archives)
    return [
        DefaultInfo(files = depset(archives.values() + [sums, versions])),
        OutputGroupInfo(
            **({platform: depset([archive]) for platform, archive in archives.items()} |
               {platform + "_program": depset([_program(ctx, platform)]) for platform in platforms})
        ),
    ]

release = rule(
    doc = """Builds what a release consists of: an archive for each of `//tools/release:platforms`; SHA256SUMS, as
    sha256sum writes and reads it; and versions.bzl, the table of versions with this one in it. An archive has the
    program, its companions, its man pages, the files that complete its command lines in shells, and the notices.

    Each platform is an output group too, so that one archive can be had without building the others: `linux_amd64`. So
    is the program of each, without its companions: `linux_amd64_program`.""",
    implementation = _release_impl,
    attrs = {
        "binary": attr.label(
            doc = "The program: a go_binary.",
            mandatory = True,
            cfg = _all_platforms,
        ),
        "companions": attr.label_list(
            doc = "The programs beside it: a go_binary for each name in COMPANIONS, in this order.",
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
            default = "//tools/release/pack",
            executable = True,
            cfg = "exec",
        ),
        "_program": attr.label(
            doc = "The program, to write its man pages and completions.",
            default = "//cmd/autofix",
            executable = True,
            cfg = "exec",
        ),
    },
)
