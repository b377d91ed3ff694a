"""Tests of names that are unknown."""

load("@bazel_skylib//lib:unittest.bzl", "asserts", "unittest")
load("//rules/private:checker_tags.bzl", "tag_mistakes", "unknown_checker_tags")
load("//rules/private:nearest.bzl", "nearest")
load("//rules/private:placeholders.bzl", "placeholder_mistake")

_NEAREST = [
    # (name, known names, the one that is meant)
    ("text", ["format", "text"], "text"),
    ("txt", ["format", "text"], "text"),
    ("dockerfiel", ["dockerfile"], "dockerfile"),
    ("files-list", ["files", "files_list", "out"], "files_list"),
    ("file", ["files", "files_list", "out"], "files"),
    ("line", ["files", "files_list", "out"], None),
    ("black", ["dockerfile", "format", "starlark", "text"], None),
    ("a", [], None),
    ("", ["text"], None),
]

def _nearest_impl(ctx):
    env = unittest.begin(ctx)
    for name, known, want in _NEAREST:
        asserts.equals(env, want, nearest(name, known), "{} in {}".format(repr(name), known))
    return unittest.end(env)

nearest_test = unittest.make(_nearest_impl)

def _tags_impl(ctx):
    env = unittest.begin(ctx)
    own = [struct(name = "license")]
    asserts.equals(env, [], unknown_checker_tags(["autofix", "text", "license"], own))
    asserts.equals(
        env,
        [
            ("licence", True, "the tag no-autofix-licence turns off no checker: did you mean no-autofix-license?"),
            ("zzz", False, "the tag no-autofix-zzz turns off no checker: the checkers are autofix, dockerfile, format, license, schema, starlark, text"),
        ],
        [(tag.name, tag.near, tag.text) for tag in unknown_checker_tags(["licence", "format", "zzz"], own)],
    )
    return unittest.end(env)

tags_test = unittest.make(_tags_impl)

_TAGS = [
    # (tag, the one that is meant; None if there is none)
    ("no_autofix", "no-autofix"),
    ("noautofix", "no-autofix"),
    ("no-autofixx", "no-autofix"),
    ("no-auto-fix", "no-autofix"),
    ("No-Autofix", "no-autofix"),
    ("no-autofx", "no-autofix"),
    ("on-autofix", "no-autofix"),
    ("no autofix", "no-autofix"),
    ("not-autofix", "no-autofix"),
    ("no_autofix_text", "no-autofix-text"),
    ("no-autofix_license", "no-autofix-license"),
    ("no_autofix_zzz", "no-autofix"),
    ("nolint", "no-lint"),
    ("no_lint", "no-lint"),
    ("NO-LINT", "no-lint"),
    ("no-linting", "no-lint"),
    ("no-lin", "no-lint"),
    ("noo-lint", "no-lint"),
    ("autofix_warn", "autofix-warn"),
    ("autofix-warning", "autofix-warn"),
    ("autofix-wran", "autofix-warn"),
    ("autofix-warn", None),
    ("no-autofix", None),
    ("no-autofix-text", None),
    ("no-lint", None),
    ("no-link", None),
    ("no-ide", None),
    ("no-cache", None),
    ("no-sandbox", None),
    ("nobuilder", None),
    ("notap", None),
    ("manual", None),
    ("lint", None),
    ("autofix", None),
    ("", None),
]

def _tag_mistakes_impl(ctx):
    env = unittest.begin(ctx)
    own = [struct(name = "license")]
    for tag, meant in _TAGS:
        want = ["the tag {} protects nothing: did you mean {}?".format(tag, meant)] if meant else []
        asserts.equals(env, want, tag_mistakes([tag], [], own), repr(tag))
    asserts.equals(
        env,
        ["the tag no-autofix-licence turns off no checker: did you mean no-autofix-license?"],
        tag_mistakes(["no-autofix-licence", "no-autofix-zzz"], ["licence", "zzz"], own),
    )
    return unittest.end(env)

tag_mistakes_test = unittest.make(_tag_mistakes_impl)

# As in internal/adapters/external/placeholders_test.go.
_PLACEHOLDERS = [
    # (argument, the start of the message; None if there is no mistake)
    ("--fix", None),
    ("", None),
    ("--out={out}", None),
    ("{out},{files_list}", None),
    ("{files}", None),
    ('{"out":{out}}', None),
    ('{"a": {"b": [1, {}]}}', None),
    ("${out} ${x}", None),
    ("{{path}}:{{line}}", None),
    ("{{{{.Path}}}} {{ x }}", None),
    ("{{{name}}}", None),
    ("{{name}", None),
    ("a{3} b{1,2} {a,b} {}", None),
    ("{name", None),
    ("--in={file}", "unknown placeholder {file}, did you mean {files}?; there are"),
    ("{files-list}", "unknown placeholder {files-list}, did you mean {files_list}?"),
    ("{path}:{line}", "unknown placeholder {path}; there are {files}, {files_list} and {out}, and {{path}} is the text {path}"),
    ("{out}{outt}", "unknown placeholder {outt}, did you mean {out}?"),
    ("--in={files}", "{files} stands for several arguments"),
    ("{files}{files}", "{files} stands for several arguments"),
]

def _placeholders_impl(ctx):
    env = unittest.begin(ctx)
    for arg, want in _PLACEHOLDERS:
        got = placeholder_mistake(arg)
        asserts.true(env, got.startswith(want) if got and want else got == want, "{}: {}".format(arg, got))
    return unittest.end(env)

placeholders_test = unittest.make(_placeholders_impl)
