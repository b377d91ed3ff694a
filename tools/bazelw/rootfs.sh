# shellcheck shell=bash disable=SC2154 # project and rootfs are bazelw's and install.sh's
# Sourced by bazelw: a Debian root filesystem with Bazel in it. Bazel's package needs the C library of its own
# suite, hence a root filesystem, and not an installation into the machine's.

SUITE=forky # the oldest suite whose bazel-bootstrap has modules (7.7.1)
PACKAGES=(bazel-bootstrap bazel-features bazel-platforms bazel-rules-shell bazel-skylib ca-certificates git)
# What the end-to-end tests run beside Bazel: a server of remote execution, which older suites do not have.
PACKAGES+=(buildbox)

# The key of another root filesystem to begin with, if it is there: a script that adds packages sets it.
base=

rootfs_key() {
  {
    printf '%s\n' "$SUITE" "${PACKAGES[@]}"
    declare -f install_rootfs in_partial
  } | key
}

install_rootfs() {
  local mirror partial=$rootfs.partial
  mirror=${BAZELW_MIRROR:-$(apt_mirror /etc/apt)}
  [[ -n $mirror ]] || die "cannot find a Debian mirror: apt's sources name none" "set BAZELW_MIRROR to one"
  say "installing Bazel from Debian's packages into $rootfs (once, about two minutes)"
  bwrap --cap-add ALL --dev-bind / / true ||
    die "cannot enter a root filesystem: bwrap may not make a mount namespace here" \
      "in a container, give it the SYS_ADMIN capability (--privileged), or put bazelisk or bazel on the PATH"
  # A killed run may have left a part. What debootstrap mounts goes with its namespace.
  rm -rf --one-file-system "$partial"
  if [[ -n $base && -e $home/debian.$base/.bazelw ]]; then
    cp --archive "$home/debian.$base" "$partial"
  else
    # Both suites that a release comes from share one script, and an older debootstrap knows only sid's name.
    logged debootstrap unshare --mount --propagation private \
      debootstrap --variant=minbase "$SUITE" "$partial" "$mirror" /usr/share/debootstrap/scripts/sid ||
      die "cannot install Debian $SUITE from $mirror" "check the network, or set BAZELW_MIRROR to another mirror"
    printf 'deb %s %s main\n' "$mirror" "$SUITE" >"$partial/etc/apt/sources.list"
  fi
  logged packages in_partial sh -c '
    apt-get -o Acquire::Check-Valid-Until=false update &&
      apt-get install --yes --no-install-recommends "$@" && apt-get clean' sh "${PACKAGES[@]}" ||
    die "cannot install Bazel's packages from $mirror" "check the network, or set BAZELW_MIRROR to another mirror"
  # Marks the root filesystem as complete, and tells what it is made of.
  in_partial dpkg-query --show >"$partial/.bazelw"
  mv "$partial" "$rootfs"
}

# in_partial COMMAND...: runs it with root's rights in the unfinished root filesystem.
in_partial() {
  bwrap --cap-add ALL --bind "$partial" / --dev-bind /dev /dev --bind /proc /proc --bind /sys /sys \
    --ro-bind /etc/resolv.conf /etc/resolv.conf --setenv DEBIAN_FRONTEND noninteractive \
    --setenv PATH /usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# apt_mirror FOLDER: prints the first mirror of Debian's own file among apt's sources, in either of its formats.
apt_mirror() {
  cat "$1/sources.list.d/debian.sources" "$1/sources.list" 2>/dev/null |
    grep -E '^(URIs:|deb )' | grep -Eo '(https?://|file:/)[^][:space:]]+' | head -n 1 || true
}

# install_tools: debootstrap and bwrap, which make and enter a root filesystem.
install_tools() {
  if command -v debootstrap && command -v bwrap; then return; fi >/dev/null
  command -v apt-get >/dev/null ||
    die "cannot install debootstrap and bubblewrap: there is no apt-get" \
      "install both, or put bazelisk or bazel on the PATH"
  logged apt sh -c '
    apt-get -o Acquire::Check-Valid-Until=false update &&
      DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends debootstrap bubblewrap' ||
    die "cannot install debootstrap and bubblewrap: apt-get failed" \
      "install both, or put bazelisk or bazel on the PATH"
}
