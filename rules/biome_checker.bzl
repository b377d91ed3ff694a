"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:web.bzl", _biome_checker = "biome_checker")

biome_checker = _biome_checker
