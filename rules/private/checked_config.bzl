"""What checks read of the configuration: without comments, layout, and the sections that only later steps read, like [ai].

It is made by a target of its own, so by one action for each configuration file, however many targets are checked. The
action fails on mistakes, since the lines of the file are lost after it. Where aspects or a rule name another
configuration than that of the flag, a transition sets the flag for this target alone.
"""

load(":config_files.bzl", "CONFIG_FLAG", "autofix_tomls", "config_files")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "has_tool", "param_file_args")

_CheckedConfigInfo = provider(
    doc = "The configuration of the flag `//rules:config`.",
    fields = {
        "files": "list of File: all its files.",
        "made": "dict of File to File: what checks read of an autofix.toml.",
    },
)

_CHECKED_CONFIG = Label("//rules:checked_config")

# As a transition names the flag.
_FLAG = "//rules:config"

def _checked_config_impl(ctx):
    # If there is no tool, whoever reads the configuration says so.
    tomls = autofix_tomls(ctx.files._config) if has_tool(ctx) else []
    return [_CheckedConfigInfo(
        files = ctx.files._config,
        made = {toml: _strip(ctx, toml) for toml in tomls},
    )]

def _strip(ctx, toml):
    output = ctx.actions.declare_file("{}/{}".format(ctx.label.name, toml.short_path.removeprefix("../")))
    verb = ctx.actions.args()
    verb.add("strip-config")
    args = param_file_args(ctx)
    args.add(output, format = "--out=%s")
    args.add("--")

    # Bazel takes an argument of a worker that starts with @ for the name of a file with more of them.
    args.add(toml, format = "./%s")
    ctx.actions.run(
        mnemonic = "AutofixConfig",
        progress_message = "Autofix configuration %{input}",
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = [toml],
        outputs = [output],
        execution_requirements = execution_requirements(ctx),
        toolchain = TOOLCHAIN_TYPE,
    )
    return output

checked_config = rule(
    doc = "Provides what checks read of the configuration of the flag `//rules:config`.",
    implementation = _checked_config_impl,
    attrs = {
        "_config": attr.label(
            doc = "The configuration.",
            default = CONFIG_FLAG,
            allow_files = True,
        ),
    },
    toolchains = TOOLCHAINS,
)

def checked_config_attr(config):
    """Returns the attribute of an aspect for what checks read of its configuration.

    Args:
      config: a Label of the configuration; None for that of the flag `//rules:config`.

    Returns:
      An attribute, for `read_config`.
    """
    doc = "What checks read of the autofix.toml, and files of other tools, if any."
    if not config:
        return attr.label(doc = doc, default = _CHECKED_CONFIG)

    def _to_config(_settings, _attr):
        return {_FLAG: config}

    return attr.label(
        doc = doc,
        default = _CHECKED_CONFIG,
        cfg = transition(implementation = _to_config, inputs = [], outputs = [_FLAG]),
    )

def _to_own_config_impl(settings, attr):
    return {_FLAG: settings[_FLAG] if attr.config == CONFIG_FLAG else attr.config}

# The attribute of a rule for what checks read of the configuration that its attribute `config` names.
CHECKED_OWN_CONFIG = attr.label(
    doc = "What checks read of the configuration.",
    default = _CHECKED_CONFIG,
    cfg = transition(implementation = _to_own_config_impl, inputs = [_FLAG], outputs = [_FLAG]),
)

def read_config(label, value):
    """Returns the configuration for the actions of a target.

    Args:
      label: the Label of the target, for messages.
      value: the value of an attribute of `checked_config_attr`, or of CHECKED_OWN_CONFIG.

    Returns:
      A struct as of `config_files`. Its `toml` has what checks read of the autofix.toml.
    """

    # A transition makes a list of it.
    target = value[0] if type(value) == "list" else value
    info = target[_CheckedConfigInfo]
    config = config_files(label, info.files)
    if config.toml not in info.made:
        return config
    toml = info.made[config.toml]
    return struct(
        inputs = [toml] + [file for file in config.inputs if file != config.toml],
        tool_files = config.tool_files,
        toml = toml,
        toml_origin = config.toml,
    )
