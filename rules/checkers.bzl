"""Ready-made declarations of other tools as checkers.

    load("@rules_autofix//rules:checkers.bzl", "ruff_checker", "ruff_format_checker")

Each is an `autofix_checker` with the arguments, format, exit codes and files of a tool. The tool is your own: no binary
comes with this ruleset. The guides in docs/linters have an example of each.

Each is also in a file of its own, such as `ruff_checker.bzl`.
"""

load(":actionlint_checker.bzl", _actionlint_checker = "actionlint_checker")
load(":biome_checker.bzl", _biome_checker = "biome_checker")
load(":biome_format_checker.bzl", _biome_format_checker = "biome_format_checker")
load(":black_checker.bzl", _black_checker = "black_checker")
load(":buf_format_checker.bzl", _buf_format_checker = "buf_format_checker")
load(":clang_format_checker.bzl", _clang_format_checker = "clang_format_checker")
load(":clang_tidy_checker.bzl", _clang_tidy_checker = "clang_tidy_checker")
load(":clippy_checker.bzl", _clippy_checker = "clippy_checker")
load(":eslint_checker.bzl", _eslint_checker = "eslint_checker")
load(":google_java_format_checker.bzl", _google_java_format_checker = "google_java_format_checker")
load(":prettier_checker.bzl", _prettier_checker = "prettier_checker")
load(":ruff_checker.bzl", _ruff_checker = "ruff_checker")
load(":ruff_format_checker.bzl", _ruff_format_checker = "ruff_format_checker")
load(":rustfmt_checker.bzl", _rustfmt_checker = "rustfmt_checker")
load(":shellcheck_checker.bzl", _shellcheck_checker = "shellcheck_checker")
load(":yamllint_checker.bzl", _yamllint_checker = "yamllint_checker")

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
