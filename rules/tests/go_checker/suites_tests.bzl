"""Tests of checkers of Go analyzers."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts", "unittest")
load("//rules:providers.bzl", "AutofixCheckerInfo")
load("//rules/private/go_checker:info.bzl", "GoCheckerInfo")
load("//rules/private/go_checker:suites.bzl", "safety_of", "suite_labels")

def _safety_impl(ctx):
    env = unittest.begin(ctx)
    asserts.equals(env, {}, safety_of(["vet", "staticcheck"], {}))
    asserts.equals(env, {"x": "unsafe"}, safety_of(["vet"], {"x": "unsafe"}))
    known = safety_of(["vet", "fix"], {"any": "suggestion"})
    asserts.equals(env, "suggestion", known["any"])
    asserts.equals(env, "safe", known["rangeint"])
    for name in ["hostport", "buildtag", "omitzero", "slicescontains"]:
        asserts.false(env, name in known, name)
    asserts.equals(
        env,
        {"@t//go/analysis/suite/vet": "Suite", "@s//simple": "Analyzers"},
        suite_labels("x", ["vet", "simple"], x_tools = "@t", staticcheck = "@s"),
    )
    return unittest.end(env)

safety_test = unittest.make(_safety_impl)

def _checker_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    info, go = target[AutofixCheckerInfo], target[GoCheckerInfo]
    asserts.equals(env, "go_tests", info.name)
    asserts.equals(env, info.output_group, go.output_group)
    got = go.flags + [
        "{}: {}".format(line.partition(": ")[0], info.safety_of.get("go/" + line.partition(": ")[0]))
        for line in ctx.attr.want
        if ": " in line
    ]
    asserts.equals(env, ctx.attr.want, got)
    return analysistest.end(env)

checker_test = analysistest.make(
    _checker_impl,
    attrs = {"want": attr.string_list(doc = "Flags, and the safety of analyzers.")},
)
