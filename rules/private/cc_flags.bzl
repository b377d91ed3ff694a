"""The flags of a C or C++ target."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load(":shell_words.bzl", "shell_words")

_C = [".c"]
_CXX = [".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".cl"]

def cc_flags(target, ctx, files):
    """Returns the flags of a C or C++ target: those of its CcInfo, of its copts, and of --copt and its like.

    The flags that its toolchain adds are left out: they are for the compiler of that toolchain, which may be another
    one than that of the checker.

    Args:
      target: the target that the aspect visits.
      ctx: the context of an aspect with the fragment cpp.
      files: a list of File, the sources and headers that are checked.

    Returns:
      A struct, as `target_flags` says.
    """
    if CcInfo not in target:
        return struct(skipped = "{} is not a C++ target: it has no CcInfo".format(ctx.rule.kind))
    contexts = [target[CcInfo].compilation_context] + [
        dependency[CcInfo].compilation_context
        for dependency in getattr(ctx.rule.attr, "implementation_deps", [])
        if CcInfo in dependency
    ]
    args = _language(ctx, files) + _copts(ctx)
    for number, context in enumerate(contexts):
        args = args + _searched(context)
        args = args + ["-D" + define for define in context.defines.to_list()]
        if number == 0:
            args = args + ["-D" + define for define in context.local_defines.to_list()]
    return struct(
        args = args,
        inputs = depset(transitive = [context.headers for context in contexts]),
        mapped = False,
        named = False,
        skipped = None,
    )

def _language(ctx, files):
    cpp = ctx.fragments.cpp
    extensions = {"." + file.extension: None for file in files}
    c = [extension for extension in extensions if extension in _C]
    cxx = [extension for extension in extensions if extension in _CXX]
    if c and cxx:
        return []  # a flag for one of them is an error for the other
    if c:
        return cpp.conlyopts + _words(ctx, "conlyopts")

    # To a compiler, a header *.h alone is C.
    return ["-xc++"] + cpp.cxxopts + _words(ctx, "cxxopts")

def _copts(ctx):
    # A header is compiled by itself, and the flags are for another compiler.
    return ["-Wno-pragma-once-outside-header", "-Wno-unknown-warning-option", "-Qunused-arguments"] + ctx.fragments.cpp.copts + _words(ctx, "copts")

def _words(ctx, attribute):
    words = []
    for text in getattr(ctx.rule.attr, attribute, []):
        if "$(" in text:
            continue  # a variable of make or a location: only the rule itself can expand it
        words = words + shell_words(text)
    return words

def _searched(context):
    external = getattr(context, "external_includes", depset()).to_list()
    return (
        ["-I" + folder for folder in context.includes.to_list()] +
        ["-iquote" + folder for folder in context.quote_includes.to_list()] +
        ["-isystem" + folder for folder in context.system_includes.to_list() + external] +
        ["-F" + folder for folder in context.framework_includes.to_list()]
    )
