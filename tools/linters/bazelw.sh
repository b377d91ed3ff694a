#!/usr/bin/env bash
# bazelw.sh: runs Bazel in the workspace of the current folder, in the root filesystem that has the linters too, where its
# actions find them. It is always in bazelw's debian mode (see there).
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
project=${here%/*/*}

say() { printf 'bazelw: %s\n' "$*" >&2; }

die() {
  say "$1"
  say "$2"
  exit 1
}

# shellcheck source=tools/bazelw/install.sh
source "$project/tools/bazelw/install.sh"
# shellcheck source=tools/linters/packages.sh
source "$here/packages.sh"
# shellcheck source=tools/bazelw/enter.sh
source "$project/tools/bazelw/enter.sh"

install
enter /usr/bin/bazel "$@"
