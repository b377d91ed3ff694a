"""The released versions, and the SHA-256 of each archive. docs/toolchain.md tells how a release gets in."""

# Version -> platform -> SHA-256 in hex.
VERSIONS = {}
