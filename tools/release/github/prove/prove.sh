#!/usr/bin/env bash
# prove.sh: proves the command that PROVE_COMMAND or the event of the workflow asks for, and writes the folder of the
# proof to PROVE_FOLDER. autofix reads the command: no shell does. Ends as autofix prove does.
set -euo pipefail

flags=(--artifacts="$PROVE_FOLDER")
if [[ -n ${PROVE_SETUP:-} ]]; then
  flags+=(--setup="$PROVE_SETUP")
fi
if [[ -n ${PROVE_ENGINE:-} ]]; then
  flags+=(--engine="$PROVE_ENGINE")
fi
if [[ -n ${PROVE_MODEL:-} ]]; then
  flags+=(--set="openai.model=$PROVE_MODEL")
fi
while IFS= read -r line; do
  if [[ -n $line ]]; then
    flags+=(--set="$line")
  fi
done <<<"${PROVE_SET:-}"
if [[ -z ${PROVE_COMMAND:-} ]]; then
  exec autofix prove "${flags[@]}" --github-event="$GITHUB_EVENT_PATH"
fi
if [[ -n ${PROVE_ISSUE:-} ]]; then
  flags+=(--issue="$PROVE_ISSUE")
fi
exec autofix prove "${flags[@]}" -- "$PROVE_COMMAND"
