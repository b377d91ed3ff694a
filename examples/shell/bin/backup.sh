#!/bin/bash
# shellcheck source=bin/names.sh
source "$(dirname "$0")/names.sh"
for file in $1/*.txt; do
	cp $file `names $file`
done
echo "👋" $NAMES
