"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:web.bzl", _biome_format_checker = "biome_format_checker")

biome_format_checker = _biome_format_checker
