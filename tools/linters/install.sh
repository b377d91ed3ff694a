#!/usr/bin/env bash
# install.sh: installs the linters with which the conformance tests of adapters and reports compare, where they are not
# yet, and prints the folder of their commands.
#
#   black, cargo, clang-format, clang-tidy, clippy, ruff, rustc,     Debian's packages, in a root filesystem that has
#   rustfmt, shellcheck, yamllint                                    Bazel too (packages.sh)
#   biome, buf, eslint, oxlint, prettier, sarif-multitool, stylelint npm's packages (package.json)
#   actionlint, golangci-lint, staticcheck                           Go modules
#
# Needs what bazelw's debian mode needs (see there), and node and npm. The first run takes minutes: golangci-lint is
# large. It installs into the folder of bazelw, which BAZELW_HOME names.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
project=${here%/*/*}

say() { printf 'linters: %s\n' "$*" >&2; }

die() {
  say "$1"
  say "$2"
  exit 1
}

# shellcheck source=tools/bazelw/install.sh
source "$project/tools/bazelw/install.sh"

# shellcheck source=tools/linters/packages.sh
source "$here/packages.sh"

DEBIAN_COMMANDS=(black cargo clang-format clang-tidy clippy-driver ruff rustc rustfmt shellcheck yamllint)
NPM_COMMANDS=(biome buf eslint oxlint prettier sarif-multitool stylelint)
GO_COMMANDS=(
  github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
  github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
  honnef.co/go/tools/cmd/staticcheck@v0.8.2
)

main() {
  check_machine
  if ! command -v node || ! command -v npm; then
    die "cannot install npm's packages: there is no node or npm" "install Node.js"
  fi >/dev/null
  home=${BAZELW_HOME:-$HOME/.cache/bazelw}
  mkdir -p "$home"
  home=$(readlink -f "$home")
  rootfs=$home/debian.$(rootfs_key)
  linters=$home/linters.$(linters_key)
  exec {lock}>"$home/linters.lock"
  flock "$lock"
  [[ -e $rootfs/.bazelw ]] || { install_tools && install_rootfs; }
  [[ -e $linters/bin ]] || install_linters
  touch "$rootfs" "$linters" # last used
  printf '%s\n' "$linters/bin"
}

linters_key() {
  {
    printf '%s\n' "$rootfs" "${DEBIAN_COMMANDS[@]}" "${NPM_COMMANDS[@]}" "${GO_COMMANDS[@]}"
    cat "$here/package.json"
    declare -f install_linters debian_command npm_command
  } | key
}

install_linters() {
  local partial=$linters.partial name
  rm -rf "$partial"
  mkdir -p "$partial/commands" "$partial/npm"
  for name in "${DEBIAN_COMMANDS[@]}"; do debian_command "$name" >"$partial/commands/$name"; done
  say "installing npm's packages"
  cp "$here/package.json" "$partial/npm"
  logged npm npm install --prefix "$partial/npm" --no-audit --no-fund --ignore-scripts --no-package-lock ||
    die "cannot install npm's packages" "check that the npm registry can be reached"
  chmod +x "$partial"/npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool # the package has it without
  for name in "${NPM_COMMANDS[@]}"; do npm_command "$name" >"$partial/commands/$name"; done
  say "building the linters that are Go modules (once, some minutes)"
  for name in "${GO_COMMANDS[@]}"; do
    GOFLAGS=-trimpath GOBIN=$partial/commands logged go-linters go install "$name" || proxy_failed "$name"
  done
  chmod +x "$partial"/commands/*
  ln -s "$rootfs" "$partial/rootfs"
  mv "$partial/commands" "$partial/bin"
  mv "$partial" "$linters"
}

# within: prints the test whether a command already runs in the root filesystem, as those of Bazel's actions do.
within() { printf 'cmp -s /.bazelw "%s"' "$rootfs/.bazelw"; }

# debian_command NAME: prints a command that runs a program of the root filesystem in the current folder. Of the
# machine it sees that folder and those for temporary and cached files.
debian_command() {
  cat <<COMMAND
#!/bin/sh
if $(within); then exec /usr/bin/$1 "\$@"; fi
dir=\$(pwd -P)
exec bwrap --cap-add ALL --bind "$rootfs" / --dev-bind /dev /dev --proc /proc --tmpfs /tmp \\
  --bind "\$dir" "\$dir" --bind "\${TMPDIR:-\$dir}" "\${TMPDIR:-\$dir}" --bind "\$HOME" "\$HOME" \\
  --setenv PATH /usr/bin:/bin --chdir "\$dir" /usr/bin/$1 "\$@"
COMMAND
}

# npm_command NAME: prints a command that runs a program of npm's packages.
npm_command() {
  cat <<COMMAND
#!/bin/sh
node="$(command -v node)"
if $(within); then node=/usr/bin/node; fi
exec "\$node" "$linters/npm/node_modules/.bin/$1" "\$@"
COMMAND
}

main
