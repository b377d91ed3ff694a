#!/usr/bin/env bash
# notices.sh: prints the licenses of the packages whose code is in dist/extension.js.
set -euo pipefail

npm ls --all --omit=dev --parseable | tail -n +2 | while read -r package; do
  printf '%s\n\n' "${package##*/node_modules/}"
  cat "$package"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*
  printf '\n'
done
