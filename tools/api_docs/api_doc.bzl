"""Markdown of what starlark_doc_extract knows about a .bzl file."""

def _api_doc_impl(ctx):
    markdown = ctx.actions.declare_file(ctx.label.name + ".md")
    args = ctx.actions.args()
    args.add(ctx.file.src)
    args.add(markdown)
    ctx.actions.run(
        mnemonic = "ApiDoc",
        progress_message = "API reference %{output}",
        executable = ctx.executable._api_docs,
        arguments = [args],
        inputs = [ctx.file.src],
        outputs = [markdown],
    )
    return [DefaultInfo(files = depset([markdown]))]

api_doc = rule(
    doc = "Renders the documentation of a .bzl file as Markdown, and fails where something public has none.",
    implementation = _api_doc_impl,
    attrs = {
        "src": attr.label(
            doc = "The starlark_doc_extract of the file.",
            mandatory = True,
            allow_single_file = [".binaryproto"],
        ),
        "_api_docs": attr.label(
            doc = "The renderer.",
            default = ":api_docs",
            executable = True,
            cfg = "exec",
        ),
    },
)

def api_page(*, name, src, library, others = []):
    """Makes `NAME_page`, the page of a public .bzl file.

    Args:
      name: the start of the targets' names.
      src: the label of the .bzl file.
      library: the label of its bzl_library. A load that is missing from the library's deps fails the page.
      others: labels of libraries that the libraries of other repositories lack.
    """
    native.starlark_doc_extract(
        name = name,
        src = src,
        render_main_repo_name = True,
        deps = [library] + others,
    )
    api_doc(
        name = name + "_page",
        src = name,
    )
