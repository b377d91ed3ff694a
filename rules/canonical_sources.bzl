"""The rule that makes fixed copies of sources."""

load("//rules/private:canonical_sources.bzl", _canonical_sources = "canonical_sources")

canonical_sources = _canonical_sources
