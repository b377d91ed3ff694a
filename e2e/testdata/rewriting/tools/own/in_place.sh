#!/bin/sh
# Fixes in place: in_place SCRIPT FILE...
set -e
script=$1
shift
for file; do
	sed -f "$script" "$file" >"$TMPDIR/new"
	cat "$TMPDIR/new" >"$file"
done
