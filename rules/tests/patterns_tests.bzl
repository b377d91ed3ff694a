"""Tests of the globs of autofix_checker."""

load("@bazel_skylib//lib:unittest.bzl", "asserts", "unittest")
load("//rules/private:patterns.bzl", "matches_any", "pattern_mistake")

_MATCHES = [
    # (path, patterns, whether it matches)
    ("a.py", ["*.py"], True),
    ("deep/er/a.py", ["*.py"], True),
    ("a.pyc", ["*.py"], False),
    (".py", ["*.py"], True),
    ("a.py/b.txt", ["*.py"], False),
    ("Dockerfile", ["Dockerfile"], True),
    ("app/Dockerfile.dev", ["Dockerfile", "Dockerfile.*"], True),
    ("a", [], False),
    ("aXbXc", ["a*b*c"], True),
    ("abc", ["a*b*c"], True),
    ("ab", ["a*b*bc"], False),
    ("aba", ["ab*ba"], False),
    ("abba", ["ab*ba"], True),
    ("a", ["*"], True),
    ("a", ["**"], True),
    ("web/a.ts", ["web/*.ts"], True),
    ("web/x/a.ts", ["web/*.ts"], False),
    ("web/a.ts", ["web/**/*.ts"], True),
    ("web/x/y/a.ts", ["web/**/*.ts"], True),
    ("other/web/a.ts", ["web/**/*.ts"], False),
    ("other/web/a.ts", ["**/web/**/*.ts"], True),
    ("web/a.ts", ["**/web/**/*.ts"], True),
    ("web/a.ts", ["web/**"], True),
    ("web", ["web/**"], True),
    ("webs/a.ts", ["web/**"], False),
    ("a/b/a/b/c", ["**/a/b/c"], True),
    ("a/b/a/b/c", ["a/*/c"], False),
]

def _matches_impl(ctx):
    env = unittest.begin(ctx)
    for path, patterns, want in _MATCHES:
        asserts.equals(env, want, matches_any(path, patterns), "{} in {}".format(path, patterns))
    return unittest.end(env)

matches_test = unittest.make(_matches_impl)

_MISTAKES = [
    # (pattern, a part of the message; None if there is no mistake)
    ("*.py", None),
    ("web/**/*.ts", None),
    ("*.[ch]", "cannot have ["),
    ("*.{a,b}", "cannot have {"),
    ("?.py", "cannot have ?"),
    ("!a", "cannot have !"),
    ("", "the glob of a base name"),
    ("/a", "the glob of a base name"),
    ("a/", "the glob of a base name"),
    ("../a", "the glob of a base name"),
    ("./a", "the glob of a base name"),
    ("a**", "** stands for folders"),
    ("a/b**/c", "** stands for folders"),
]

def _mistakes_impl(ctx):
    env = unittest.begin(ctx)
    for pattern, want in _MISTAKES:
        got = pattern_mistake(pattern)
        asserts.true(env, (want == None and got == None) or (want and got and want in got), "{}: {}".format(repr(pattern), got))
    return unittest.end(env)

mistakes_test = unittest.make(_mistakes_impl)
