#!/usr/bin/env bash
# publish.sh: publishes the proof in PROVE_FOLDER, if it is about the command that PROVE_COMMAND or the event of the
# workflow asks for. autofix reads the command: no shell does. Ends as autofix prove --publish does.
set -euo pipefail

flags=(--publish="$PROVE_FOLDER")
if [[ -z ${PROVE_COMMAND:-} ]]; then
  exec autofix prove "${flags[@]}" --github-event="$GITHUB_EVENT_PATH"
fi
if [[ -n ${PROVE_ISSUE:-} ]]; then
  flags+=(--issue="$PROVE_ISSUE")
fi
exec autofix prove "${flags[@]}" -- "$PROVE_COMMAND"
