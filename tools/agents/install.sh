#!/usr/bin/env bash
# install.sh: installs the agents of package.json, where they are not yet, and prints the folder of their commands,
# for the tests that talk to real agents:
#
#   AUTOFIX_AGENTS=$(tools/agents/install.sh) go test -tags e2e -run TestRealAgents ./internal/agents ./cmd/autofix
#
# Needs node and npm. It installs into the folder of bazelw, which BAZELW_HOME names. The packages take 0.5 GB. Their
# install scripts are not run, because they are other people's programs, and the agents work without.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

say() { printf 'agents: %s\n' "$*" >&2; }

die() {
  say "$1"
  say "$2"
  exit 1
}

main() {
  if ! command -v node || ! command -v npm; then
    die "cannot install npm's packages: there is no node or npm" "install Node.js 20 or later"
  fi >/dev/null
  [[ -n ${BAZELW_HOME:-${HOME:-}} ]] || die "cannot tell where to install: HOME is not set" "set HOME or BAZELW_HOME"
  home=${BAZELW_HOME:-$HOME/.cache/bazelw}
  mkdir -p "$home" || die "cannot make $home" "set BAZELW_HOME to a folder that can be written"
  home=$(readlink -f "$home")
  agents=$home/agents.$(agents_key)
  exec {lock}>"$home/agents.lock"
  flock "$lock"
  [[ -e $agents ]] || install_agents
  touch "$agents" # last used
  printf '%s\n' "$agents/bin"
}

# agents_key: 12 hex digits of the digest of what makes the folder.
agents_key() {
  {
    cat "$here/package.json"
    declare -f install_agents
  } | sha256sum | head -c 12
}

# OpenCode's own script would put its program in place. The folder gets its name when it is complete, so that an
# interrupted run leaves nothing that counts.
install_agents() {
  local partial=$agents.partial log=$home/agents.log opencode
  rm -rf "$partial"
  mkdir -p "$partial"
  say "installing npm's packages"
  cp "$here/package.json" "$partial"
  if ! npm install --prefix "$partial" --no-audit --no-fund --ignore-scripts --no-package-lock >"$log" 2>&1 </dev/null; then
    tail -n 5 "$log" | sed 's/^/  /' >&2
    say "the whole log: $log"
    die "cannot install npm's packages" "check that the npm registry can be reached"
  fi
  opencode=node_modules/opencode-$(node -p 'process.platform + "-" + process.arch')/bin/opencode
  [[ -x $partial/$opencode ]] || die "cannot install OpenCode: there is no $opencode" "use another machine"
  mkdir "$partial/bin"
  ln -s "../$opencode" "$partial/bin/opencode"
  ln -s ../node_modules/.bin/gemini "$partial/bin/gemini"
  mv "$partial" "$agents"
}

main
