"""What checks read of the configuration: without comments, layout, and the sections that only later steps read, like [ai].

It is made by a target of its own, so by one action for each configuration, however many targets are checked. The
action fails on mistakes, since the lines of the files are lost after it. Where aspects or a rule name another
configuration than that of the flag, a transition sets the flag for this target alone.
"""

load(":config_files.bzl", "CONFIG_FLAG", "autofix_tomls", "config_files")
load(":tool.bzl", "TOOLCHAINS", "TOOLCHAIN_TYPE", "autofix_tool", "execution_requirements", "has_tool", "param_file_args")

_CheckedConfigInfo = provider(
    doc = "The configuration of the flag `//rules:config`.",
    fields = {
        "files": "list of File: all its files.",
        "made": "File or None: what checks read of its autofix.toml files and of those that they extend.",
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
        made = _strip(ctx, tomls) if tomls else None,
    )]

def _strip(ctx, tomls):
    output = ctx.actions.declare_file("{}/{}".format(ctx.label.name, tomls[0].short_path.removeprefix("../")))

    # The files that may be extended.
    others = [file for file in ctx.files._config if file.extension == "toml" and file not in tomls]
    verb = ctx.actions.args()
    verb.add("strip-config")
    args = param_file_args(ctx)
    args.add(output, format = "--out=%s")
    args.add_all(others, format_each = "--tool-config=%s")
    args.add("--")

    # Bazel takes an argument of a worker that starts with @ for the name of a file with more of them.
    args.add_all(tomls, format_each = "./%s")
    ctx.actions.run(
        mnemonic = "AutofixConfig",
        progress_message = "Autofix configuration " + tomls[0].short_path,
        executable = autofix_tool(ctx),
        arguments = [verb, args],
        inputs = tomls + others,
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
      A struct as of `config_files`. Its `toml` has what checks read of all autofix.toml files.
    """

    # A transition makes a list of it.
    target = value[0] if type(value) == "list" else value
    info = target[_CheckedConfigInfo]
    config = config_files(label, info.files)
    if not info.made:
        return config
    return struct(
        inputs = [info.made] + config.tool_files,
        tool_files = config.tool_files,
        toml = info.made,
        toml_origin = config.toml,
        tomls = config.tomls,
    )
