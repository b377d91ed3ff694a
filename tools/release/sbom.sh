#!/usr/bin/env bash
# sbom.sh FOLDER: writes PROGRAM.cdx.json for each program of a release: the Go modules that it is made of, with their
# versions, hashes and licenses, as CycloneDX 1.6. Needs a clone of git, and not a worktree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=$(realpath "${1:?a folder}")
for main in cmd/*/main.go; do
  program=$(basename "$(dirname "$main")")
  go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0 app -json -licenses -noserial -std \
    -output-version 1.6 -main "cmd/$program" -output "$folder/$program.cdx.json"
done
