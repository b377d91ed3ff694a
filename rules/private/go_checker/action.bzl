"""The action that runs the analyzers of a checker on one Go package."""

load("//rules/private:tool.bzl", "PROGRAM_REQUIREMENTS")

def analyze(ctx, go, checker, archive, *, name, imported, report):
    """Analyzes a Go package.

    Args:
      ctx: the context of an aspect.
      go: its go_context.
      checker: a GoCheckerInfo.
      archive: the GoArchive of the package.
      name: a string, the start of the names of the outputs.
      imported: a list of struct(importmap, file), the facts of the packages that it imports.
      report: a bool, whether findings are wanted, and not only facts.

    Returns:
      A struct: `facts`, a struct(importmap, file); and `findings`, a File, or None.
    """
    source, data = archive.source, archive.data
    facts = ctx.actions.declare_file(name + ".facts")
    findings = ctx.actions.declare_file(name + ".json") if report else None
    cgo = [data.cgo_out_dir] if data.cgo_out_dir else []
    go_mod = [checker.go_mod] if checker.go_mod else []
    exports = []

    args = ctx.actions.args()
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    args.add(source.importmap, format = "-package=%s")
    args.add_all(source.srcs, format_each = "-src=%s")
    args.add_all(cgo, format_each = "-unreported=%s")
    for dependency in source.deps:
        names = ":".join([dependency.data.importpath] + list(dependency.data.importpath_aliases))
        exports.append(dependency.data.export_file or dependency.data.file)
        args.add(exports[-1], format = "-archive={}={}=%s".format(_literal(names), _literal(dependency.data.importmap)))
    for one in imported:
        args.add(one.file, format = "-imported={}=%s".format(_literal(one.importmap)))
    args.add_all(go.stdlib.libs, format_each = "-stdlib=%s", expand_directories = False)
    args.add_all(go.mode.tags, format_each = "-tag=%s")
    if getattr(source, "testfilter", None):
        args.add(source.testfilter, format = "-testfilter=%s")
    args.add_all(go_mod, format_each = "-gomod=%s")
    args.add(facts, format = "-facts=%s")
    if findings:
        args.add(findings, format = "-findings=%s")
    args.add_all(checker.flags, format_each = "-flag=%s")
    ctx.actions.run(
        mnemonic = "AutofixGoAnalysis",
        progress_message = "Autofix %{label} with Go analyzers",
        executable = checker.program,
        arguments = [args],
        inputs = depset(
            source.srcs + cgo + exports + go_mod + [one.file for one in imported],
            transitive = [go.stdlib.libs],
        ),
        outputs = [facts, findings] if findings else [facts],
        env = {variable: go.env[variable] for variable in ["CGO_ENABLED", "GOARCH", "GOEXPERIMENT", "GOOS"]},
        execution_requirements = PROGRAM_REQUIREMENTS,
        toolchain = None,
    )
    return struct(
        facts = struct(importmap = source.importmap, file = facts),
        findings = findings,
    )

def _literal(text):
    return text.replace("%", "%%")
