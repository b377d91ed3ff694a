"""Checkers of Rust."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

def rustfmt_checker(*, name, tool, edition = "2021", config = None, args = [], data = [], patterns = ["*.rs"], **kwargs):
    """Declares rustfmt as the formatter of Rust.

    Tried with rustfmt of Rust 1.97.1.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of rustfmt.
      edition: the edition of Rust.
      config: the label of a `rustfmt.toml`. None: rustfmt looks for one among `data`, and without any, it has its
        defaults.
      args: more arguments for rustfmt, such as `--config=max_width=120`.
      data: other inputs, such as modules of a crate that are not among the files of the target.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config-path=%s")
    autofix_checker(
        name = name,
        args = ["--quiet", "--edition=" + edition] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )

def clippy_checker(*, name, tool, args = [], data = [], patterns = ["*.rs"], **kwargs):
    """Declares Clippy as a checker of crates without dependencies. Machine applicable fixes are safe.

    It compiles the crate of a target: `crate_root`, or the file `lib.rs` or `main.rs`, with the target's `edition`,
    `crate_features` and `rustc_flags`. Targets with dependencies are skipped.

    Tried with Clippy of Rust 1.97.1.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of clippy-driver.
      args: more arguments for clippy-driver, such as `-Wclippy::pedantic`.
      data: other inputs, such as files that the crate includes, or a `clippy.toml` in the workspace's root.
      patterns: the files whose findings are reported.
      **kwargs: other attributes of `autofix_checker`.
    """
    autofix_checker(
        name = name,
        # What it compiles goes to its standard output, unread. With -o/dev/null, a compiler that root runs replaces
        # that device.
        args = ["--error-format=json", "--emit=metadata=-"] + args + ["{flags}"],
        data = data,
        exit_codes = [0, 1],
        flags = "rust",
        format = "rustc",
        patterns = patterns,
        stream = "stderr",
        tool = tool,
        **kwargs
    )
