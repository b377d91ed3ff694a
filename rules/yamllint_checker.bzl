"""A declaration of another tool as a checker: see checkers.bzl."""

load("//rules/private/checkers:yaml.bzl", _yamllint_checker = "yamllint_checker")

yamllint_checker = _yamllint_checker
