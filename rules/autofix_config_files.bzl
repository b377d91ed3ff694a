"""Globs of configuration files."""

load("//rules/private:config_files.bzl", "CONFIG_FILES")

# Globs of each autofix.toml and of all configuration files of other tools that are read, for the target that the flag
# `//rules:config` names: `glob(AUTOFIX_CONFIG_FILES, allow_empty = True, exclude = ["bazel-*/**"])`.
AUTOFIX_CONFIG_FILES = CONFIG_FILES
