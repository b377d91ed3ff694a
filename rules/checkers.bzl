"""Ready-made declarations of other tools as checkers.

    load("@rules_autofix//rules:checkers.bzl", "ruff_checker", "ruff_format_checker")

Each is an `autofix_checker` with the arguments, format, exit codes and files of a tool. The tool is your own: no binary
comes with this ruleset. The guides in docs/linters have an example of each.
"""

load("//rules/private/checkers:cc.bzl", _clang_format_checker = "clang_format_checker", _clang_tidy_checker = "clang_tidy_checker")
load("//rules/private/checkers:java.bzl", _google_java_format_checker = "google_java_format_checker")
load("//rules/private/checkers:protobuf.bzl", _buf_format_checker = "buf_format_checker")
load("//rules/private/checkers:python.bzl", _black_checker = "black_checker", _ruff_checker = "ruff_checker", _ruff_format_checker = "ruff_format_checker")
load("//rules/private/checkers:rust.bzl", _clippy_checker = "clippy_checker", _rustfmt_checker = "rustfmt_checker")
load("//rules/private/checkers:shell.bzl", _shellcheck_checker = "shellcheck_checker")
load("//rules/private/checkers:web.bzl", _biome_checker = "biome_checker", _biome_format_checker = "biome_format_checker", _eslint_checker = "eslint_checker", _prettier_checker = "prettier_checker")
load("//rules/private/checkers:yaml.bzl", _actionlint_checker = "actionlint_checker", _yamllint_checker = "yamllint_checker")

actionlint_checker = _actionlint_checker
biome_checker = _biome_checker
biome_format_checker = _biome_format_checker
black_checker = _black_checker
buf_format_checker = _buf_format_checker
clang_format_checker = _clang_format_checker
clang_tidy_checker = _clang_tidy_checker
clippy_checker = _clippy_checker
eslint_checker = _eslint_checker
google_java_format_checker = _google_java_format_checker
prettier_checker = _prettier_checker
ruff_checker = _ruff_checker
ruff_format_checker = _ruff_format_checker
rustfmt_checker = _rustfmt_checker
shellcheck_checker = _shellcheck_checker
yamllint_checker = _yamllint_checker
