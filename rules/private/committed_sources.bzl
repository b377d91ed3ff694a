"""Committed copies of build outputs, with a test that they are current."""

load("@bazel_skylib//rules:diff_test.bzl", "diff_test")
load(":label_text.bzl", "label_text")
load(":launcher.bzl", "launch", "runfile_mark")
load(":tool.bzl", "TOOLCHAINS")

def _committed_sources_impl(ctx):
    arguments = ["copy", "--"]
    files = []
    for target, paths in ctx.attr.paths.items():
        file = _one_file(ctx.label, target)
        files.append(file)
        for path in json.decode(paths):
            arguments += [runfile_mark(ctx, file), "{}/{}".format(ctx.label.package, path).removeprefix("/")]
    return launch(ctx = ctx, arguments = arguments, files = files)

def _one_file(label, target):
    files = target[DefaultInfo].files.to_list()
    if len(files) != 1:
        fail("{}: files: {} has {} files: name a single file".format(
            label_text(label),
            label_text(target.label),
            len(files),
        ))
    return files[0]

_committed_sources = rule(
    doc = "Writes files to the workspace when it is run.",
    implementation = _committed_sources_impl,
    attrs = {
        "paths": attr.label_keyed_string_dict(
            doc = "The paths in this package that each file is copied to, as a JSON list.",
            mandatory = True,
            allow_empty = False,
            allow_files = True,
        ),
    },
    executable = True,
    toolchains = TOOLCHAINS,
)

def committed_sources(*, name, files, **kwargs):
    """Keeps committed files equal to outputs of a build.

    `bazel run` of the target writes the files that differ, all or none; `NAME_test` fails if one differs, and names
    that command. The copies are equal byte for byte: no formatter changes them. Use it for generated files, and for the
    presets of this ruleset, which a .bazelrc cannot import from another repository:

    ```starlark
    committed_sources(
        name = "autofix_bazelrc",
        files = {"autofix.bazelrc": "@rules_autofix//rules:autofix.bazelrc"},
    )
    ```

    Args:
      name: the target's name.
      files: a dict. Each key is the path of a committed file in this package, which `bazel run` creates if it is
        missing; its value is the label of the single file that it is a copy of.
      **kwargs: attributes common to all rules, for the target and its test.
    """
    paths = {}
    for path, source in files.items():
        paths.setdefault(native.package_relative_label(source), []).append(path)
    _committed_sources(
        name = name,
        paths = {source: json.encode(copies) for source, copies in paths.items()},
        **kwargs
    )
    command = "bazel run " + label_text(native.package_relative_label(name))
    tests = []
    for path, source in files.items():
        test = "{}_{}_test".format(name, path)
        diff_test(
            name = test,
            size = "small",
            failure_message = "Update it with: " + command,
            file1 = path,
            file2 = source,
            **kwargs
        )
        tests.append(test)
    native.test_suite(
        name = name + "_test",
        tests = tests,
        **kwargs
    )
