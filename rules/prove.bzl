"""The macro that makes `bazel run //:prove`."""

load("//rules/private:prove.bzl", _prove = "prove")

prove = _prove
