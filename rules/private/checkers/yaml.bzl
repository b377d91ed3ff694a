"""Checkers of YAML."""

load("//rules/private:autofix_checker.bzl", "autofix_checker")
load(":configuration.bzl", "configured")

def yamllint_checker(*, name, tool, config = None, args = [], data = [], patterns = ["*.yaml", "*.yml"], **kwargs):
    """Declares yamllint as a checker. It has no fixes.

    Tried with yamllint 1.38.0.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of yamllint.
      config: the label of a `.yamllint`. None: yamllint looks for one among `data`, and without any, it has its defaults.
      args: more arguments for yamllint.
      data: other inputs.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "--config-file=%s", without = ["--config-data=default"])
    autofix_checker(
        name = name,
        args = ["--format=parsable"] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "yamllint",
        patterns = patterns,
        tool = tool,
        **kwargs
    )

_WORKFLOWS = [".github/workflows/*.yaml", ".github/workflows/*.yml"]

# SARIF, as its columns are characters. In {{{end}}}, one pair of braces stands for itself.
_SARIF = (
    '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"actionlint"}},"columnKind":"unicodeCodePoints","results":[' +
    "{{range $i, $e := .}}{{if $i}},{{{end}}}" +
    '{"ruleId":{{json $e.Kind}},"level":"error","message":{"text":{{json $e.Message}}},"locations":[{"physicalLocation":' +
    '{"artifactLocation":{"uri":{{json $e.Filepath}}},"region":{"startLine":{{$e.Line}},"startColumn":{{$e.Column}}}}}]}' +
    "{{{end}}}]}]}"
)

def actionlint_checker(*, name, tool, config = None, args = [], data = [], patterns = _WORKFLOWS, **kwargs):
    """Declares actionlint as a checker of GitHub's workflows. It has no fixes.

    Tried with actionlint 1.7.12.

    Args:
      name: the name of the target, and of the checker.
      tool: the label of actionlint.
      config: the label of an `actionlint.yaml`. None: it has its defaults.
      args: more arguments for actionlint. It runs neither shellcheck nor pyflakes, unless `-shellcheck` or `-pyflakes`
        names it.
      data: other inputs, such as reusable workflows and local actions.
      patterns: the files that it checks.
      **kwargs: other attributes of `autofix_checker`.
    """
    made = configured(config, data, given = "-config-file=%s")
    autofix_checker(
        name = name,
        args = ["-no-color", "-shellcheck=", "-pyflakes=", "-format=" + _SARIF] + made.args + args + ["{files}"],
        data = made.data,
        exit_codes = [0, 1],
        format = "sarif",
        patterns = patterns,
        tool = tool,
        **kwargs
    )
