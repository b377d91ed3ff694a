"""A checker of your own, from any executable."""

load(":autofix_checker_info.bzl", "AutofixCheckerInfo")
load(":checker_name.bzl", "check_name")
load(":patterns.bzl", "pattern_mistake")
load(":placeholders.bzl", "placeholder_mistake")
load(":target_flags.bzl", "FLAGS_MARK", "FLAG_KINDS")

# Those of `autofix run-checker --output`.
_FORMATS = [
    "artifact",
    "biome",
    "checkstyle",
    "clang-tidy",
    "diff",
    "dockerfile-shellcheck",
    "eslint",
    "fix-actions",
    "go-analysis",
    "go-vet",
    "golangci-lint",
    "lines",
    "nogo",
    "oxlint",
    "rdjson",
    "rdjsonl",
    "ruff",
    "rustc",
    "sarif",
    "shellcheck",
    "stylelint",
    "text",
    "workspace-edit",
    "yamllint",
]

# Those whose output does not say how safe a fix is, or not of each.
_SILENT = [
    "biome",
    "clang-tidy",
    "diff",
    "go-analysis",
    "go-vet",
    "golangci-lint",
    "nogo",
    "rdjson",
    "rdjsonl",
    "sarif",
    "shellcheck",
    "stylelint",
    "text",
    "workspace-edit",
]

# Those whose output has only findings.
_NO_FIXES = [
    "checkstyle",
    "dockerfile-shellcheck",
    "lines",
    "oxlint",
    "yamllint",
]

# Those that each pattern has. The tool knows the optional ones, and the syntax.
_GROUPS = [
    "file",
    "line",
    "message",
]

_LOCATIONS = ["$(location ", "$(execpath "]

def _autofix_checker_impl(ctx):
    name = ctx.attr.checker_name or ctx.label.name
    check_name(ctx, name)
    if not ctx.attr.patterns:
        fail("{}: patterns: it is empty, so the checker would check nothing".format(ctx.label))
    for pattern in ctx.attr.patterns:
        mistake = pattern_mistake(pattern)
        if mistake:
            fail("{}: patterns: {}: {}".format(ctx.label, repr(pattern), mistake))
    if not ctx.attr.exit_codes:
        fail("{}: exit_codes: it is empty, so every run of the checker would fail".format(ctx.label))
    for variable in ctx.attr.env:
        if not variable or "=" in variable:
            fail("{}: env: {} is not the name of a variable".format(ctx.label, repr(variable)))

    _check_flags(ctx)
    _check_pattern(ctx)
    _check_rewrite(ctx)

    files = {file.path: file for file in ctx.files.data}
    tool = ctx.attr.tool[DefaultInfo]
    return [
        AutofixCheckerInfo(
            name = name,
            program = tool.files_to_run,
            arguments = [_argument(ctx, arg, files) for arg in ctx.attr.args],
            env = {name: _one_line(ctx, "env", value) for name, value in ctx.attr.env.items()},
            flags = ctx.attr.flags,
            format = ctx.attr.format,
            in_place = ctx.attr.in_place,
            output_group = "",
            pattern = _one_line(ctx, "pattern", ctx.attr.pattern),
            patterns = ctx.attr.patterns,
            phase = ctx.attr.phase,
            safety = ctx.attr.safety,
            safety_of = {},
            stream = ctx.attr.stream,
            timeout = ctx.attr.timeout_seconds,
            exit_codes = ctx.attr.exit_codes,
            data = depset(
                ctx.files.data,
                transitive = [data[DefaultInfo].default_runfiles.files for data in ctx.attr.data],
            ),
        ),
    ]

def _check_rewrite(ctx):
    attr = ctx.attr
    if attr.in_place and attr.format != "artifact":
        fail("{}: format: a program that fixes in place has no output that is read: leave out format or in_place".format(ctx.label))
    if attr.phase and not attr.in_place:
        fail("{}: phase: it is only for in_place".format(ctx.label))
    if attr.safety and attr.format in _NO_FIXES:
        fail("{}: safety: the format {} has no fixes".format(ctx.label, attr.format))
    if attr.safety and not attr.in_place and attr.format not in _SILENT:
        fail("{}: safety: the format {} says how safe each fix is: leave it out, and set fix in [rules] of autofix.toml for single rules".format(ctx.label, attr.format))
    if attr.timeout_seconds < 0:
        fail("{}: timeout_seconds: {} is negative; 0 means no limit".format(ctx.label, attr.timeout_seconds))
    if attr.in_place:
        for arg in attr.args:
            if "{out}" in arg.replace("{{out}}", "").replace("${out}", ""):
                fail("{}: args: {}: {{out}} stands for no file: what the program changes in place is its output".format(ctx.label, repr(arg)))

def _check_pattern(ctx):
    attr = ctx.attr
    if not attr.pattern:
        return
    if attr.format != "lines":
        fail("{}: pattern: it is only for the format lines".format(ctx.label))
    for group in _GROUPS:
        if "<{}>".format(group) not in attr.pattern:
            fail("{}: pattern: it has no group (?P<{}>...)".format(ctx.label, group))

def _check_flags(ctx):
    attr = ctx.attr
    if attr.flags and FLAGS_MARK not in attr.args:
        fail("{}: flags: no argument is {}, which stands for them".format(ctx.label, FLAGS_MARK))
    if attr.flags and (attr.in_place or attr.format in ["text", "dockerfile-shellcheck"]):
        fail("{}: flags: it is only for programs that report findings in the files that they are given".format(ctx.label))
    if attr.stream == "stderr":
        if attr.in_place or attr.format in ["text", "dockerfile-shellcheck"]:
            fail("{}: stream: it is only for programs that report findings in the files that they are given".format(ctx.label))
        for arg in attr.args:
            if "{out}" in arg.replace("{{out}}", "").replace("${out}", ""):
                fail("{}: stream: the output is the file {{out}}, as args say".format(ctx.label))

def _one_line(ctx, attribute, text):
    # Arguments reach the tool in a file, one per line.
    if "\n" in text or "\r" in text:
        fail("{}: {}: {} contains a line break, which an argument cannot have".format(ctx.label, attribute, repr(text)))
    return text

def _argument(ctx, arg, files):
    _one_line(ctx, "args", arg)
    if FLAGS_MARK in arg.replace("{{flags}}", "").replace("${flags}", ""):
        if not ctx.attr.flags:
            fail("{}: args: {}: {{flags}} stands for the flags of a target: set flags to {}".format(ctx.label, repr(arg), " or ".join(FLAG_KINDS)))
        if arg != FLAGS_MARK:
            fail("{}: args: {}: {{flags}} stands for several arguments and must be one of its own".format(ctx.label, repr(arg)))
        return struct(format = arg, file = None)
    mistake = placeholder_mistake(arg)
    if mistake:
        fail("{}: args: {}: {}".format(ctx.label, repr(arg), mistake))
    for mark in _LOCATIONS:
        before, found, rest = arg.partition(mark)
        if not found:
            continue
        label, closed, after = rest.partition(")")
        if not closed:
            fail("{}: args: {}: missing ) after {}".format(ctx.label, repr(arg), mark))
        if [other for other in _LOCATIONS if other in after]:
            fail("{}: args: {}: it has more than one location; an argument can have only one".format(ctx.label, repr(arg)))

        # The path only finds the File: an action that named a path itself could not be path mapped.
        # That of a file in the top folder starts with ./, as if it were a program.
        path = ctx.expand_location(found + label + closed, ctx.attr.data).removeprefix("./")
        if path not in files:
            fail("{}: args: {}: {} is not one of the files of data".format(ctx.label, repr(arg), label))
        return struct(format = _literal(before) + "%s" + _literal(after), file = files[path])
    return struct(format = arg, file = None)

def _literal(text):
    return text.replace("%", "%%")

autofix_checker = rule(
    doc = """Declares a checker: any executable that reads files and reports its findings.

    ```starlark
    autofix_checker(
        name = "license_header",
        args = ["--config=$(execpath :header.txt)", "--out={out}", "--", "{files}"],
        data = [":header.txt"],
        exit_codes = [0, 1],
        patterns = ["*.go", "web/**/*.ts"],
        tool = "//tools/license_header",
    )
    ```

    `autofix_aspects(checkers = [Label("//tools:license_header")])` puts it into a set of aspects, next to the
    built-in checkers. It then runs once for each target that has a matching source file, and its fixes are merged,
    gated and applied with those of all others. The tag `no-autofix-NAME` turns it off for a target.

    It runs in the execution root, so that paths are relative to the workspace's root; with nothing on its standard
    input; with only the variables PATH, LC_ALL, TZ, HOME and TMPDIR, of which the last two name empty folders that are
    removed after the run; without a network; and may write only its output and into those two folders. Its standard
    error is shown if it fails.

    It has failed if its exit code is not one of `exit_codes`, or if it is killed by a signal; if its output is missing
    or malformed, names a file that it was not given, or is for a different text of a file; or if it changes a file.
    That fails the build under every policy: it is never mistaken for "nothing found".""",
    implementation = _autofix_checker_impl,
    attrs = {
        "args": attr.string_list(
            doc = """Its arguments. `{files}`, as an argument of its own, stands for the files, one argument each;
            without it, they come last. `{files_list}` stands for a file that has their paths, one per line. `{out}`
            stands for the file that the checker writes its output to; without it, the output is its standard output.
            Any other `{NAME}` is an error; `{{NAME}}` is the text `{NAME}`, and `${NAME}` stays as it is.
            `$(execpath LABEL)`, at most one in an argument, stands for a file of `data`.""",
        ),
        "checker_name": attr.string(
            doc = "The checker's name in outputs, summaries and the tag `no-autofix-NAME`. By default the target's name.",
        ),
        "data": attr.label_list(
            doc = "Other inputs of the tool, such as its configuration.",
            allow_files = True,
        ),
        "env": attr.string_dict(
            doc = "Variables of its environment.",
        ),
        "exit_codes": attr.int_list(
            doc = "The exit codes of a successful run, with or without findings. Any other is a failure.",
            default = [0],
        ),
        "flags": attr.string(
            doc = """The flags of the target that `{flags}`, an argument of its own, stands for. `cc`: those that compile a
            C or C++ target: include folders, defines and copts; the headers of the target are inputs, and targets
            without CcInfo are skipped. `rust`: those that compile a Rust crate, with its root in place of the files;
            crates with dependencies are skipped.""",
            values = [""] + FLAG_KINDS,
        ),
        "format": attr.string(
            doc = "The [format](../formats.md) of its output, such as `ruff`. `artifact` is the [fix artifact](../artifact.schema.json) itself. `dockerfile-shellcheck`: the tool is shellcheck, the files are Dockerfiles, and it gets the scripts of their RUN instructions. `text`: the tool is a formatter that prints the new text of one file, and runs for each; the file is one fix of the phase format.",
            default = "artifact",
            values = _FORMATS,
        ),
        "in_place": attr.bool(
            doc = """Whether the tool fixes files by writing to them. What it changes becomes fixes: each group of lines
            that stands by itself is one. If it creates or deletes files, everything that it does is one fix, which is
            at best a suggestion. It has no output to read.""",
        ),
        "pattern": attr.string(
            doc = """With the format `lines`: a regular expression for a line that is a finding, if it does not look like
            `FILE:LINE:COLUMN: MESSAGE`. Its groups name the [parts of a line](../formats.md#lines-of-text).""",
        ),
        "patterns": attr.string_list(
            doc = """The files that it checks: globs of base names, such as `*.py`, or, with a slash, of paths from the
            workspace's root, such as `web/**/*.ts`. `*` is any text without a slash, `**` any number of folders,
            including none.""",
            mandatory = True,
        ),
        "phase": attr.string(
            doc = """With `in_place`: the phase of the fixes, by default `semantic`. `format`: the tool is a formatter.
            What it changes in a file is one fix, and it must not change its own result again.""",
            values = ["", "syntax", "semantic", "style", "format"],
        ),
        "safety": attr.string(
            doc = """The safety of the fixes, with `in_place` and with [formats](../formats.md) whose output does not say it,
            such as `diff` and `sarif`. What the output says of a fix holds for it. By default `safe` for formatters,
            and `suggestion` for others.""",
            values = ["", "safe", "suggestion", "unsafe"],
        ),
        "stream": attr.string(
            doc = "Where the tool writes its output, if not to the file `{out}`.",
            default = "stdout",
            values = ["stdout", "stderr"],
        ),
        "timeout_seconds": attr.int(
            doc = """With `in_place` or the format `text`: the most seconds that one run of the tool may take. It fails
            if it takes more. 0 means no limit.""",
            default = 600,
        ),
        "tool": attr.label(
            doc = "The executable. Its runfiles come with it.",
            mandatory = True,
            allow_files = True,
            executable = True,
            # The aspects take the whole checker for the execution platform of their actions.
            cfg = "target",
        ),
    },
    provides = [AutofixCheckerInfo],
)
