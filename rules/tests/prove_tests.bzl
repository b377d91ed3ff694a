"""Tests of what `prove` gives the tool."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")

def _prove_impl(ctx):
    env = analysistest.begin(ctx)

    # Bazel writes files of its own for the runfiles.
    written = [action.content for action in analysistest.target_actions(env) if action.content and action.outputs.to_list()[0].extension == "args"]
    asserts.equals(env, ["".join([line + "\n" for line in ctx.attr.arguments])], written)
    return analysistest.end(env)

prove_test = analysistest.make(
    _prove_impl,
    attrs = {"arguments": attr.string_list(doc = "The arguments of the tool.")},
)

def _refused_impl(ctx):
    env = analysistest.begin(ctx)
    asserts.expect_failure(env, ctx.attr.message)
    return analysistest.end(env)

refused_prove_test = analysistest.make(
    _refused_impl,
    attrs = {"message": attr.string(doc = "What the failure says.")},
    expect_failure = True,
)
