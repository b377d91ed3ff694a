"""Checkers of JavaScript, TypeScript and other files of the web."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

_JAVASCRIPT = ["*.js", "*.jsx", "*.cjs", "*.mjs"]
_TYPESCRIPT = ["*.ts", "*.tsx", "*.cts", "*.mts"]
_STYLES = ["*.css", "*.less", "*.scss"]

def eslint_checker(*, name, tool, config = None, args = [], data = [], patterns = _JAVASCRIPT + _TYPESCRIPT, **kwargs):
    """Declares ESLint as a checker. Its fixes are safe, its suggestions are suggestions.

    Tried with ESLint 10.15.0.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of eslint.
      config: the label of an `eslint.config.js`. Patterns in it are relative to the workspace's root. None: ESLint looks
        for one among `data`, and without any, it has no rules.
      args: more arguments for eslint, such as `--rule={"no-var": "error"}`.
      data: other inputs, such as plugins and what the configuration imports.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config=%s", without = ["--no-config-lookup"])
    autofix_checker(
        name = name,
        args = ["--format=json", "--no-warn-ignored", "--no-error-on-unmatched-pattern"] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "eslint",
        patterns = patterns,
        tool = tool,
        **kwargs
    )

def biome_checker(*, name, tool, config = None, args = [], data = [], patterns = _JAVASCRIPT + _TYPESCRIPT + ["*.css"], **kwargs):
    """Declares `biome lint` as a checker. Its fixes are suggestions.

    Tried with Biome 2.6.8.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of biome.
      config: the label of a `biome.json`. None: Biome looks for one among `data`, and without any, it has its defaults.
      args: more arguments for `biome lint`, such as `--only=style/useConst`.
      data: other inputs.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config-path=%s")
    autofix_checker(
        name = name,
        args = ["lint", "--reporter=rdjson", "--max-diagnostics=none", "--no-errors-on-unmatched"] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "biome",
        patterns = patterns,
        tool = tool,
        **kwargs
    )

def biome_format_checker(*, name, tool, config = None, args = [], data = [], patterns = _JAVASCRIPT + _TYPESCRIPT + ["*.css"], **kwargs):
    """Declares `biome format` as the formatter of JavaScript, TypeScript and CSS.

    Tried with Biome 2.6.8.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of biome.
      config: as for `biome_checker`.
      args: more arguments for `biome format`, such as `--indent-style=space`.
      data: as for `biome_checker`.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config-path=%s")
    autofix_checker(
        name = name,
        args = ["format", "--write", "--no-errors-on-unmatched"] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )

def prettier_checker(
        *,
        name,
        tool,
        config = None,
        args = [],
        data = [],
        patterns = _JAVASCRIPT + _TYPESCRIPT + _STYLES + ["*.html", "*.md", "*.vue"],
        **kwargs):
    """Declares Prettier as the formatter of Markdown, CSS, HTML, JavaScript, TypeScript and others.

    JSON, YAML and others that have a built-in formatter are not among its files: that formatter would have to be turned
    off first.

    Tried with Prettier 3.10.1.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of prettier.
      config: the label of a `.prettierrc`. None: Prettier looks for one, and for an `.editorconfig`, among `data`, and
        without any, it has its defaults.
      args: more arguments for prettier, such as `--prose-wrap=always`.
      data: other inputs, such as plugins.
      patterns: the files that it formats.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config=%s", without = ["--no-config", "--no-editorconfig"])
    autofix_checker(
        name = name,
        args = ["--write", "--log-level=warn"] + made.args + args + ["{files}"],
        data = made.data,
        in_place = True,
        patterns = patterns,
        phase = "format",
        tool = tool,
        **kwargs
    )
