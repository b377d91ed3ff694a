#!/bin/sh
# Starts the program that lies in its runfiles.
set -eu
exec "$0.runfiles/_main/tools/own/words" "$@"
