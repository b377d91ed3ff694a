"""The macro that makes `bazel run //:fix`."""

load("//rules/private:fix.bzl", _fix = "fix")

fix = _fix
