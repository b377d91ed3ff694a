"""The released versions, and the SHA-256 of each archive. docs/toolchain.md says how a release is added."""

# Version -> platform -> SHA-256 in hex.
VERSIONS = {}
