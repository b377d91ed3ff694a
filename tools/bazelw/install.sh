# shellcheck shell=bash disable=SC2154 # project is bazelw's
# Sourced by bazelw: installs what its debian mode needs, once, in $home:
#
#   debian.KEY/   Debian's root filesystem with Bazel (rootfs.sh)
#   modules.KEY/  the local registry, the modules it serves, the bazelrc that names it, and the archive of Bazel's
#                 classes (modules.sh)
#   disk-cache/   Bazel's
#
# KEY is a digest of the recipe: the functions and sources that make the folder, and what they are given. A
# changed recipe thus makes a folder of its own, and checkouts of different recipes live side by side. A folder
# is made under another name and renamed when it is complete, so that an interrupted run leaves nothing that
# counts.

# shellcheck source=tools/bazelw/rootfs.sh
source "$project/tools/bazelw/rootfs.sh"
# shellcheck source=tools/bazelw/modules.sh
source "$project/tools/bazelw/modules.sh"

# install: sees to it that all is there, and sets home, goroot, rootfs and modules for enter.
install() {
  check_machine
  home=${BAZELW_HOME:-$HOME/.cache/bazelw}
  mkdir -p "$home" || die "cannot make $home" "set BAZELW_HOME to a folder that can be written"
  home=$(readlink -f "$home")
  [[ $home != *[[:space:]]* ]] || die "cannot install into $home: debootstrap does not support whitespace in a path" "set BAZELW_HOME"
  if ! find_installed; then
    exec {lock}>"$home/lock"
    flock --nonblock "$lock" || { say "waiting for another bazelw that installs into $home" && flock "$lock"; }
    find_installed || install_missing
    exec {lock}>&-
  fi
}

# check_machine: what this machine must have, and goroot, its Go.
check_machine() {
  local hint="or put bazelisk or bazel on the PATH"
  [[ $(uname -s) == Linux ]] || die "cannot use Debian's packages: this is not Linux" "put bazelisk or bazel on the PATH"
  [[ $(id -u) == 0 ]] || die "cannot use Debian's packages: not running as root" "run it as root, $hint"
  [[ -n ${BAZELW_HOME:-${HOME:-}} ]] || die "cannot tell where to install: HOME is not set" "set HOME or BAZELW_HOME"
  command -v go >/dev/null ||
    die "cannot build the Go tools: go is not on the PATH" "install Go $(go_version) or later, $hint"
  # In the project, so that a Go that is older than go.mod asks for fetches that one, or says that it may not.
  # shellcheck disable=SC2034 # enter uses it
  goroot=$(project_go env GOROOT) ||
    die "cannot use $(command -v go): see above" "install Go $(go_version) or later, $hint"
}

go_version() { sed -n 's/^go //p' "$project/go.mod"; }

# find_installed: whether all is installed; sets rootfs in any case, and modules where it is.
find_installed() {
  rootfs=$home/debian.$(rootfs_key)
  command -v bwrap >/dev/null || return 1
  [[ -e $rootfs/.bazelw ]] || return 1
  modules=$home/modules.$(modules_key)
  [[ -e $modules/bazelrc && -e $modules/classes.jsa ]] || return 1
  touch "$rootfs" "$modules" # last used: see prune
}

install_missing() {
  # First what takes seconds, so that a missing proxy is known before Debian's minutes are spent.
  download_modules
  install_tools
  [[ -e $rootfs/.bazelw ]] || install_rootfs
  modules=$home/modules.$(modules_key)
  [[ -e $modules/bazelrc ]] || install_modules
  [[ -e $modules/classes.jsa ]] || archive_classes
  prune
}

# prune: removes what no run used for a month.
prune() {
  find "$home" -mindepth 1 -maxdepth 1 \( -name 'debian.*' -o -name 'modules.*' \) -mtime +30 \
    -exec rm -rf --one-file-system {} +
}

# key: 12 hex digits of the digest of stdin.
key() { sha256sum | head -c 12; }

# logged NAME COMMAND...: runs the command with its output in a log; where it fails, shows the end of that.
logged() {
  local log=$home/$1.log
  shift
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 5 "$log" | sed 's/^/  /' >&2
  say "the whole log: $log"
  return 1
}
