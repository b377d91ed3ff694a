# shellcheck shell=bash disable=SC2154 # home, project, rootfs and modules are install.sh's
# Sourced by bazelw: the Bazel modules that a machine without the Bazel Central Registry needs. rules_go and
# gazelle are Go modules as well, and their zips hold their Starlark too. The rest is in Debian's packages.
#
# Not every version will do. rules_go from 0.60 on needs a newer bazel_features than the suite's, and gazelle
# from 0.50 on is more than one Go module.

# The Go modules, in the versions that MODULE.bazel asks for.
go_modules() {
  printf 'rules_go=github.com/bazelbuild/rules_go@v%s\n' "$(asked_version rules_go)"
  printf 'gazelle=github.com/bazelbuild/bazel-gazelle@v%s\n' "$(asked_version gazelle)"
}

asked_version() { sed -n "s/^bazel_dep(name = \"$1\", version = \"\([^\"]*\)\".*/\1/p" "$project/MODULE.bazel"; }

# The key has what the root filesystem is made of in it, since the registry serves some of that.
modules_key() {
  {
    go_modules
    declare -f install_modules local_registry write_bazelrc
    find "$project/tools/local_registry" -name '*.go' ! -name '*_test.go' -print0 | sort -z | xargs -0 cat "$rootfs/.bazelw"
  } | key
}

# download_modules: what the registry is made with and of, so that a missing proxy is known early.
download_modules() {
  local module
  while read -r module; do
    project_go mod download "${module#*=}" >/dev/null || proxy_failed "${module#*=}"
  done < <(go_modules)
  project_go build -o /dev/null ./tools/local_registry || proxy_failed "what go.mod requires"
}

proxy_failed() {
  die "cannot download $1: see above" "check that the Go module proxy ($(go env GOPROXY)) can be reached and serves it"
}

# project_go ARGS...: the go command in the project, whatever its caller's settings for another one are.
project_go() (cd "$project" && GOFLAGS='' GOWORK=off go "$@")

install_modules() {
  local partial=$modules.partial
  say "making the local module registry in $modules"
  rm -rf "$partial"
  mkdir -p "$partial"
  logged modules local_registry || proxy_failed "the modules of the local registry"
  write_bazelrc >"$partial/bazelrc"
  mv "$partial" "$modules"
}

# archive_classes: has the JVM archive Bazel's classes in the file that the bazelrc names. With that, and with C1 alone,
# a server that builds a small workspace and ends takes half of the processor time.
archive_classes() {
  say "archiving Bazel's classes, for servers that start sooner (once, some seconds)"
  logged classes test_a_workspace && return
  say "going on without the archive"
  : >"$modules/classes.jsa"
}

# test_a_workspace: tests a small workspace with a server that archives its classes when it ends.
test_a_workspace() {
  local workspace=$modules/workspace bazel
  mkdir -p "$workspace"
  printf 'bazel_dep(name = "rules_shell", version = "%s")\n' "$(package_version bazel-rules-shell)" >"$workspace/MODULE.bazel"
  cat >"$workspace/BUILD.bazel" <<'BUILD'
load("@rules_shell//shell:sh_test.bzl", "sh_test")

genrule(
    name = "made",
    outs = ["made.sh"],
    cmd = "echo exit >$@",
)

sh_test(
    name = "test",
    srcs = ["made.sh"],
)
BUILD
  bazel=(/usr/bin/bazel "--output_base=$workspace.base" --host_jvm_args=-XX:+AutoCreateSharedArchive)
  (
    cd "$workspace" || exit
    exec {lock}>&- # or the server keeps it
    (enter "${bazel[@]}" test --disk_cache= //...)
    (enter "${bazel[@]}" shutdown)
  )
  rm -rf "$workspace" "$workspace.base"
  [[ -e $modules/classes.jsa ]]
}

local_registry() {
  local share=$rootfs/usr/share/bazel rules_shell flags=() name
  rules_shell=$(package_version bazel-rules-shell)
  flags=(-folder "rules_shell@$rules_shell=$share/rules/shell=/usr/share/bazel/rules/shell")
  while read -r name; do flags+=(-go "$name"); done < <(go_modules)
  while read -r name; do flags+=(-overridden "$name"); done < <(overridden)
  project_go run ./tools/local_registry -out "$partial" -at "$modules" "${flags[@]}" \
    -scan "$share/*/*/MODULE.bazel" -scan "$share/embedded_tools/MODULE.bazel"
}

# package_version NAME: prints the upstream version of an installed package.
package_version() { sed -n "s/^$1\t\([^-+]*\).*/\1/p" "$rootfs/.bazelw"; }

# overridden: prints the modules that Debian's bazelrc has folders for.
overridden() { sed -n 's/^common --override_module=\([^=]*\)=.*/\1/p' "$rootfs/etc/bazel/bazelrc"; }

# write_bazelrc: prints the system bazelrc, which a Bazel that Bazel runs reads too. Of Debian's own it keeps
# where Bazel is, and which folder each module of its packages is in.
write_bazelrc() {
  cat <<RC
$(grep -E '^startup|--override_module' "$rootfs/etc/bazel/bazelrc")
# The server of another root filesystem is not this one's: with this, Bazel starts it anew.
startup --host_jvm_args=-Dbazelw.rootfs=${rootfs##*.}
startup --host_jvm_args=-XX:TieredStopAtLevel=1
startup --host_jvm_args=-XX:SharedArchiveFile=$modules/classes.jsa
# The JVM reports what is amiss with an archive on standard output, which is Bazel's own under --batch.
startup --host_jvm_args=-Xlog:disable
common --registry=file://$modules/registry
common --lockfile_mode=off
common --noenable_workspace
common --repo_env=GO_REPOSITORY_USE_HOST_CACHE=1
common --disk_cache=$home/disk-cache
# In memory: with sandboxes on a disk, a build of 350 actions took 270 s of processor time, and now takes 155 s.
common --sandbox_base=$home/sandbox
common --experimental_disk_cache_gc_max_size=20G
# By default, each command starts 200 threads to look for changed files, and as many for changed outputs.
common --experimental_fsvc_threads=8
RC
}
