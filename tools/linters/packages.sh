# shellcheck shell=bash
# Sourced after tools/bazelw/install.sh: Debian's packages of linters, in one root filesystem with Bazel, so that
# Bazel's actions can run them.
# shellcheck disable=SC2034 # install_rootfs uses it
base=$(rootfs_key)
PACKAGES+=(black cargo clang-format clang-tidy gcc libc6-dev libstdc++-16-dev nodejs ruff rust-clippy rustc rustfmt shellcheck yamllint)
