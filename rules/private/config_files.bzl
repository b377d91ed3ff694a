"""The configuration of rules and aspects: the autofix.toml, and files of other tools."""

load(":patterns.bzl", "matches_any")
load(":reach.bzl", "why_passed_over")

# A label flag: whatever reads the configuration by default reads the same one.
CONFIG_FLAG = Label("//rules:config")

# The names by which the tool recognizes files of other tools. A file of any other name is an autofix.toml.
_TOOL_FILES = [
    ".editorconfig",
    ".gitattributes",
    "go.mod",
    ".prettierignore",
    ".prettierrc*",
    "prettier.config.*",
    "*biome.json",
    "*biome.jsonc",
    "*dprint.json",
    "*dprint.jsonc",
    ".oxfmtrc.json",
    ".oxfmtrc.jsonc",
    "package.json",
    "*taplo.toml",
    "*tombi.toml",
    ".hadolint.yaml",
    ".hadolint.yml",
    "*.dockerignore",
    "docker-bake*.hcl",
    "docker-bake*.json",
    "compose*.yaml",
    "compose*.yml",
    "docker-compose*.yaml",
    "docker-compose*.yml",
    "MODULE.bazel",
    "REPO.bazel",
    "WORKSPACE",
    "WORKSPACE.bazel",
    "*.MODULE.bazel",
]

# The names of files that count only because another file names them, such as schemas. One of these may be an
# autofix.toml that is called something else.
_NAMED_FILES = [
    "*.json",
    "*.jsonc",
    "*.yaml",
    "*.yml",
    "*.toml",
]

_AUTOFIX_TOML = "autofix.toml"

# Globs of all configuration that is looked for, for the `config` of a workspace.
CONFIG_FILES = ["**/" + name for name in [_AUTOFIX_TOML] + _TOOL_FILES]

# The documentation of every such attribute.
CONFIG_DOC = """the autofix.toml, configuration files of other tools, such as `.editorconfig`, schemas and the files that
            they name, or a target with several. Of several files named `autofix.toml`, each source has the nearest at or
            above it"""

def config_files(label, files):
    """Returns what the files of a `config` attribute are.

    Args:
      label: the Label of the target that reads the configuration, for messages.
      files: a list of File, `ctx.files.config`.

    Returns:
      A struct with `tomls`, a list of File, those of that name, or one that is called something else; `toml`, the first
      of them or None; `toml_origin`, the File whose path it stands for; `tool_files`, a list of File, those of other
      tools; and `inputs`, a list of File, all of them.
    """
    tomls = autofix_tomls(files)
    tool_files = [file for file in files if file not in tomls]
    for file in tool_files + (tomls if len(tomls) > 1 else []):
        why = why_passed_over(file)
        if why:
            fail("{}: config: {}: {}. It would apply to the files in its folder and below, which are not in this workspace: name a file of the workspace. committed_sources can keep that file equal to this one".format(
                label,
                file.short_path,
                why,
            ))
    if len(tomls) > 1 and [file for file in tomls if file.basename != _AUTOFIX_TOML]:
        fail("{}: config: {} files are an autofix.toml, and with that one name only there may be several: {}. Rename them, each to {} in the folder that it is for, or remove all but one. Files of other tools are recognized by their names: {}. If one of the files is called {}, there may be other TOML files, for it to extend and for schemas to name".format(
            label,
            len(tomls),
            ", ".join([file.short_path for file in tomls]),
            _AUTOFIX_TOML,
            ", ".join(_TOOL_FILES),
            _AUTOFIX_TOML,
        ))
    toml = tomls[0] if tomls else None
    return struct(inputs = files, tool_files = tool_files, toml = toml, toml_origin = toml, tomls = tomls)

def autofix_tomls(files):
    """Returns the files that can only be an autofix.toml, whatever it is called.

    Args:
      files: a list of File.

    Returns:
      A list of File: those of that name, and those with a name that nothing else has; if there is none, the TOML files
      that are not of other tools.
    """
    others = [file for file in files if not matches_any(file.basename, _TOOL_FILES)]
    return [
        file
        for file in others
        if file.basename == _AUTOFIX_TOML or not matches_any(file.basename, _NAMED_FILES)
    ] or [file for file in others if file.extension == "toml"]

def add_config(args, config):
    """Adds the configuration to the arguments of an action, which has its `inputs`.

    Args:
      args: an Args.
      config: what `config_files` returned.
    """
    add_toml(args, config.toml, config.toml_origin)

    # They are sources of the main repository, whose paths in an action are those in the workspace.
    args.add_all(config.tool_files, format_each = "--tool-config=%s")

def add_toml(args, toml, origin):
    """Adds an autofix.toml to the arguments of an action, which has it as an input.

    Args:
      args: an Args.
      toml: a File, or None if there is none.
      origin: the File that it was made from, which need not be an input: messages name it, and globs are relative to its
        folder.
    """
    if toml:
        args.add(toml, format = "--config=%s")
        if origin != toml:
            args.add(origin, format = "--config-path=%s")
