#!/usr/bin/env bash
# archives.sh TAG FOLDER: makes all files of a release in a new folder: the archives of //tools/release with their
# checksums, a bill of materials of each program (CycloneDX), and the source archive that the Bazel Central Registry
# takes. Fails if the tag is not of this version, or the archives are not the ones in toolchain/private/versions.bzl.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tag=${1:?a tag, such as v1.2.3}
folder=${2:?a folder to make}
version=${tag#v}

grep -q "^    version = \"$version\",$" MODULE.bazel || {
  echo "archives.sh: $tag is not the version of MODULE.bazel: raise it there, see docs/toolchain.md" >&2
  exit 1
}
./bazelw build //tools/release
diff bazel-bin/tools/release/versions.bzl toolchain/private/versions.bzl || {
  echo "archives.sh: toolchain/private/versions.bzl has other digests: see \"Making a release\" in docs/toolchain.md" >&2
  exit 1
}
mkdir "$folder"
cp bazel-bin/tools/release/autofix-* bazel-bin/tools/release/SHA256SUMS "$folder"
tools/release/sbom.sh "$folder"
git archive --prefix="rules_autofix-$version/" --output="$folder/rules_autofix-$tag.tar.gz" HEAD
