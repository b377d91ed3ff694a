"""The configuration files of tools."""

def configured(config, data, *, given, without = []):
    """Returns what makes a tool use the declared configuration, and no other.

    Args:
      config: a label of one file, or None.
      data: a list of labels, the other inputs of the tool.
      given: a string, the argument that names the configuration, with a %s for its path.
      without: a list of string, arguments that keep the tool from looking for a configuration. They are used if there
        is nothing that it should find.

    Returns:
      A struct of `args`, a list of string, and `data`, a list of labels.
    """
    if config:
        return struct(args = [given % "$(execpath {})".format(config)], data = data + [config])
    return struct(args = [] if data else without, data = data)
