"""A rule that writes down what the aspects say about targets."""

load("@rules_autofix//rules:defs.bzl", "autofix", "autofix_strict")
load("@rules_autofix//rules:providers.bzl", "AutofixInfo")

def _paths(files):
    return sorted([file.short_path for file in files.to_list()])

def _probe_impl(ctx):
    seen = {}
    for target in ctx.attr.targets:
        groups = target[OutputGroupInfo]
        info = target[AutofixInfo]
        seen[str(target.label)] = {
            "groups": {
                name: _paths(groups[name])
                for name in groups
                if name.startswith("autofix_") or name == "_validation"
            },
            "info": {
                "artifacts": _paths(info.artifacts),
                "diffs": _paths(info.diffs),
                "reports": _paths(info.reports),
                "sarifs": _paths(info.sarifs),
            },
        }
    out = ctx.actions.declare_file(ctx.label.name + ".json")
    ctx.actions.write(out, json.encode_indent(seen))
    return [DefaultInfo(files = depset([out]))]

probe = rule(
    doc = "Writes the output groups and the AutofixInfo of targets to NAME.json.",
    implementation = _probe_impl,
    attrs = {
        "targets": attr.label_list(
            doc = "The targets.",
            aspects = [autofix, autofix_strict],
        ),
    },
)

def _own_groups_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(out, "")
    return [OutputGroupInfo(autofix_report = depset([out]))]

own_groups = rule(
    doc = "Has an output group of a name that the aspect uses as well.",
    implementation = _own_groups_impl,
    attrs = {
        "srcs": attr.label_list(
            doc = "The sources.",
            allow_files = True,
        ),
    },
)
