"""The flags of a Rust crate."""

# Of a crate that says nothing else.
_EDITION = "2021"

def rust_flags(target, ctx, files):  # buildifier: disable=unused-variable
    """Returns the flags of a crate without dependencies.

    Args:
      target: the target that the aspect visits.
      ctx: its context.
      files: a list of File, the sources that are checked.

    Returns:
      A struct, as `target_flags` says.
    """
    attr = ctx.rule.attr
    for name in ["deps", "proc_macro_deps", "crate"]:
        if getattr(attr, name, None):
            return _skipped("it has {}, whose compiled crates a check does not have".format(name))
    root = _root(ctx, files)
    if not root:
        return _skipped("none of its files is the root of a crate: crate_root, lib.rs or main.rs")
    kind = ["--crate-type=bin"] if root.basename == "main.rs" or ctx.rule.kind == "rust_binary" else ["--crate-type=lib"]
    if ctx.rule.kind == "rust_test":
        kind = ["--test"]
    if ctx.rule.kind == "rust_proc_macro":
        kind = ["--crate-type=proc-macro"]
    name = getattr(attr, "crate_name", "") or ctx.label.name
    return struct(
        args = kind + [
            "--crate-name=" + "".join([char if char.isalnum() else "_" for char in name.elems()]),
            "--edition=" + (getattr(attr, "edition", "") or _EDITION),
        ] + [
            '--cfg=feature="{}"'.format(feature)
            for feature in getattr(attr, "crate_features", [])
        ] + [
            flag
            for flag in getattr(attr, "rustc_flags", [])
            if "$(" not in flag
        ] + [root.path],
        inputs = depset(),
        mapped = True,
        named = True,
        skipped = None,
    )

def _root(ctx, files):
    wanted = getattr(ctx.rule.file, "crate_root", None)
    if wanted:
        return wanted if wanted in files else None
    for name in ["lib.rs", "main.rs"]:
        for file in files:
            if file.basename == name:
                return file
    return files[0] if len(files) == 1 else None

def _skipped(why):
    return struct(skipped = why)
