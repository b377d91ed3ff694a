"""The macro that keeps committed files equal to outputs of a build."""

load("//rules/private:committed_sources.bzl", _committed_sources = "committed_sources")

committed_sources = _committed_sources
