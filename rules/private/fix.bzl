"""`bazel run //:fix`: the step that applies fixes to the workspace."""

load("@platforms//host:constraints.bzl", "HOST_CONSTRAINTS")
load(":config_files.bzl", "CONFIG_DOC", "CONFIG_FLAG", "config_files")
load(":label_text.bzl", "label_text")
load(":launcher.bzl", "launch", "runfile_mark")
load(":tool.bzl", "TOOLCHAINS", "autofix_companions")

_DEFAULT_ASPECT = label_text(Label("//rules:defs.bzl")) + "%autofix_fix"

def _fix_impl(ctx):
    arguments = ["bazel-fix", "--aspect=" + (ctx.attr.aspect or _DEFAULT_ASPECT)]
    config = config_files(ctx.label, ctx.files.config)
    if len(config.tomls) > 1:
        # They are sources of the main repository, and each applies to its folder.
        arguments.extend(["--found-config=" + file.short_path for file in config.tomls])
    elif config.toml:
        arguments.append("--config=" + runfile_mark(ctx, config.toml))

    # Their place in the workspace decides which files they apply to.
    arguments.extend(["--tool-config=" + file.short_path for file in config.tool_files])
    if ctx.attr.undeclared:
        arguments.append("--undeclared-default=" + ctx.attr.undeclared)
    arguments.append("--fix-command=bazel run " + label_text(ctx.label))
    return launch(
        ctx = ctx,
        arguments = arguments,
        companions = autofix_companions(ctx) + ctx.files.companions,
        files = [config.toml] if config.toml else [],
    )

_fix = rule(
    doc = "Builds the checks of targets, merges their fixes and writes them to the workspace.",
    implementation = _fix_impl,
    attrs = {
        "aspect": attr.string(
            doc = """The aspect to build with, as in `--aspects` of the root module: the `autofix_fix` of
            autofix_aspects, such as `//tools:lint.bzl%autofix_fix`. Empty for the default one.""",
        ),
        "companions": attr.label_list(
            doc = """Programs that the tool starts, such as autofix-certify for `--certify`: executables with these names.
            Needed only if the toolchain has none: that of a release does.""",
            allow_files = True,
            cfg = "exec",
        ),
        "config": attr.label(
            doc = "The configuration of that aspect: " + CONFIG_DOC + ". By default that of the flag `//rules:config`.",
            default = CONFIG_FLAG,
            allow_files = True,
        ),
        "undeclared": attr.string(
            doc = """What the flag `--undeclared` is in a run without it whose target patterns name a folder: `fix` also fixes
            files that no target has. Empty for the flag's own default.""",
            values = ["", "count", "report", "unchecked", "fix", "fail", "ignore"],
        ),
    },
    executable = True,
    toolchains = TOOLCHAINS,
)

def fix(*, name, aspect = None, companions = None, config = None, undeclared = None, **kwargs):
    """Makes `bazel run //:fix [-- flags] [target patterns] [-- bazel flags]`.

    It builds the checks of the targets (`//...` unless others are named), merges their fixes into one plan and
    writes the workspace. It runs from any folder of the workspace. `bazel run //:fix -- --help` lists the flags.

    Args:
      name: the target's name; `fix`, in the top package, is what the gate's message names.
      aspect: a string, the `autofix_fix` of your own autofix_aspects, as in `--aspects`:
        `//tools:lint.bzl%autofix_fix`. None for the default one.
      companions: labels of programs that the tool starts, such as `autofix-certify` for `--certify`, if the toolchain
        does not have them: a release does.
      config: the configuration of those aspects; None for that of the flag `@rules_autofix//rules:config`.
      undeclared: a string, the value of the flag `--undeclared` where a run does not give it and its target patterns
        name a folder: `fix` also fixes files that no target has. None for the flag's own default.
      **kwargs: attributes common to all rules.
    """
    _fix(
        name = name,
        aspect = aspect,
        companions = companions or [],
        config = config,
        undeclared = undeclared or "",
        # It writes files of this machine, so it must run on this machine, whatever the execution platform is.
        # Label() resolves the constraints here: the caller's repository need not know @platforms.
        exec_compatible_with = [Label(constraint) for constraint in HOST_CONSTRAINTS],
        **kwargs
    )
