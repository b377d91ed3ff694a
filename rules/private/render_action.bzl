"""The actions that render an artifact. Each runs only if its output is requested."""

load(":config_files.bzl", "add_config", "add_toml")
load(":tool.bzl", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "output_file", "param_file_args")

def rendered(ctx, name, artifact, sources, config):
    """Renders an artifact in the formats of the output groups.

    Args:
      ctx: the context of the check aspect.
      name: a string, the name of the outputs without extension.
      artifact: the File that the check writes.
      sources: a depset of File, what was checked.
      config: the configuration, as of `config_files`.

    Returns:
      A struct with the outputs `artifact`, `diff`, `report` and `sarif`, and with `sources`.
    """
    diff = output_file(ctx, name + ".diff")
    report = output_file(ctx, name + ".txt")
    sarif = output_file(ctx, name + ".sarif")

    # A diff is made by merging and formatting, which reads the sources and the whole configuration.
    args = param_file_args(ctx)
    add_config(args, config)
    _render(ctx, "diff", args, artifact, diff, depset(config.inputs, transitive = [sources]))

    # Which fixes are pending depends on the configuration. The lines of findings are in the artifact.
    args = param_file_args(ctx)
    add_toml(args, config.toml, config.toml_origin)
    _render(ctx, "text", args, artifact, report, depset([config.toml] if config.toml else []))

    # SARIF counts columns in other units than the artifact does, so it needs the sources.
    _render(ctx, "sarif", param_file_args(ctx), artifact, sarif, sources)
    return struct(artifact = artifact, diff = diff, report = report, sarif = sarif, sources = sources)

def _render(ctx, format, args, artifact, output, inputs):
    verb = ctx.actions.args()
    verb.add("render")
    args.add("--declared")
    args.add(format, format = "--format=%s")
    args.add(output, format = "--out=%s")
    args.add("--")
    args.add(artifact)
    ctx.actions.run(
        mnemonic = "AutofixRender",
        progress_message = "Autofix %{output}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = depset([artifact], transitive = [inputs]),
        outputs = [output],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
