# shellcheck shell=bash disable=SC2154 # home, goroot, rootfs and modules are install.sh's
# Sourced by bazelw: runs a command in the root filesystem.

# enter COMMAND...: becomes the command, with $rootfs as its root and with the machine's folders, Go toolchain
# and certificates in it. pivot_root (bwrap), not chroot: inside a chroot, Bazel's linux-sandbox cannot make
# user namespaces, and Bazel would fall back to a sandbox in which an action can write sources.
enter() {
  local binds=() dir
  for dir in /*; do
    [[ -L $dir || ! -d $dir ]] || of_rootfs "$dir" || binds+=(--bind "$dir" "$dir")
  done
  for dir in "${HOME:-/}" "${TMPDIR:-/tmp}" "$home" "$project" "$(workspace)"; do
    ! of_rootfs "$dir" || binds+=(--bind "$dir" "$dir")
  done
  for dir in "$goroot" /etc/ssl /usr/local/share/ca-certificates /etc/resolv.conf /etc/hosts; do
    [[ ! -e $dir ]] || binds+=(--ro-bind "$dir" "$dir")
  done
  # A clean PATH: what the machine's has is not in the root filesystem. A bazelw that Bazel runs finds it there.
  PATH=$goroot/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    exec "$(command -v bwrap)" --cap-add ALL --bind "$rootfs" / --dev-bind /dev /dev --bind /proc /proc --bind /sys /sys \
    "${binds[@]}" --tmpfs "$home/sandbox" --ro-bind "$modules/bazelrc" /etc/bazel/bazelrc --setenv BAZELW_MODE host \
    --chdir "$PWD" "$@"
}

# of_rootfs DIR: whether the root filesystem has a folder of its own there, which hides the machine's.
of_rootfs() {
  [[ $1/ =~ ^/(bin|boot|dev|etc|lib|lib32|lib64|libx32|lost\+found|proc|sbin|sys|usr|var)/ ]]
}

# workspace: prints the nearest folder up from the current one that is a Bazel workspace, else the current one.
workspace() {
  local dir=$PWD
  while [[ -n $dir && ! -e $dir/MODULE.bazel ]]; do dir=${dir%/*}; done
  printf '%s\n' "${dir:-$PWD}"
}
